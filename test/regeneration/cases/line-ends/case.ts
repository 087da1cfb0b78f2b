import {
  blog,
  content,
  defineCase,
  index,
  policy,
  repository,
  routes,
  schema,
  setHeader,
  tag,
  title,
  uuidKey,
  views,
} from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about: "Files with CRLF keep CRLF, edited or not, and new lines in them get CRLF too.",
  config: blog(),
  steps: [
    {
      edits: [
        setHeader,
        transform(schema, "crlf"),
        transform(routes, "crlf"),
        transform(repository, "crlf"),
        transform(policy, "crlf"),
        transform(index, "crlf"),
      ],
      config: blog(
        { ...uuidKey, fields: { title, content, views }, permissions: { read: ["admin"] } },
        { tag },
      ),
    },
    { run: "status" },
  ],
});
