import { blog, defineCase, routes, tag } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about: "An entity is added: its files and index.ts are written, and nothing else.",
  config: blog(),
  steps: [
    {
      edits: [
        after(
          routes,
          "    const record = await repository.findById(id, grant);\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: blog({}, { tag }),
    },
  ],
});
