import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { before } from "../../edits.js";

export default defineCase({
  about: "A field is removed from the configuration: its unedited members are removed with their comments.",
  config: blog({ fields: { title, views: { ...views, description: "How often it was read." }, content } }),
  steps: [
    {
      edits: [before(schema, "export type Blogpost =", "export const pageSize = 20;\n\n")],
      config: blog(),
    },
  ],
});
