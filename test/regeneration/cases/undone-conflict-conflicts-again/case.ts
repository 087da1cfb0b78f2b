import { blog, defineCase, limitTitle, schema, short, title } from "../../case.js";
import { copy } from "../../edits.js";

export default defineCase({
  about:
    "A file that you restore to its text before a conflict conflicts again. --on-conflict=yours resolves it.",
  config: blog({
    systemFields: { createdat: false, updatedat: false },
    fields: { title: { ...title, isEditable: false } },
  }),
  steps: [
    {
      edits: [limitTitle, copy(schema, "../before.txt")],
      config: blog({
        systemFields: { createdat: false, updatedat: false },
        fields: { title: { ...short, isEditable: false } },
      }),
    },
    { edits: [copy("../before.txt", schema)], run: "status" },
    {},
    { edits: [copy("../before.txt", schema)], run: ["--on-conflict", "yours"] },
    {},
    { run: "status" },
  ],
});
