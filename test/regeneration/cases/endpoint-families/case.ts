import { blog, defineCase, routes } from "../../case.js";
import { after, replace } from "../../edits.js";

export default defineCase({
  about:
    "One family of endpoints is added, then the other is removed and added again. The handlers follow, and your code stays.",
  config: { ...blog(), endpoints: ["path"] },
  steps: [
    {
      edits: [
        after(
          routes,
          "  const { entity } = repository;\n",
          '  // Ours.\n  router.get("/ours", (_req, res) => {\n    res.json(true);\n  });\n',
        ),
        replace(
          routes,
          "kit.replyCreated(res, entity, created, options);",
          'res.set("X-Ours", "1");\n    kit.replyCreated(res, entity, created, options);',
        ),
      ],
      config: blog(),
    },
    { config: { ...blog(), endpoints: ["query"] } },
    { config: blog() },
    { run: "status" },
  ],
});
