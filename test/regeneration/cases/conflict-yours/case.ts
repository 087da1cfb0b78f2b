import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "--on-conflict=yours: yours stays, with a warning; the rest is merged; the next run is silent.",
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
      run: ["--on-conflict", "yours"],
    },
    {},
  ],
});
