import { blog, defineCase, routes } from "../../case.js";
import { before } from "../../edits.js";

export default defineCase({
  about:
    "No role may do anything any more, and the router has a route of yours: the function is a conflict, because the generated one has no router.",
  config: blog(),
  steps: [
    {
      edits: [
        before(
          routes,
          "  return router;\n",
          '  router.get("/own/hello", (_req, res) => {\n    res.json("Hello");\n  });\n\n',
        ),
      ],
      config: blog({ permissions: {} }),
    },
  ],
});
