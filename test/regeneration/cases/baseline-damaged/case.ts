import { blog, content, defineCase, routes, title, uuidKey, views } from "../../case.js";
import { after, write } from "../../edits.js";

export default defineCase({
  about:
    "A baseline with markers in it and one that is something else: unedited files go on, edited ones are asked about.",
  config: blog(),
  steps: [
    {
      edits: [
        write(
          ".data-api/base/blogpost/schema.ts.base",
          "<<<<<<< HEAD\nexport const a = 1;\n=======\nexport const b = 1;\n>>>>>>> other\n",
        ),
        write(".data-api/base/blogpost/routes.ts.base", "not TypeScript at all {"),
        after(
          routes,
          "    const record = await repository.findById(id, grant);\n",
          '    res.setHeader("X-Seen", "1");\n',
        ),
      ],
      config: blog({ ...uuidKey, fields: { title, content, views } }),
    },
    { run: ["--adopt"] },
  ],
  broken: "--adopt takes the file as it is, and with it the key of another type.",
});
