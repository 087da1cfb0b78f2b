import type { Entity } from "../../runtime/model/model.js";
import { generatedNames, type EntityNames } from "../naming.js";
import type { Tree } from "../artifacts.js";
import { knownLists } from "./list-views.js";
import { moduleFrom } from "./modules.js";
import { knownRelations } from "./relation-views.js";

/** The members of a record type for resolved records of other entities. */
export function resolvedViews(entity: Entity) {
  const recordOf = (target: string) => `Partial<z.output<typeof ${entityNamesIn(entity, target).schema}>>`;
  return [
    ...entity.foreignKeys.flatMap(({ fields, resolvedEntityName, targetEntityName }) => {
      if (resolvedEntityName === undefined) return [];
      const names = fields.map(({ name }) => `\`${name}\``).join(" and ");
      const which =
        fields[0].system === "ownerid"
          ? "The user who created this record"
          : `The record that ${names} point${fields.length === 1 ? "s" : ""} to`;
      const doc = `${which}, as far as the caller may read it.`;
      return [{ name: resolvedEntityName, type: `${recordOf(targetEntityName)} | null`, doc }];
    }),
    ...entity.links.flatMap(({ name, resolvedEntityName, targetEntityName }) => {
      if (resolvedEntityName === undefined) return [];
      const doc = `The records that \`${name}\` lists, as far as the caller may read them.`;
      return [{ name: resolvedEntityName, type: `${recordOf(targetEntityName)}[]`, doc }];
    }),
  ];
}

/** The imports from the schemas of the entities that a record resolves, and of those that its relations lead to. */
export function targetViews(entity: Entity, tree: Tree) {
  const resolved = [...entity.foreignKeys, ...entity.links].filter(
    ({ resolvedEntityName }) => resolvedEntityName !== undefined,
  );
  const schemas = new Set(resolved.map(({ targetEntityName }) => targetEntityName));
  const shapes = new Set(knownRelations(entity, tree).map(({ target }) => target.name));
  const lists = new Set(knownLists(entity, tree).map(({ target }) => target.name));
  return [...new Set([...schemas, ...shapes])]
    .filter((target) => target !== entity.name)
    .map((target) => {
      const names = generatedNames({ name: target });
      const here = entityNamesIn(entity, target);
      const imported = [
        ...(schemas.has(target) ? (["schema"] as const) : []),
        ...(shapes.has(target) ? (["shape"] as const) : []),
        ...(lists.has(target) ? (["type", "newType", "changesType"] as const) : []),
      ];
      return {
        imported: imported
          .map((kind) => (names[kind] === here[kind] ? names[kind] : `${names[kind]} as ${here[kind]}`))
          .join(", "),
        module: moduleFrom(tree.pathOf(entity.name, "schema"), tree.pathOf(target, "schema")),
      };
    });
}

/** The names of another entity in this file: aliases for those that the file declares itself. */
export function entityNamesIn(entity: Entity, target: string): EntityNames {
  const names = generatedNames({ name: target });
  if (target === entity.name) return names;
  const own: readonly string[] = Object.values(generatedNames(entity));
  const aliased = Object.entries(names as Readonly<Record<keyof EntityNames, string>>).map(([kind, name]) => [
    kind,
    own.includes(name) ? `${name}OfReads` : name,
  ]);
  return Object.fromEntries(aliased) as EntityNames;
}
