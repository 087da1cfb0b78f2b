import { blog, content, defineCase, schema, title, uuidKey, views } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "A file with a syntax error is not changed, and its line is reported. Other files are updated. Once fixed, the file is merged.",
  config: blog(),
  steps: [
    {
      edits: [replace(schema, "export type Blogpost =", "export type type Blogpost =")],
      config: blog({ ...uuidKey, fields: { title, content, views } }),
    },
    { edits: [replace(schema, "export type type Blogpost =", "export type Blogpost =")] },
  ],
});
