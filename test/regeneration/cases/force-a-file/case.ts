import { blog, defineCase, schema, setHeader } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "--force discards all edits of one file, including conflicts and syntax errors. Edits of other files stay.",
  config: blog(),
  steps: [
    {
      edits: [replace(schema, "export type Blogpost =", "export type type Blogpost ="), setHeader],
      run: ["--force", schema],
    },
  ],
});
