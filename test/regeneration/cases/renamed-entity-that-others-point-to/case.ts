import { blog, defineCase, entity, schema, tag, title } from "../../case.js";
import { replace } from "../../edits.js";

const tagid = (targetEntityName: string) =>
  ({
    type: "int",
    isEditable: true,
    isRequired: false,
    foreignKey: { targetEntityName, resolvedEntityName: "tag" },
  }) as const;

export default defineCase({
  about: "An entity is renamed: an edited file that imports it uses the new name.",
  config: blog({ fields: { title, tagid: tagid("tag") } }, { tag }),
  steps: [
    {
      edits: [
        replace(
          schema,
          "title: field.string(),\n  tagid: field.int().nullable()",
          "title: field.string().trim(),\n  tagid: field.int().nullable()",
        ),
      ],
    },
    {
      config: blog(
        { fields: { title, tagid: tagid("label") } },
        { label: entity({ fields: { label: title }, renamedFrom: "tag" }) },
      ),
    },
  ],
});
