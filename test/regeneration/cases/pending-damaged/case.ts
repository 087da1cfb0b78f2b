import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace, transform, write } from "../../edits.js";

export default defineCase({
  about:
    "The record of a pending conflict is damaged: the resolved file is merged with the baseline from before the conflict.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 50 }),",
        ),
      ],
      config: blog({ fields: { title: short, content } }),
    },
    { edits: [transform(schema, "theirs"), write(".data-api/pending/blogpost/schema.json", "null")] },
  ],
});
