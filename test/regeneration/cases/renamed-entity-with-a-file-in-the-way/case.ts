import { blog, defineCase, entity, withEntities } from "../../case.js";
import { move, write } from "../../edits.js";

export default defineCase({
  about: "An entity is renamed and a file of yours is at one of its new paths: your file is not overwritten.",
  config: blog(),
  steps: [
    {
      edits: [write("article/article.schema.ts", "export const mine = 1;\n")],
      config: withEntities({ article: entity({ renamedFrom: "blogpost" }) }),
    },
    { edits: [move("article/article.schema.ts", "article/mine.ts")] },
  ],
});
