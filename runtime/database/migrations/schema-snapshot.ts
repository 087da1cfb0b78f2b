import type { Entity, Field } from "../../model/model.js";

/**
 * The tables that the configuration wants after a migration, for every dialect: what a table and its columns
 * need, and nothing of permissions, names of the API or descriptions. Its JSON is the same on each machine.
 */
export interface SchemaSnapshot {
  readonly version: 1;
  /** The name of the migration before. `null` for the first. */
  readonly previous: string | null;
  readonly tables: readonly SnapshotTable[];
}

export interface SnapshotTable extends Pick<Entity, "table" | "schema"> {
  /** The columns of the primary key, in order. */
  readonly keys: readonly string[];
  readonly columns: readonly SnapshotColumn[];
  readonly foreignKeys: readonly SnapshotForeignKey[];
}

/** What of a field concerns its column. Members that are as usual are left out of the JSON. */
export interface SnapshotColumn
  extends
    Pick<Field, "column" | "type">,
    Partial<
      Pick<
        Field,
        | "isNullable"
        | "isUnique"
        | "isIndexed"
        | "isCreatable"
        | "filledBy"
        | "minLength"
        | "maxLength"
        | "precision"
        | "scale"
        | "zone"
        | "storedAs"
        | "of"
        | "values"
        | "default"
      >
    > {}

export interface SnapshotForeignKey {
  readonly columns: readonly string[];
  readonly targetSchema: string | undefined;
  readonly targetTable: string;
}
