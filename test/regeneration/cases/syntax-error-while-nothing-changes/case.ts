import { blog, defineCase, schema } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "A syntax error does not matter while the configuration does not change the file.",
  config: blog(),
  steps: [
    { edits: [replace(schema, "export type Blogpost =", "export type type Blogpost =")] },
    { run: "status" },
  ],
  broken: "It has a syntax error.",
});
