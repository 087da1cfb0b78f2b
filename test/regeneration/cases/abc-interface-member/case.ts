import { blog, defineCase, schema, title, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You narrow a column's type, the configuration changes it: markers around that member of the interface.",
  config: blog({ fields: { title, views } }),
  steps: [
    {
      edits: [replace(schema, "  views: number | null;", "  views: 0 | 1 | null;")],
      config: blog({ fields: { title, views: { ...views, isRequired: true } } }),
    },
  ],
});
