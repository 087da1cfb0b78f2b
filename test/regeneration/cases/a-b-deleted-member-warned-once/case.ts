import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about:
    "Members that you deleted stay deleted when the configuration changes them, with one warning each. Other changes are applied.",
  config: blog(),
  steps: [
    {
      edits: [cut(schema, "  title: field.string(),\n"), cut(schema, "  content: field.richtext(),\n")],
      config: blog({ fields: { title: short, views, content: { ...content, maxLength: 5000 } } }),
    },
    {},
  ],
});
