import { blog, defineCase, routes } from "../../case.js";
import { after, replace } from "../../edits.js";

export default defineCase({
  about:
    "A family of endpoints is added, the other one taken away and added again: the handlers follow, and what you wrote stays.",
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
          "replyCreated(res, entity, created, options);",
          'res.set("X-Ours", "1");\n    replyCreated(res, entity, created, options);',
        ),
      ],
      config: blog(),
    },
    { config: { ...blog(), endpoints: ["query"] } },
    { config: blog() },
    { run: "status" },
  ],
});
