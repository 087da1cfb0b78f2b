import { blog, content, defineCase, routes, title, views } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about:
    "A handler that you deleted stays deleted. There is no warning while the configuration does not change it.",
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
