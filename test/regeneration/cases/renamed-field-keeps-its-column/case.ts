import { blog, content, defineCase, title, trimTitle } from "../../case.js";

export default defineCase({
  about:
    "A field is renamed and keeps its column: the members are renamed with your edits, the column is not.",
  config: blog(),
  steps: [
    {
      edits: [trimTitle],
      config: blog({ fields: { headline: { ...title, renamedFrom: "title", column: "title" }, content } }),
    },
    {},
  ],
});
