import { blog, content, defineCase, limitTitle, short, tag, views } from "../../case.js";

export default defineCase({
  about: "--on-conflict=fail writes nothing if there is a conflict, exit code 3.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: blog({ fields: { title: short, views, content } }, { tag }),
      run: ["--on-conflict", "fail"],
    },
  ],
});
