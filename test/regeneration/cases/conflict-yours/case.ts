import { blog, content, defineCase, short, trimTitle, views } from "../../case.js";

export default defineCase({
  about: "--on-conflict=yours still merges edits that do not conflict. The next run changes nothing.",
  config: blog(),
  steps: [
    {
      edits: [trimTitle],
      config: blog({ fields: { title: short, views, content } }),
      run: ["--on-conflict", "yours"],
    },
    {},
  ],
});
