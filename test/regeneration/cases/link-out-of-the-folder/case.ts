import { blog, defineCase, schema, title } from "../../case.js";
import { link } from "../../edits.js";

export default defineCase({
  about: "A file is a symbolic link to a place outside the output folder: nothing is written, exit code 1.",
  config: blog(),
  steps: [{ edits: [link(schema, "elsewhere/schema.ts")], config: blog({ fields: { title } }) }],
  broken: "The linked file was moved to where it finds nothing.",
});
