import { blog, defineCase, tag } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about: "An entity is removed: only its edited file stays, if that file imports no other.",
  config: blog({}, { tag }),
  steps: [
    { edits: [after("tag/tag.schema.ts", "  tables: Database;\n", "  legacy: string;\n")], config: blog() },
  ],
});
