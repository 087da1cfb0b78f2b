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
          "export const newBlogpostSchema = z.object({\n  title: field.string(),",
          "export const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 50 }),",
        ),
        cut(schema, "    title: field.string(),\n"),
      ],
      config: blog({ fields: { title: short, content }, permissions: { read: ["guest"] } }),
      run: ["--json"],
    },
    { run: ["--json"] },
  ],
});
