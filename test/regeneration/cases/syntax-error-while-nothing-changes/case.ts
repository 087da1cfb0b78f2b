import { blog, defineCase, schema } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "While the configuration leaves a file alone, so do its syntax errors.",
  config: blog(),
  steps: [
    { edits: [replace(schema, "export type Blogpost =", "export type type Blogpost =")] },
    { run: "status" },
  ],
  broken: "It has a syntax error.",
});
