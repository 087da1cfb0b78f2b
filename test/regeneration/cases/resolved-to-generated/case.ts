import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about: "The generated side taken by hand: nothing is left of the conflict.",
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
    { edits: [transform(schema, "theirs")] },
    { run: "status" },
  ],
});
