import { blog, defineCase, entity, schema, tag, title, views, withEntities } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "A syntax error in one file delays the rename of all files of its entity and the update of index.ts, nothing else. Once fixed, the rename is done.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [replace(schema, "export type Blogpost =", "export type type Blogpost =")],
      config: withEntities({
        article: entity({ renamedFrom: "blogpost" }),
        tag: entity({ fields: { label: title, views } }),
      }),
    },
    { edits: [replace(schema, "export type type Blogpost =", "export type Blogpost =")] },
  ],
});
