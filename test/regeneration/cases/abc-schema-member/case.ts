import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "You add a call to a schema member and the configuration adds an argument: both changes are merged.",
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
    },
  ],
});
