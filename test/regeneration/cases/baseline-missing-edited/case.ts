import { blog, defineCase, routes, schema, uuidKey } from "../../case.js";
import { before, remove, transform } from "../../edits.js";

export default defineCase({
  about:
    "A file is edited and its baseline is missing: it is never overwritten. --adopt accepts its content as your edits.",
  config: blog(),
  steps: [
    {
      edits: [
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
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
