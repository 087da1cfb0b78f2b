import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "Yours and generated combined by hand: the next run takes it as yours, and later changes merge.",
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
    {
      edits: [
        replace(
          schema,
          "<<<<<<< yours\n  title: field.string({ maxLength: 50 }),\n||||||| base\n  title: field.string(),\n=======\n  title: field.string({ maxLength: 100 }),\n>>>>>>> generated\n",
          "  title: field.string({ maxLength: 100 }).trim(),\n",
        ),
      ],
    },
    { run: "status" },
    { config: blog({ fields: { title: short, content, views } }) },
  ],
});
