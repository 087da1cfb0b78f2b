import { blog, content, defineCase, schema, short, tag, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "--dry-run reports what a run would do and writes nothing. With conflicts, the exit code is 3.",
  config: blog({}, { tag }),
  steps: [
    {
      config: blog({ fields: { title, content, views }, permissions: { read: ["guest"] } }),
      run: ["--dry-run"],
    },
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
        ),
      ],
      config: blog({ fields: { title: short, content } }),
      run: ["--dry-run"],
    },
  ],
});
