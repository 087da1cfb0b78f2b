import { blog, content, defineCase, entity, schema, short, withEntities } from "../../case.js";
import { replace, transform } from "../../edits.js";

export default defineCase({
  about:
    "An entity is renamed and one file is in conflict: files and names are still renamed, and the conflict is resolved as usual.",
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
      config: withEntities({
        article: entity({ renamedFrom: "blogpost", fields: { title: short, content } }),
      }),
    },
    {},
    { edits: [transform("article/article.schema.ts", "theirs")] },
    { run: "status" },
  ],
});
