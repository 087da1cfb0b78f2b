import { blog, content, defineCase, setHeader, title, trimTitle, uuidKey, views } from "../../case.js";

export default defineCase({
  about: "A field is renamed while others are added, removed and moved and the key changes.",
  config: blog({ fields: { title, views, content } }),
  steps: [
    {
      edits: [trimTitle, setHeader],
      config: blog({
        ...uuidKey,
        fields: { content, headline: { ...title, renamedFrom: "title" }, author: title },
      }),
    },
    {},
  ],
});
