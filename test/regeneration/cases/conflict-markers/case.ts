import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "--on-conflict=markers is the default.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
        ),
      ],
      config: blog({ fields: { title: short, content } }),
      run: ["--on-conflict", "markers"],
    },
  ],
});
