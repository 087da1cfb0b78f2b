import { blog, content, defineCase, entity, limitTitle, short, withEntities } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about:
    "An entity is renamed and one file is in conflict: files and names are still renamed, and the conflict is resolved as usual.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: withEntities({
        article: entity({ renamedFrom: "blogpost", fields: { title: short, content } }),
      }),
    },
    {},
    { edits: [transform("article/article.schema.ts", "theirs")] },
    { run: "status" },
  ],
});
