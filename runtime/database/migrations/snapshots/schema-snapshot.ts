import type { IndexOptions } from "../../../model/index-options.js";
import type { Field, TableEntity } from "../../../model/model.js";

/**
 * The tables of the configuration after a migration, for every dialect: the properties of tables and columns, without
 * permissions, API names or descriptions. Its JSON is the same on each machine.
 */
export interface SchemaSnapshot {
  readonly version: 1;
  /** The name of the migration before. `null` for the first. */
  readonly previous: string | null;
  /** In the order of their names. */
  readonly tables: readonly SnapshotTable[];
}

/** The tables of a snapshot, or none before the first. */
export type SnapshotTables = Pick<SchemaSnapshot, "tables">;

export interface SnapshotTable extends Pick<TableEntity, "table" | "schema"> {
  /** The columns of the primary key, in order. */
  readonly keys: readonly string[];
  readonly columns: readonly SnapshotColumn[];
  readonly foreignKeys: readonly SnapshotForeignKey[];
}

/** The options of a field that its column in a snapshot has too, in this order. */
export const columnOptions = [
  "filledBy",
  "maxLength",
  "precision",
  "scale",
  "zone",
  "storedAs",
  "of",
] as const;

/** The properties of a field that affect its column. Members with default values are left out. */
export interface SnapshotColumn
  extends
    Pick<Field, "column" | "type">,
    Partial<Pick<Field, (typeof columnOptions)[number] | "isNullable" | "values" | "default">>,
    IndexOptions {
  /** Set if the database generates the key by counting up. */
  readonly countsUp?: true;
}

export interface SnapshotForeignKey {
  readonly columns: readonly string[];
  readonly targetSchema: string | undefined;
  readonly targetTable: string;
}
