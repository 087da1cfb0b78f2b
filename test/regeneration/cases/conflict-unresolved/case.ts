import { blog, content, defineCase, schema, short, uuidKey, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "Runs do not change a file with unresolved conflict markers and exit with 3. Other files are updated; --on-conflict=yours resolves the conflict.",
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
    },
    {},
    { config: blog({ ...uuidKey, fields: { title: short, content, views } }) },
    { run: ["--on-conflict", "yours"] },
    { run: ["--check"] },
    { run: "status" },
  ],
});
