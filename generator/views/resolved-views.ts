import type { Entity } from "../../runtime/model/model.js";
import { generatedNames } from "../naming.js";
import type { Tree } from "../artifacts.js";
import { knownLists, type ListTypes } from "./list-views.js";
import { moduleFrom } from "./modules.js";
import { knownRelations } from "./relation-views.js";

/** A member of a record type for resolved records of another entity. */
export interface ResolvedView {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

/** The imports from another entity's schema. */
export interface TargetView {
  readonly imported: string;
  readonly module: string;
}

export function resolvedViews(entity: Entity): readonly ResolvedView[] {
  const recordOf = (target: string) => `Partial<z.output<typeof ${schemaOf(target, entity)}>>`;
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

/** The other entities that a record resolves, and those that its relations lead to. */
export function targetViews(entity: Entity, tree: Tree): readonly TargetView[] {
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
      const imported = [
        ...(schemas.has(target) ? [importedAs(names.schema, schemaOf(target, entity))] : []),
        ...(shapes.has(target) ? [importedAs(names.shape, shapeName(target, entity))] : []),
        ...(lists.has(target) ? listImports(target, entity) : []),
      ];
      return {
        imported: imported.join(", "),
        module: moduleFrom(tree.pathOf(entity.name, "schema"), tree.pathOf(target, "schema")),
      };
    });
}

function listImports(target: string, entity: Entity): readonly string[] {
  const names = generatedNames({ name: target });
  const { type, newType, changesType } = listTypesOf(target, entity);
  return [
    importedAs(names.type, type),
    importedAs(names.newType, newType),
    importedAs(names.changesType, changesType),
  ];
}

function importedAs(name: string, alias: string): string {
  return name === alias ? name : `${name} as ${alias}`;
}

/** The name of another entity's schema in this file. */
function schemaOf(target: string, entity: Entity): string {
  return nameIn(entity, target, generatedNames({ name: target }).schema);
}

/** The name of the shape of an entity in this file. */
export function shapeName(target: string, entity: Entity): string {
  return nameIn(entity, target, generatedNames({ name: target }).shape);
}

/** The names of another entity's types in this file. */
export function listTypesOf(target: string, entity: Entity): ListTypes {
  const { type, newType, changesType } = generatedNames({ name: target });
  const own = (name: string) => nameIn(entity, target, name);
  return { type: own(type), newType: own(newType), changesType: own(changesType) };
}

/** A name of another entity: an alias if the file declares the same name. */
function nameIn(entity: Entity, target: string, name: string): string {
  const own: readonly string[] = Object.values(generatedNames(entity));
  return target !== entity.name && own.includes(name) ? `${name}OfReads` : name;
}
