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
        cut(routes, '  router.get("/:access/findall/:orderBy/:skip/:take", find);\n'),
      ],
      config: blog({ fields: { title, views, content } }),
    },
    { run: "status" },
  ],
});
