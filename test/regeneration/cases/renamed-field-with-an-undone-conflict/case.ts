import { blog, content, defineCase, schema, short } from "../../case.js";
import { copy, replace } from "../../edits.js";

export default defineCase({
  about:
    "A conflict in a file whose field was renamed is put back: it conflicts again, under the new name, until it is settled.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const newBlogpostSchema = z.object({\n  title: field.string(),",
          "export const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 50 }),",
        ),
        copy(schema, "../before.txt"),
      ],
      config: blog({ fields: { headline: { ...short, renamedFrom: "title" }, content } }),
    },
    { edits: [copy("../before.txt", schema)] },
    { edits: [copy("../before.txt", schema)] },
    { edits: [copy("../before.txt", schema)], run: ["--on-conflict", "yours"] },
    {},
  ],
});
