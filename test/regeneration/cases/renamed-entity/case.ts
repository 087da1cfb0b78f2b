import { blog, defineCase, entity, repository, routes, schema, tag, withEntities } from "../../case.js";
import { before, replace } from "../../edits.js";

export default defineCase({
  about:
    "An entity with edits is renamed: files, names, baselines and index.ts follow. A second run changes nothing.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
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
