import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You add a refinement to a schema and the configuration adds a field to it: both changes are merged.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  content: field.richtext(),\n});\n\n/** What an update",
          '  content: field.richtext(),\n}).refine(({ title, content }) => title !== content, { path: ["content"], message: "must differ from the title" });\n\n/** What an update',
        ),
      ],
      config: blog({ fields: { title, views, content } }),
    },
  ],
});
