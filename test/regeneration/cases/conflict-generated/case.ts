import { blog, content, defineCase, limitTitle, schema, short, views } from "../../case.js";
import { before } from "../../edits.js";

export default defineCase({
  about:
    "--on-conflict=generated replaces your declaration with the generated one, with a warning. Other edits stay.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle, before(schema, "export type Blogpost =", "export const pageSize = 20;\n\n")],
      config: blog({ fields: { title: short, views, content } }),
      run: ["--on-conflict", "generated"],
    },
    {},
  ],
});
