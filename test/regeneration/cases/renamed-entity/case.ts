import { blog, defineCase, entity, repository, schema, setHeader, tag, withEntities } from "../../case.js";
import { before, replace } from "../../edits.js";

export default defineCase({
  about:
    "An entity with edits is renamed: files, names, baselines and index.ts follow. A second run changes nothing.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [
        setHeader,
        replace(
          repository,
          " {}",
          ' {\n  titles() {\n    return this.db.selectFrom("blogpost").select("title").execute();\n  }\n}',
        ),
        before(schema, "export type NewBlogpost", "export type Blogposts = readonly Blogpost[];\n"),
      ],
      config: withEntities({ article: entity({ renamedFrom: "blogpost" }), tag }),
    },
    {},
    { run: "status" },
  ],
});
