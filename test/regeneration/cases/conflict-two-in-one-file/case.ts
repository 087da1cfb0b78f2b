import { blog, content, defineCase, limitTitle, schema, short } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about: "Every conflict of a file is listed with its line, in the first run and while it is unresolved.",
  config: blog(),
  steps: [
    {
      edits: [
        limitTitle,
        replace(schema, "  content: field.richtext(),", "  content: field.richtext({ maxLength: 50 }),"),
      ],
      config: blog({ fields: { title: short, content: { ...content, maxLength: 5000 } } }),
    },
    {},
  ],
});
