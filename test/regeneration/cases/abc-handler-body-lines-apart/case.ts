import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { after, before } from "../../edits.js";

export default defineCase({
  about:
    "You and the configuration change different lines of a handler: both changes are merged without a conflict.",
  config: blog(),
  steps: [
    {
      edits: [
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
        after(
          routes,
          "    const record = await repository.delete(id, grant, options);\n",
          '    res.setHeader("X-Gone", "1");\n',
        ),
      ],
      config: blog(uuidKey),
    },
  ],
});
