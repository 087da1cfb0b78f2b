import { blog, content, defineCase, limitTitle, short } from "../../case.js";

export default defineCase({
  about: "--on-conflict=markers is the default.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      config: blog({ fields: { title: short, content } }),
      run: ["--on-conflict", "markers"],
    },
  ],
});
