import type { Entity, Field, Link } from "../../runtime/model/model.js";
import { onceForEach } from "../../runtime/model/once-for-each.js";
import { generatedNames } from "../naming.js";
import { entityArtifacts } from "../outputs.js";
import { defaultPath } from "../artifacts.js";
import type { Names } from "../renaming/kinds.js";
import type { Words } from "../renaming/rename-code.js";
import type { EntityState } from "../files/state.js";

/** The name that the files of an entity were last generated under, if it differs from its current name. */
export function formerName(entity: Entity, states: ReadonlyMap<string, EntityState>): string | undefined {
  const hasFiles = (name: string): boolean => Object.keys(states.get(name)?.files ?? {}).length > 0;
  if (hasFiles(entity.name)) return undefined;
  if (entity.renamedFrom !== undefined && hasFiles(entity.renamedFrom)) return entity.renamedFrom;
  // A change of case only is also a rename.
  return [...states.keys()].find(
    (name) => name !== entity.name && name.toLowerCase() === entity.name.toLowerCase(),
  );
}

/** The new names, keyed by kind and former name: `field:title`. */
export type Renames = Words;

export const noRenames: Renames = new Map();

/** The renames that the files of an entity need. */
export function renamesOf(
  entity: Entity,
  former: string | undefined,
  state: EntityState | undefined,
): Renames {
  const fields = fieldRenames(entity, state);
  const columns = fields.filter(([, name]) =>
    entity.fields.some((field) => field.name === name && field.column === name),
  );
  return new Map([
    ...(former === undefined ? [] : entityRenames(entity, former)),
    ...fields.map(([before, after]) => [`field:${before}`, after] as const),
    ...columns.map(([before, after]) => [`column:${before}`, after] as const),
  ]);
}

/** What each name in the generated files stands for, including former names. */
export function namesKnown(entity: Entity, renames: Renames): Names {
  const names = generatedNames(entity);
  const known = (...now: readonly string[]): ReadonlySet<string> =>
    new Set([
      ...now,
      ...[...renames]
        .filter(([key, name]) => /^(name|table):/.test(key) && now.includes(name))
        .map(([key]) => key.slice(key.indexOf(":") + 1)),
    ]);
  return {
    records: known(names.type, names.newType, names.changesType),
    rows: known(names.tableType),
    schemas: known(names.schema, names.newSchema, names.changesSchema),
    repositories: known(names.repository),
    tables: known(entity.table),
  };
}

/** A field is renamed once: if the files were generated with its former name and without its new one. */
function fieldRenames(
  entity: Entity,
  state: EntityState | undefined,
): readonly (readonly [string, string])[] {
  const renamed = membersOf(entity).filter(({ renamedFrom }) => renamedFrom !== undefined);
  if (renamed.length === 0) return [];
  const known = new Set(state?.fields);
  return renamed.flatMap(({ name, renamedFrom }) =>
    renamedFrom !== undefined && known.has(renamedFrom) && !known.has(name)
      ? [[renamedFrom, name] as const]
      : [],
  );
}

/** The fields and lists of an entity that the configuration defines. */
export const membersOf = onceForEach(({ fields, links }: Entity): readonly (Field | Link)[] => [
  ...fields.filter(({ system }) => system === undefined),
  ...links,
]);

function entityRenames(entity: Entity, former: string): readonly (readonly [string, string])[] {
  const before = Object.values(generatedNames({ ...entity, name: former })) as readonly string[];
  const after = Object.values(generatedNames(entity)) as readonly string[];
  return [
    ...before.map((name, index) => [`name:${name}`, after[index] ?? name] as const),
    ...entityArtifacts.map(
      (artifact) => [`module:${moduleOf(former, artifact)}`, moduleOf(entity.name, artifact)] as const,
    ),
    // A table named after its entity is renamed with it, unless the configuration names the table.
    ...(entity.table === entity.name ? [[`table:${former}`, entity.table] as const] : []),
    [`entity:${former}`, entity.name],
  ];
}

function moduleOf(entity: string, artifact: (typeof entityArtifacts)[number]): string {
  return `./${defaultPath(entity, artifact).split("/").pop()?.replace(/\.ts$/, ".js") ?? ""}`;
}
