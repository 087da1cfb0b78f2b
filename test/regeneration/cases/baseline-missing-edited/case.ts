import { blog, defineCase, routes, schema, uuidKey } from "../../case.js";
import { after, remove, transform } from "../../edits.js";

export default defineCase({
  about:
    "Baselines are gone, a file is edited: it is never overwritten; --adopt keeps it as it is from then on.",
  config: blog(),
  steps: [
    {
      edits: [
        after(
          routes,
          "    const record = await repository.findById(id, grant);\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
        transform(schema, "reformat"),
        remove(".data-api"),
      ],
    },
    { run: "status" },
    { run: ["--adopt"] },
    { run: "status" },
    { config: blog(uuidKey) },
  ],
});
