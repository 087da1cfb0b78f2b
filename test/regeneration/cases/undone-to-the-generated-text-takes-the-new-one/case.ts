import { blog, content, defineCase, schema, short } from "../../case.js";
import { copy, replace } from "../../edits.js";

export default defineCase({
  about:
    "A file that you restore to its generated text has no edits any more: it gets the new generated text.",
  config: blog(),
  steps: [
    {
      edits: [
        copy(schema, "../generated.txt"),
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
        ),
      ],
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [copy("../generated.txt", schema)] },
  ],
});
