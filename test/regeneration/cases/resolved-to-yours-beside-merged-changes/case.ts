import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about: "Your side taken by hand where other changes were merged: it is settled for good.",
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
    { edits: [transform(schema, "yours")] },
    { run: "status" },
    { config: blog({ fields: { title: short, content, views } }) },
  ],
});
