import type { IndexKind } from "../../../model/index-options.js";
import { groupRows } from "../../../model/values/group-rows.js";
import type { StoredForeignKey, StoredIndex, StoredTable, StoredTrigger } from "./stored-schema.js";

/** A row of a catalog about a part of a table: a column, an index, a constraint or a trigger. */
export interface PartRow {
  readonly schema: string;
  readonly table: string;
  readonly name: string;
}

/** One column of a primary key or an index, as read from a catalog in the order of the key. */
export interface IndexRow extends PartRow {
  /** `null` for an expression. */
  readonly column: string | null;
  readonly kind: IndexKind | "primary";
}

/**
 * The primary key and the other indexes of a table. An index on an expression is left out.
 * @param describe What else its rows say about an index.
 */
export function toKeys<R extends Pick<IndexRow, "name" | "column" | "kind">>(
  rows: readonly R[],
  describe: (parts: readonly [R, ...R[]]) => Pick<StoredIndex, "isPartial"> & Partial<StoredIndex>,
): Pick<StoredTable, "primaryKey" | "indexes"> {
  const keys = rows.filter(({ kind }) => kind === "primary");
  const others = rows.filter(({ kind }) => kind !== "primary");
  const indexes = groupRows(others, ({ name }) => name).flatMap((parts) => {
    const [{ name, kind }] = parts;
    const columns = parts.flatMap(({ column }) => column ?? []);
    const isPlain = columns.length === parts.length;
    return isPlain ? [{ name, columns, isUnique: kind === "unique", ...describe(parts) }] : [];
  });
  return { primaryKey: keys.flatMap(({ column }) => column ?? []), indexes };
}

/** One column of a foreign key, as read from a catalog in the order of the key. */
export interface ForeignKeyRow extends PartRow {
  readonly column: string;
  readonly targetSchema: string;
  readonly targetTable: string;
  readonly targetColumn: string;
  /** ` on delete …` */
  readonly actions?: string;
}

export function toForeignKeys(rows: readonly ForeignKeyRow[]): readonly StoredForeignKey[] {
  return groupRows(rows, ({ name }) => name).map((parts) => {
    const [{ name, targetSchema, targetTable, actions }] = parts;
    return {
      name,
      columns: parts.map(({ column }) => column),
      targetSchema,
      targetTable,
      ...(actions !== undefined && { actions }),
      targetColumns: parts.map(({ targetColumn }) => targetColumn),
    };
  });
}

/** A trigger of new or changed rows, as a catalog query gives it. */
export interface TriggerRow extends PartRow {
  readonly timing: string;
  /** `update` if it runs for changed rows only. */
  readonly event: string;
  /** `null` if the caller may not see it. */
  readonly body: string | null;
}

export function toTriggers(rows: readonly TriggerRow[]): readonly StoredTrigger[] {
  return rows.map(({ name, timing, event, body }) => ({
    name,
    timing: toTiming(timing),
    ...(event === "update" && { isOfUpdate: true }),
    body: body ?? "",
  }));
}

/** `BEFORE`, `AFTER` or `INSTEAD OF`, in any case. */
function toTiming(text: string): StoredTrigger["timing"] {
  const [word = ""] = text.toLowerCase().split(/\s/);
  return word === "after" || word === "instead" ? word : "before";
}
