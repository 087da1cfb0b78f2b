import { blog, defineCase, everyone, routes } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about:
    "No role may update any more, and a route of yours uses the generated handler: the function is a conflict, because the handler would be gone.",
  config: blog(),
  steps: [
    {
      edits: [after(routes, '  router.put("/:id", update);\n', '  router.post("/:id/touch", update);\n')],
      config: blog({ permissions: { ...everyone, update: [] } }),
    },
  ],
});
