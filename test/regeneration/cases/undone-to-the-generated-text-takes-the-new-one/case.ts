import { blog, content, defineCase, schema, short } from "../../case.js";
import { copy, replace } from "../../edits.js";

export default defineCase({
  about:
    "A file that is put back to what was generated before your edit has no edits any more: it takes the new text.",
  config: blog(),
  steps: [
    {
      edits: [
        copy(schema, "../generated.txt"),
        replace(
          schema,
          "export const newBlogpostSchema = z.object({\n  title: field.string(),",
          "export const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 50 }),",
        ),
      ],
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [copy("../generated.txt", schema)] },
  ],
});
