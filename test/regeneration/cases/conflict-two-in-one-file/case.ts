import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "Every conflict of a file is listed with its line, in the first run and while it is unresolved.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const newBlogpostSchema = z.object({\n  title: field.string(),",
          "export const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 50 }),",
        ),
        replace(schema, "    title: field.string(),\n", "    title: field.string({ maxLength: 50 }),\n"),
      ],
      config: blog({ fields: { title: short, content } }),
    },
    {},
  ],
});
