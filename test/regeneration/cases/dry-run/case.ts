import { blog, content, defineCase, limitTitle, short, tag, title, views } from "../../case.js";

export default defineCase({
  about: "--dry-run reports what a run would do and writes nothing. With conflicts, the exit code is 3.",
  config: blog({}, { tag }),
  steps: [
    {
      config: blog({ fields: { title, content, views }, permissions: { read: ["guest"] } }),
      run: ["--dry-run"],
    },
    {
      edits: [limitTitle],
      config: blog({ fields: { title: short, content } }),
      run: ["--dry-run"],
    },
  ],
});
