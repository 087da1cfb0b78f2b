import { blog, content, defineCase, schema, short, views } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about:
    "A member that you have deleted stays deleted when the configuration changes it, with a warning for each; the rest comes.",
  config: blog(),
  steps: [
    {
      edits: [cut(schema, "    title: field.string(),\n"), cut(schema, "  title: string;\n")],
      config: blog({ fields: { title: { ...short, isRequired: false }, views, content } }),
    },
    {},
  ],
});
