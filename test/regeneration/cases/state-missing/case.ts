import { blog, defineCase, routes, title, uuidKey } from "../../case.js";
import { before, remove } from "../../edits.js";

export default defineCase({
  about:
    "The state is missing but the baselines exist: files are merged as usual. Role changes are reported with the former roles as not known.",
  config: blog(),
  steps: [
    {
      edits: [
        remove(".data-api/state"),
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: blog({ ...uuidKey, fields: { title }, permissions: { read: ["admin"] } }),
    },
  ],
});
