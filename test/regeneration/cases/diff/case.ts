import { blog, content, defineCase, schema, tag, title, views } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about: "--diff: what is written, as a unified diff, then the report.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [after(schema, "  content: string;\n", "  legacy: string;\n")],
      config: blog({ fields: { title, content, views }, permissions: { read: ["guest"] } }),
      run: ["--diff"],
    },
    { run: ["--diff"] },
  ],
});
