import { groupRows } from "../../../model/values/group-rows.js";
import type { PartRow } from "./part-row.js";
import type { StoredForeignKey } from "./stored-schema.js";

/** One column of a foreign key, as read from a catalog in the order of the key. */
export interface ForeignKeyRow extends PartRow {
  readonly column: string;
  readonly targetSchema: string;
  readonly targetTable: string;
  readonly targetColumn: string;
  /** ` on delete …` */
  readonly actions?: string;
}

/** Groups the rows of one table into its foreign keys. */
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
