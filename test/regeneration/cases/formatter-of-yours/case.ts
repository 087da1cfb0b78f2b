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
  about:
    "Reformatting is not an edit. Changes of the configuration are applied, and the rest of the code keeps your formatting.",
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
