import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { before, transform } from "../../edits.js";

export default defineCase({
  about:
    "You reformat and edit a handler that the configuration changes too: both changes are merged without a conflict.",
  config: blog(),
  steps: [
    {
      edits: [
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
        transform(routes, "reformat"),
      ],
      config: blog(uuidKey),
    },
  ],
});
