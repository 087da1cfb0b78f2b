import { blog, content, defineCase, short, title, views } from "../../case.js";

export default defineCase({
  about:
    "A field is removed and one of the same shape is added without renamedFrom: a hint gives the line to add. There is no hint if the shapes differ or renamedFrom is set.",
  config: blog(),
  steps: [
    { config: blog({ fields: { headline: title, content } }), run: ["--dry-run"] },
    { config: blog({ fields: { headline: short, content } }), run: ["--dry-run"] },
    { config: blog({ fields: { headline: title, subtitle: title, content } }), run: ["--dry-run"] },
    {
      config: blog({ fields: { headline: { ...title, renamedFrom: "title" }, content } }),
      run: ["--dry-run"],
    },
    { config: blog({ fields: { title, content, views } }), run: ["--dry-run"] },
    { config: blog({ fields: { headline: title, content } }) },
    {},
  ],
});
