import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace, transform, write } from "../../edits.js";

export default defineCase({
  about: "What is known of a conflict is damaged: the settled file is merged with its old baseline.",
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
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [transform(schema, "theirs"), write(".data-api/pending/blogpost/schema.json", "null")] },
  ],
});
