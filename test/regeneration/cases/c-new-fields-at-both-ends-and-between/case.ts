import { blog, content, defineCase, schema, title } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "A new field is inserted after the field that precedes it in the configuration, even if you added or moved members.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "  title: field.string(),\n  content: field.richtext(),\n  createdat",
          "  content: field.richtext(),\n  mine: z.string().optional(),\n  title: field.string(),\n  createdat",
        ),
      ],
      config: blog({ fields: { first: title, title, middle: title, content, last: title } }),
    },
  ],
});
