import { blog, defineCase, routes, uuidKey } from "../../case.js";
import { after, transform } from "../../edits.js";

export default defineCase({
  about:
    "Lines cannot be compared in a handler that was formatted anew: if both sides have changed it, people are asked.",
  config: blog(),
  steps: [
    {
      edits: [
        after(
          routes,
          "    const record = await repository.findById(id, grant);\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
        transform(routes, "reformat"),
      ],
      config: blog(uuidKey),
    },
  ],
});
