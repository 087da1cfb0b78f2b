import { blog, defineCase, routes } from "../../case.js";
import { before, remove } from "../../edits.js";

export default defineCase({
  about: "A file is edited and its baseline is missing: --force replaces the file.",
  config: blog(),
  steps: [
    {
      edits: [
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
        remove(".data-api/base/blogpost/routes.ts.base"),
      ],
      run: ["--force", routes],
    },
  ],
});
