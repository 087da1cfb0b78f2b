import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about: "You resolve a conflict with your side, beside merged changes: the conflict does not come back.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
        ),
      ],
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [transform(schema, "yours")] },
    { run: "status" },
    { config: blog({ fields: { title: short, content, views } }) },
  ],
});
