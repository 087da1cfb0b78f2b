import { blog, content, defineCase, schema, short, tag } from "../../case.js";
import { cut, replace } from "../../edits.js";

export default defineCase({
  about: "--json reports changes, warnings, conflicts and role changes as JSON.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
        ),
        cut(schema, "  content: field.richtext(),\n"),
      ],
      config: blog({
        fields: { title: short, content: { ...content, maxLength: 5000 } },
        permissions: { read: ["guest"] },
      }),
      run: ["--json"],
    },
    { run: ["--json"] },
  ],
});
