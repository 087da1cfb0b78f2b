import { blog, content, defineCase, schema, short, tag, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "--on-conflict=fail writes nothing if there is a conflict, exit code 3.",
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
      config: blog({ fields: { title: short, views, content } }, { tag }),
      run: ["--on-conflict", "fail"],
    },
  ],
});
