import { blog, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You narrow the type of a column and the configuration changes it: only that member of the interface gets markers.",
  config: blog({ fields: { title, views } }),
  steps: [
    {
      edits: [replace(schema, "  views: number | null;", "  views: 0 | 1 | null;")],
      config: blog({ fields: { title, views: { ...views, isRequired: true } } }),
    },
  ],
});
