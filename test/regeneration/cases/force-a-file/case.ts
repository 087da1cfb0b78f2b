import { blog, defineCase, routes, schema } from "../../case.js";
import { before, replace } from "../../edits.js";

export default defineCase({
  about:
    "--force discards all edits of one file, including conflicts and syntax errors. Edits of other files stay.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(schema, "export type Blogpost =", "export type type Blogpost ="),
        before(
          routes,
          "    kit.replyRecord(res, await repository.findById(id, grant));\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      run: ["--force", schema],
    },
  ],
});
