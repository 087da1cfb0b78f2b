import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about: "You resolve a conflict with the generated side: no edit and no conflict is left.",
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
    { edits: [transform(schema, "theirs")] },
    { run: "status" },
  ],
});
