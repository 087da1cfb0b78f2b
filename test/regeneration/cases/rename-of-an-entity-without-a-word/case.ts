import { blog, defineCase, entity, tag, withEntities } from "../../case.js";

export default defineCase({
  about:
    "An entity is removed and one with the same fields is added without renamedFrom: a hint gives the line to add.",
  config: blog({}, { tag }),
  steps: [
    { config: withEntities({ article: entity(), tag }), run: ["--dry-run"] },
    { config: withEntities({ article: entity({ renamedFrom: "blogpost" }), tag }), run: ["--dry-run"] },
    { config: withEntities({ article: entity(), tag }) },
    {},
  ],
});
