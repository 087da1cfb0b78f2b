import type { Entity } from "../../runtime/model/model.js";
import { namesOf } from "../naming.js";
import type { Tree } from "../artifacts.js";
import { moduleFrom } from "./modules.js";

/** A member of a record type for resolved records of another entity. */
export interface ResolvedView {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
}

/** The imported schema of another entity. */
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

/** The other entities that a record resolves. */
export function targetViews(entity: Entity, { pathOf }: Tree): readonly TargetView[] {
  const resolved = [...entity.foreignKeys, ...entity.links].filter(
    ({ resolvedEntityName }) => resolvedEntityName !== undefined,
  );
  const targets = new Set(resolved.map(({ targetEntityName }) => targetEntityName));
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

/** The name of another entity's schema in this file: an alias if the file declares the same name. */
function schemaOf(target: string, entity: Entity): string {
  const { schema } = namesOf({ name: target });
  const own: readonly string[] = Object.values(namesOf(entity));
  return target !== entity.name && own.includes(schema) ? `${schema}OfReads` : schema;
}
