import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { before, move, replace } from "../../edits.js";

export default defineCase({
  about: "A moved file is found by its first line, merged in its new place, and imported from there.",
  config: blog(),
  steps: [
    {
      edits: [
        move(routes, "http/posts.ts"),
        replace("http/posts.ts", "./blogpost.policy.js", "../blogpost/blogpost.policy.js"),
        replace("http/posts.ts", "./blogpost.repository.js", "../blogpost/blogpost.repository.js"),
        replace("http/posts.ts", "./blogpost.schema.js", "../blogpost/blogpost.schema.js"),
        before(
          "http/posts.ts",
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: blog(uuidKey),
    },
    {},
    { run: "status" },
  ],
});
