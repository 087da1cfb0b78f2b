import { blog, content, defineCase, schema, tag, title, views } from "../../case.js";
import { after } from "../../edits.js";

export default defineCase({
  about: "--diff prints a unified diff of what is written, then the report.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [after(schema, "  tables: Database;\n", "  legacy: string;\n")],
      config: blog({ fields: { title, content, views }, permissions: { read: ["guest"] } }),
      run: ["--diff"],
    },
    { run: ["--diff"] },
  ],
});
