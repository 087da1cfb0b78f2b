import { blog, content, defineCase, limitTitle, schema, short, tag } from "../../case.js";
import { cut } from "../../edits.js";

export default defineCase({
  about: "--json reports changes, warnings, conflicts and role changes as JSON.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [limitTitle, cut(schema, "  content: field.richtext(),\n")],
      config: blog({
        fields: { title: short, content: { ...content, maxLength: 5000 } },
        permissions: { read: ["guest"] },
      }),
      run: ["--json"],
    },
    { run: ["--json"] },
  ],
});
