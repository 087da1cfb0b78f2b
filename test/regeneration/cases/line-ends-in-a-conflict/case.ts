import { blog, content, defineCase, limitTitle, schema, short } from "../../case.js";
import { transform } from "../../edits.js";

export default defineCase({
  about: "In a file with CRLF, conflict markers end with CRLF too.",
  config: blog(),
  steps: [
    {
      edits: [limitTitle, transform(schema, "crlf")],
      config: blog({ fields: { title: short, content } }),
    },
  ],
});
