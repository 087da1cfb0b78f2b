import { DumpError } from "../errors/dump-error.js";
import type { Entity, Field, ForeignKey } from "../model/model.js";

/** A table in the order in which its rows can be written. */
export interface TableInOrder {
  readonly table: Entity;
  /** The fields that are null at first, and set once the rows that they refer to exist. */
  readonly late: readonly Field[];
}

/**
 * Puts tables in the order of their foreign keys. A circle is broken at a nullable foreign key.
 * @throws {DumpError} for a circle of foreign keys that are all required.
 */
export function orderTables(tables: readonly Entity[]): readonly TableInOrder[] {
  const late = new Set<ForeignKey>();
  const open = new Set(tables);
  const ordered: Entity[] = [];
  const targetOf = ({ targetEntityName }: ForeignKey) =>
    [...open].find(({ name }) => name === targetEntityName);
  const waiting = (table: Entity) =>
    table.foreignKeys.filter((foreignKey) => {
      const target = targetOf(foreignKey);
      return target !== undefined && target !== table && !late.has(foreignKey);
    });
  for (const table of tables)
    for (const foreignKey of table.foreignKeys)
      if (foreignKey.targetEntityName === table.name && mayWait(foreignKey, table)) late.add(foreignKey);
  while (open.size > 0) {
    const next = [...open].find((table) => waiting(table).length === 0);
    if (next === undefined) {
      late.add(openCircle([...open][0] as Entity, waiting, targetOf));
      continue;
    }
    open.delete(next);
    ordered.push(next);
  }
  return ordered.map((table) => ({
    table,
    late: table.fields.filter((field) =>
      table.foreignKeys.some(
        (foreignKey) => late.has(foreignKey) && lateFields(foreignKey, table).includes(field),
      ),
    ),
  }));
}

function lateFields({ fields }: ForeignKey, { keys }: Entity): readonly Field[] {
  return fields.filter((field) => field.isNullable && !keys.includes(field));
}

function mayWait(foreignKey: ForeignKey, table: Entity): boolean {
  return lateFields(foreignKey, table).length > 0;
}

/** Follows a circle of foreign keys, and returns a nullable one. */
function openCircle(
  from: Entity,
  waiting: (table: Entity) => readonly ForeignKey[],
  targetOf: (foreignKey: ForeignKey) => Entity | undefined,
): ForeignKey {
  const path: { readonly table: Entity; readonly foreignKey: ForeignKey }[] = [];
  for (let table: Entity | undefined = from; table !== undefined;) {
    const begin = path.findIndex((step) => step.table === table);
    if (begin !== -1) {
      const circle = path.slice(begin);
      const found = circle.find((step) => mayWait(step.foreignKey, step.table));
      if (found !== undefined) return found.foreignKey;
      const names = [...circle.map((step) => step.table.name), table.name].join(" → ");
      throw new DumpError(
        `The entities ${names} refer to each other by required fields, so none of them can be written first. Make one of these foreign keys nullable for the import.`,
      );
    }
    // A nullable foreign key breaks the circle, if possible.
    const keys = waiting(table);
    const owner: Entity = table;
    const foreignKey: ForeignKey | undefined = keys.find((key) => !mayWait(key, owner)) ?? keys[0];
    if (foreignKey === undefined) break;
    path.push({ table, foreignKey });
    table = targetOf(foreignKey);
  }
  throw new Error("No circle of foreign keys was found.");
}
