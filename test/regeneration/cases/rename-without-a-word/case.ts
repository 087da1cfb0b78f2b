import { blog, content, defineCase, short, title, views } from "../../case.js";

export default defineCase({
  about:
    "A field that goes while one of the same shape comes looks like a rename, and the line to add is told; fields of other shapes do not, nor does a rename that was said.",
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
