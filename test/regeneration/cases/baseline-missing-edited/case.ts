import { blog, defineCase, schema, setHeader, uuidKey } from "../../case.js";
import { remove, transform } from "../../edits.js";

export default defineCase({
  about:
    "A file is edited and its baseline is missing: it is never overwritten. --adopt accepts its content as your edits.",
  config: blog(),
  steps: [
    {
      edits: [setHeader, transform(schema, "reformat"), remove(".data-api")],
    },
    { run: "status" },
    { run: ["--adopt"] },
    { run: "status" },
    { config: blog(uuidKey) },
  ],
});
