import type { Field, TableEntity } from "../../model/model.js";

/**
 * The tables that the configuration wants after a migration, for every dialect: what a table and its columns
 * need, and nothing of permissions, names of the API or descriptions. Its JSON is the same on each machine.
 */
export interface SchemaSnapshot {
  readonly version: 1;
  /** The name of the migration before. `null` for the first. */
  readonly previous: string | null;
  /** In the order of their names. */
  readonly tables: readonly SnapshotTable[];
}

export interface SnapshotTable extends Pick<TableEntity, "table" | "schema"> {
  /** The columns of the primary key, in order. */
  readonly keys: readonly string[];
  readonly columns: readonly SnapshotColumn[];
  readonly foreignKeys: readonly SnapshotForeignKey[];
}

/** What of a field concerns its column. Members that are as usual are left out. */
export interface SnapshotColumn
  extends
    Pick<Field, "column" | "type">,
    Partial<
      Pick<
        Field,
        | "isNullable"
        | "isUnique"
        | "isIndexed"
        | "filledBy"
        | "maxLength"
        | "precision"
        | "scale"
        | "zone"
        | "storedAs"
        | "of"
        | "values"
        | "default"
      >
    > {
  /** Set if the database generates the key by counting up. */
  readonly countsUp?: true;
}

export interface SnapshotForeignKey {
  readonly columns: readonly string[];
  readonly targetSchema: string | undefined;
  readonly targetTable: string;
}
