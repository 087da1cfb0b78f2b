import { blog, defineCase, tag } from "../../case.js";
import { after, before, cut, remove } from "../../edits.js";

export default defineCase({
  about:
    "An entity with edited routes is removed: the routes and all that they import stay, detached, with one warning each. status lists them.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [
        after(
          "tag/tag.routes.ts",
          '  router.put("/:id", update);\n',
          '  router.post("/:id/touch", update);\n',
        ),
      ],
      config: blog(),
    },
    {},
    { run: "status" },
    {
      edits: [
        remove("tag/tag.policy.ts"),
        cut("tag/tag.routes.ts", 'import { tagPolicy } from "./tag.policy.js";\n'),
        before(
          "tag/tag.routes.ts",
          "/** The endpoints",
          "const tagPolicy = { read: [], create: [], update: [], delete: [] };\n\n",
        ),
      ],
    },
    { run: "status" },
  ],
});
