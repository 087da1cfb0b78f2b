import { blog, defineCase, entity, tag, title } from "../../case.js";

export default defineCase({
  about: "--only: the files of this entity and index.ts, which leaves out what is not generated yet.",
  config: blog(),
  steps: [{ config: blog({ fields: { title } }, { tag, comment: entity() }), run: ["--only", "tag"] }, {}],
});
