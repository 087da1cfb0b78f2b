import { blog, content, defineCase, schema, short, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "--check: 0 where all is as it would be, edits or not; 2 where something would be written; 3 for conflicts. Nothing is written.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const newBlogpostSchema = z.object({\n  title: field.string(),",
          "export const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 50 }),",
        ),
      ],
      run: ["--check"],
    },
    { config: blog({ fields: { title, content, views } }), run: ["--check"] },
    { config: blog({ fields: { title: short, content } }), run: ["--check"] },
  ],
});
