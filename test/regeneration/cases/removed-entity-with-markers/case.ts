import { blog, defineCase, entity, short, tag } from "../../case.js";
import { replace } from "../../edits.js";

export default defineCase({
  about:
    "An entity with an unresolved conflict is removed: the file stays as your own, and the conflict is no longer pending.",
  config: blog({}, { tag }),
  steps: [
    {
      edits: [
        replace(
          "tag/tag.schema.ts",
          "export const tagSchema = z.object({\n  id: field.int(),\n  label: field.string(),",
          "export const tagSchema = z.object({\n  id: field.int(),\n  label: field.string({ maxLength: 50 }),",
        ),
      ],
      config: blog({}, { tag: entity({ fields: { label: short } }) }),
    },
    { config: blog() },
    { run: "status" },
  ],
});
