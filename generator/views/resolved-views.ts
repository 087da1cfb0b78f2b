import type { Entity } from "../../runtime/model/model.js";
import { generatedNames, importAs, nameGiver, type EntityNames } from "../naming.js";
import type { Tree } from "../artifacts.js";
import { knownLists } from "./list-views.js";
import { moduleFrom } from "./modules.js";
import { knownRelations } from "./relation-views.js";

/** The names of the entities in one file. */
type NamesIn = (entity: string) => EntityNames;

/**
 * The members of a record type for resolved records of other entities.
 * @param namesIn Those of the entity's schema file.
 */
export function resolvedViews(entity: Entity, namesIn: NamesIn) {
  const recordOf = (target: string) => `Partial<z.output<typeof ${namesIn(target).schema}>>`;
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
export function targetViews(entity: Entity, tree: Tree, namesIn: NamesIn) {
  return importedKinds(entity, tree).map(({ target, kinds }) => {
    const names = generatedNames({ name: target });
    const here = namesIn(target);
    return {
      imported: kinds.map((kind) => importAs(names[kind], here[kind])).join(", "),
      module: moduleFrom(tree.pathOf(entity.name, "schema"), tree.pathOf(target, "schema")),
    };
  });
}

/** The other entities of which a schema file imports something, and what. */
function importedKinds(entity: Entity, tree: Tree) {
  const resolved = [...entity.foreignKeys, ...entity.links].filter(
    ({ resolvedEntityName }) => resolvedEntityName !== undefined,
  );
  const schemas = new Set(resolved.map(({ targetEntityName }) => targetEntityName));
  const shapes = new Set(knownRelations(entity, tree).map(({ target }) => target.name));
  const lists = new Set(knownLists(entity, tree).map(({ target }) => target.name));
  return [...new Set([...schemas, ...shapes])]
    .filter((target) => target !== entity.name)
    .map((target) => ({
      target,
      kinds: [
        ...(schemas.has(target) ? (["schema"] as const) : []),
        ...(shapes.has(target) ? (["shape"] as const) : []),
        ...(lists.has(target) ? (["type", "newType", "changesType"] as const) : []),
      ],
    }));
}

/** The names in the schema file of an entity: aliases for those of other entities that the file has already. */
export function schemaFileNames(entity: Entity, tree: Tree): NamesIn {
  const own = generatedNames(entity);
  const declared: readonly string[] = Object.values(own);
  const give = nameGiver(declared);
  const names = new Map<string, EntityNames>([[entity.name, own]]);
  for (const { target, kinds } of importedKinds(entity, tree)) {
    const others = generatedNames({ name: target });
    const aliases = kinds.map((kind) => {
      const name = others[kind];
      return [kind, give(declared.includes(name) ? `${name}OfReads` : name)] as const;
    });
    names.set(target, { ...others, ...Object.fromEntries(aliases) });
  }
  return (target) => names.get(target) ?? generatedNames({ name: target });
}
