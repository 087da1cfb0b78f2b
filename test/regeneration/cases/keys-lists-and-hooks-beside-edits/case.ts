import type { EntityConfig } from "data-api";
import { blog, defineCase, repository, schema, tag, title } from "../../case.js";
import { replace } from "../../edits.js";

const open = { isEditable: true, isRequired: false } as const;
const fields = (list: string, renamedFrom?: string): EntityConfig["fields"] => ({
  title,
  parentid: {
    type: "int",
    ...open,
    foreignKey: { targetEntityName: "blogpost", resolvedEntityName: "parent" },
  },
  [list]: {
    type: "int",
    ...open,
    renamedFrom,
    foreignKey: {
      targetEntityName: "tag",
      resolvedEntityName: "tags",
      isManyToMany: true,
      joinTable: "tagged",
    },
  },
});

export default defineCase({
  about:
    "Foreign keys, lists and hooks are added and removed beside your edits. A list is renamed in your edits too.",
  config: blog({ fields: { title } }, { tag }),
  steps: [
    {
      edits: [
        replace(schema, "title: field.string(),", "title: field.string().trim(),"),
        replace(repository, "> {}", "> {\n  latest() {\n    return this.find({ take: 1 });\n  }\n}"),
      ],
      config: blog(
        {
          fields: fields("tagids"),
          hooks: { beforeCreate: () => undefined, afterUpdate: () => undefined },
        },
        { tag },
      ),
    },
    {
      edits: [
        replace(
          repository,
          "return this.entity.hooks.beforeCreate?.(event);",
          'const { tagids = [] } = event.input;\n    if (tagids.length > 9) throw new Error("Too many tags.");\n    return this.entity.hooks.beforeCreate?.(event);',
        ),
      ],
      config: blog(
        { fields: fields("labelids", "tagids"), hooks: { beforeCreate: () => undefined } },
        { tag },
      ),
    },
    { config: blog({ fields: { title }, hooks: { beforeCreate: () => undefined } }, { tag }) },
  ],
  broken: "the edit of a hook goes on using the list that is gone",
});
