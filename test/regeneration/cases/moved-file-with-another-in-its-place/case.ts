import { blog, content, defineCase, schema, title, views } from "../../case.js";
import { move, write } from "../../edits.js";

export default defineCase({
  about:
    "A file was moved and something of yours put in its place: the moved one is merged, yours left alone.",
  config: blog(),
  steps: [
    {
      edits: [move(schema, "models/blogpost.ts"), write(schema, 'export * from "../models/blogpost.js";\n')],
      config: blog({ fields: { title, content, views } }),
    },
    { run: "status" },
  ],
});
