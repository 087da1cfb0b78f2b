import {
  blog,
  content,
  defineCase,
  index,
  policy,
  repository,
  routes,
  schema,
  tag,
  title,
  uuidKey,
  views,
} from "../../case.js";
import { after, transform } from "../../edits.js";

export default defineCase({
  about: "Files with CRLF stay so, unedited ones too, and so does what is new in them.",
  config: blog(),
  steps: [
    {
      edits: [
        after(
          routes,
          "    const record = await repository.findById(id, grant);\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
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
