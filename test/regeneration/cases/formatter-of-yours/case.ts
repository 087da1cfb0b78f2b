import {
  blog,
  content,
  defineCase,
  index,
  policy,
  repository,
  routes,
  schema,
  short,
  uuidKey,
  views,
} from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about: "Another formatter is no edit: the change comes, and what it does not touch keeps its look.",
  config: blog(),
  steps: [
    {
      edits: [
        transform(schema, "reformat"),
        transform(routes, "reformat"),
        transform(repository, "reformat"),
        transform(policy, "reformat"),
        transform(index, "reformat"),
      ],
      config: blog({
        ...uuidKey,
        fields: { title: short, content, views },
        permissions: { read: ["guest"], delete: ["admin"] },
      }),
    },
    { run: "status" },
  ],
});
