import { blog, content, defineCase, schema, short } from "../../case.js";
import { copy, replace } from "../../edits.js";

export default defineCase({
  about:
    "You restore a file to its text before a conflict and a field rename: it conflicts again under the new name until resolved.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
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
