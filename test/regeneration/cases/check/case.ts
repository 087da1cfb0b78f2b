import { blog, content, defineCase, schema, short, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "--check writes nothing. It exits with 0 if all files are up to date, edited or not, with 2 if files would change, and with 3 for conflicts.",
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
      run: ["--check"],
    },
    { config: blog({ fields: { title, content, views } }), run: ["--check"] },
    { config: blog({ fields: { title: short, content } }), run: ["--check"] },
  ],
});
