import { blog, content, defineCase, limitTitle, short, title, views } from "../../case.js";

export default defineCase({
  about:
    "--check writes nothing. It exits with 0 if all files are up to date, edited or not, with 2 if files would change, and with 3 for conflicts.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle],
      run: ["--check"],
    },
    { config: blog({ fields: { title, content, views } }), run: ["--check"] },
    { config: blog({ fields: { title: short, content } }), run: ["--check"] },
  ],
});
