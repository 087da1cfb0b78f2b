import { blog, defineCase, schema } from "../../case.js";
import { remove, replace } from "../../edits.js";

export default defineCase({
  about: "--check also reports an outdated .data-api folder.",
  config: blog(),
  steps: [
    {
      edits: [
        replace(
          schema,
          "export const newBlogpostSchema = z.object({\n  title: field.string(),",
          "export const newBlogpostSchema = z.object({\n  title: field.string({ maxLength: 100 }),",
        ),
        remove(".data-api/state"),
      ],
      run: ["--check"],
    },
    {},
    { run: ["--check"] },
  ],
});
