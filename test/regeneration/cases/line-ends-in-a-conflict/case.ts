import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about: "In a file with CRLF, conflict markers end with CRLF too.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
        ),
        transform(schema, "crlf"),
      ],
      config: blog({ fields: { title: short, content } }),
    },
  ],
});
