import { blog, content, defineCase, routes, title, views } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about:
    "A handler that you have deleted stays deleted, and nothing is said of it while the configuration leaves it alone.",
  config: blog(),
  steps: [
    {
      edits: [
        cut(routes, '  router.put("/:id", update);\n'),
        cut(
          routes,
          '\n  router.get("/:access/findall/:orderBy/:skip/:take", async (req, res) => {\n    const caller = await identify(req);\n    const grant = authorize(caller, blogpostPolicy, "read", req.params.access);\n    const query = parseQuery(req.params, entity, grant);\n    const page = await repository.find(query, grant);\n    replyFound(res, page);\n  });\n',
        ),
      ],
      config: blog({ fields: { title, views, content } }),
    },
    { run: "status" },
  ],
});
