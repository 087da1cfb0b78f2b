import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about:
    "Conflict markers that git left are reported and not changed. Once you resolve them, the file is merged.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),\n",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n<<<<<<< HEAD\n  title: field.string().trim(),\n=======\n  title: field.string().min(3),\n>>>>>>> feature\n",
        ),
      ],
      config: blog({ fields: { title, content, views } }),
    },
    { edits: [transform(schema, "theirs")] },
  ],
});
