import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You and the configuration change one member of a schema: markers around the member alone; the rest is merged.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const newBlogpostSchema = z.object({\n  title: field.string(),",
          "export const newBlogpostSchema = z.object({\n  title: field.string().trim(),",
        ),
      ],
      config: blog({ fields: { title: short, views, content } }),
    },
  ],
});
