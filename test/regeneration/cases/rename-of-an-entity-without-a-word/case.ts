import { blog, defineCase, entity, tag, withEntities } from "../../case.js";

export default defineCase({
  about:
    "An entity that goes while one with the same fields comes looks like a rename, and the line to add is told.",
  config: blog({}, { tag }),
  steps: [
    { config: withEntities({ article: entity(), tag }), run: ["--dry-run"] },
    { config: withEntities({ article: entity({ renamedFrom: "blogpost" }), tag }), run: ["--dry-run"] },
    { config: withEntities({ article: entity(), tag }) },
    {},
  ],
});
