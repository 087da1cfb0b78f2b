import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You and the configuration change the same line of a handler: only that handler gets markers, exit code 3.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          routes,
          "    const id = kit.parseId<number>(req.params.id, entity);\n    kit.replyRecord(res, await repository.findById",
          "    const id = Math.abs(kit.parseId<number>(req.params.id, entity));\n    kit.replyRecord(res, await repository.findById",
        ),
      ],
      config: blog(uuidKey),
    },
  ],
});
