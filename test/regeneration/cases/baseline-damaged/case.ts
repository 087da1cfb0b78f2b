import { blog, content, defineCase, setHeader, title, uuidKey, views } from "../../case.js";
import { write } from "../../edits.js";

export default defineCase({
  about:
    "One baseline contains conflict markers, another is not TypeScript. Unedited files are updated; edited files are conflicts.",
  config: blog(),
  steps: [
    {
      edits: [
        write(
          ".data-api/base/blogpost/schema.ts.base",
          "<<<<<<< HEAD\nexport const a = 1;\n=======\nexport const b = 1;\n>>>>>>> other\n",
        ),
        write(".data-api/base/blogpost/routes.ts.base", "not TypeScript at all {"),
        setHeader,
      ],
      config: blog({ ...uuidKey, fields: { title, content, views } }),
    },
    { run: ["--adopt"] },
  ],
  broken: "--adopt takes the file as it is, and with it the key of another type.",
});
