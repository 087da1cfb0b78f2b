import { blog, defineCase, routes, tag } from "../../case.js";
import { before } from "../../edits.js";

export default defineCase({
  about: "An entity is added: its files and index.ts are written, and nothing else.",
  config: blog(),
  steps: [
    {
      edits: [
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: blog({}, { tag }),
    },
  ],
});
