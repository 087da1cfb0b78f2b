import { blog, content, defineCase, schema, short } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about:
    "A field that you edited is renamed and changed by the configuration: the conflict has the new name. Resolving it completes the rename.",
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
      config: blog({ fields: { headline: { ...short, renamedFrom: "title" }, content } }),
    },
    {},
    { edits: [transform(schema, "theirs")] },
  ],
});
