import { blog, defineCase, routes, schema } from "../../case.js";
import { after, replace } from "../../edits.js";

export default defineCase({
  about: "--force gives up the edits of one file, conflicts and syntax errors too, and no others.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(schema, "export type Blogpost =", "export type type Blogpost ="),
        after(
          routes,
          "    const record = await repository.findById(id, grant);\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      run: ["--force", schema],
    },
  ],
});
