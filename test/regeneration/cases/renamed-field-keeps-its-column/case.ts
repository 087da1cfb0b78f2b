import { blog, content, defineCase, schema, title } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "A field is renamed and keeps its column: the members are renamed with your edits, the column is not.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string().trim(),",
        ),
      ],
      config: blog({ fields: { headline: { ...title, renamedFrom: "title", column: "title" }, content } }),
    },
    {},
  ],
});
