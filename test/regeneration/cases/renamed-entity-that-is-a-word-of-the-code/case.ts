import { defineCase, entity, withEntities } from "../../case.js";
import { after, replace } from "../../edits.js";

export default defineCase({
  about: "An entity named like an HTTP method is renamed; your own `router.post` is not.",
  config: withEntities({ post: entity() }),
  steps: [
    {
      edits: [
        after(
          "post/post.routes.ts",
          '  router.put("/:id", update);\n',
          '  router.post("/:id/touch", update);\n',
        ),
        replace(
          "post/post.routes.ts",
          "    kit.replyCreated(res, entity, created, options);\n",
          '    res.setHeader("X-New", "1");\n    kit.replyCreated(res, entity, created, options);\n',
        ),
        replace(
          "post/post.repository.ts",
          " {}",
          ' {\n  titles() {\n    return this.db.selectFrom("post").select("title").execute();\n  }\n}',
        ),
      ],
      config: withEntities({ article: entity({ renamedFrom: "post" }) }),
    },
  ],
});
