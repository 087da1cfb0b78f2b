import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "You and the configuration change one line of a handler: markers around that handler alone, exit code 3.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          routes,
          "    const id = parseId<number>(req.params.id, entity);\n    const record = await repository.findById",
          "    const id = Math.abs(parseId<number>(req.params.id, entity));\n    const record = await repository.findById",
        ),
      ],
      config: blog(uuidKey),
    },
  ],
});
