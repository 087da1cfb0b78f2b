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
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string(),",
          "export const blogpostSchema = z.object({\n  id: field.int(),\n  title: field.string({ maxLength: 100 }),",
        ),
        remove(".data-api/state"),
      ],
      run: ["--check"],
    },
    {},
    { run: ["--check"] },
  ],
});
