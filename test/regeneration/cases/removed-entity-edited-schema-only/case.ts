import { blog, defineCase, tag } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about: "Only what was edited stays, if it needs no other file.",
  config: blog({}, { tag }),
  steps: [
    { edits: [after("tag/tag.schema.ts", "  label: string;\n", "  legacy: string;\n")], config: blog() },
  ],
});
