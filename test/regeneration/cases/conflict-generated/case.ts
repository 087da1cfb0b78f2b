import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { before, replace } from "../../edits.js";

export default defineCase({
  about:
    "--on-conflict=generated replaces your declaration with the generated one, with a warning. Other edits stay.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
        ),
        before(schema, "export type Blogpost =", "export const pageSize = 20;\n\n"),
      ],
      config: blog({ fields: { title: short, views, content } }),
      run: ["--on-conflict", "generated"],
    },
    {},
  ],
});
