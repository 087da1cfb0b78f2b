import { blog, defineCase, entity, withEntities } from "../../case.js";
import { move, write } from "../../edits.js";

export default defineCase({
  about:
    "An entity is renamed, but where a file of it is to go there is one of yours: nothing is written over it.",
  config: blog(),
  steps: [
    {
      edits: [write("article/article.schema.ts", "export const mine = 1;\n")],
      config: withEntities({ article: entity({ renamedFrom: "blogpost" }) }),
    },
    { edits: [move("article/article.schema.ts", "article/mine.ts")] },
  ],
});
