import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "--on-conflict=yours still merges edits that do not conflict. The next run changes nothing.",
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
      config: blog({ fields: { title: short, views, content } }),
      run: ["--on-conflict", "yours"],
    },
    {},
  ],
});
