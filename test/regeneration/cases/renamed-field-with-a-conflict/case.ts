import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about:
    "A field is renamed and its type changed where you have edited it: in conflict under the new name; settled, it is done.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const newBlogpostSchema = z.object({\n  title: field.string(),",
          "export const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 50 }),",
        ),
      ],
      config: blog({ fields: { headline: { ...short, renamedFrom: "title" }, content } }),
    },
    {},
    { edits: [transform(schema, "theirs")] },
  ],
});
