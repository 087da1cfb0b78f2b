import { blog, content, defineCase, limitTitle, short, uuidKey, views } from "../../case.js";

export default defineCase({
  about:
    "Runs do not change a file with unresolved conflict markers and exit with 3. Other files are updated; --on-conflict=yours resolves the conflict.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: blog({ fields: { title: short, content } }),
    },
    {},
    { config: blog({ ...uuidKey, fields: { title: short, content, views } }) },
    { run: ["--on-conflict", "yours"] },
    { run: ["--check"] },
    { run: "status" },
  ],
});
