import type { Entity } from "../../runtime/model/model.js";
import { namesOf } from "../naming.js";
import type { Tree } from "../outputs.js";
import { moduleFrom } from "./modules.js";

/** What a record carries of other records, as a member of its type. */
export interface ResolvedView {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

/** A schema of another entity, as an import. */
export interface TargetView {
  readonly imported: string;
  readonly module: string;
}

export function resolvedViews(entity: Entity): readonly ResolvedView[] {
  const recordOf = (target: string) => `Partial<z.output<typeof ${schemaOf(target, entity)}>>`;
  return [
    ...entity.fields.flatMap(({ name, foreignKey, system }) => {
      if (foreignKey === undefined) return [];
      const { resolvedEntityName, targetEntityName } = foreignKey;
      const which =
        system === "ownerid" ? "The user who created this record" : `The record that \`${name}\` points to`;
      const doc = `${which}, as far as the caller may read it.`;
      return [{ name: resolvedEntityName, type: `${recordOf(targetEntityName)} | null`, doc }];
    }),
    ...entity.links.map(({ name, resolvedEntityName, targetEntityName }) => ({
      name: resolvedEntityName,
      type: `${recordOf(targetEntityName)}[]`,
      doc: `The records that \`${name}\` lists, as far as the caller may read them.`,
    })),
  ];
}

/** Each entity that a record carries something of, but for its own. */
export function targetViews(entity: Entity, { pathOf }: Tree): readonly TargetView[] {
  const keys = [...entity.fields.flatMap(({ foreignKey }) => foreignKey ?? []), ...entity.links];
  const targets = new Set(keys.map(({ targetEntityName }) => targetEntityName));
  targets.delete(entity.name);
  return [...targets].map((target) => {
    const { schema } = namesOf({ name: target });
    const name = schemaOf(target, entity);
    return {
      imported: name === schema ? schema : `${schema} as ${name}`,
      module: moduleFrom(pathOf(entity.name, "schema"), pathOf(target, "schema")),
    };
  });
}

/** What an entity's file calls the schema of another: by another name where it has something of that name itself. */
function schemaOf(target: string, entity: Entity): string {
  const { schema } = namesOf({ name: target });
  const own: readonly string[] = Object.values(namesOf(entity));
  return target !== entity.name && own.includes(schema) ? `${schema}OfReads` : schema;
}
