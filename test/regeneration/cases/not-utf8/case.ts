import { blog, defineCase, schema, title, uuidKey } from "../../case.js";
import { write } from "../../edits.js";

export default defineCase({
  about: "A file that is not UTF-8 keeps every byte. Other files are updated.",
  config: blog(),
  steps: [
    {
      edits: [write(schema, "// @data-api blogpost/schema\n// caf\u00e9\n", "latin1")],
      config: blog({ ...uuidKey, fields: { title } }),
    },
  ],
  broken: "The schema is no schema any more.",
});
