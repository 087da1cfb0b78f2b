import { blog, defineCase, entity, tag, title } from "../../case.js";

export default defineCase({
  about:
    "--only writes the files of one entity and index.ts. index.ts leaves out entities that are not generated yet.",
  config: blog(),
  steps: [{ config: blog({ fields: { title } }, { tag, comment: entity() }), run: ["--only", "tag"] }, {}],
});
