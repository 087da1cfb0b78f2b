import { blog, defineCase, repository, routes, schema, setHeader } from "../../case.js";
import { after, before, cut, replace } from "../../edits.js";

export default defineCase({
  about:
    "Without a configuration change, all edits stay byte for byte and nothing is written. status lists the edits.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  content: field.richtext(),\n  createdat",
          "  content: field.richtext().min(1),\n  createdat",
        ),
        after(schema, "  tables: Database;\n", "  legacy: string;\n"),
        setHeader,
        after(routes, '  router.put("/:id", update);\n', '  router.post("/:id/touch", update);\n'),
        cut(routes, '  router.patch("/:id", update);\n'),
        replace(
          repository,
          " {}",
          " {\n  /** Everything is new. */\n  get isNew(): boolean {\n    return true;\n  }\n}",
        ),
        before(repository, "/** Access to", "export type Id = number;\n\n"),
      ],
    },
    { run: ["--check"] },
    { run: "status" },
  ],
});
