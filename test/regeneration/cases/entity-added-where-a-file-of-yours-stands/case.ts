import { blog, defineCase, tag } from "../../case.js";
import { write } from "../../edits.js";

export default defineCase({
  about:
    "An entity is added and one of its files would replace a file of yours: yours stays, the others are written.",
  config: blog(),
  steps: [{ edits: [write("tag/tag.schema.ts", "export const tag = 1;\n")], config: blog({}, { tag }) }],
  broken: "index.ts imports what the file of yours does not have.",
});
