import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { move, write } from "../../edits.js";

export default defineCase({
  about:
    "You move a generated file and put a file of yours in its place: the moved file is merged, yours is not changed.",
  config: blog(),
  steps: [
    {
      edits: [move(schema, "models/blogpost.ts"), write(schema, 'export * from "../models/blogpost.js";\n')],
      config: blog({ fields: { title, content, views } }),
    },
    { run: "status" },
  ],
});
