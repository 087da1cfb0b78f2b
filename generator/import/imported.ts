import type { EntityConfig, FieldConfig } from "../../runtime/config/config.js";
import type { ColumnField } from "../../runtime/database/schema/field-of-column.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored-schema.js";

/** What a configuration says of the tables of a database. */
export interface Imported {
  readonly entities: readonly ImportedEntity[];
  /** Why each table or view that is no entity is none, as a sentence. */
  readonly leftOut: readonly string[];
}

/** A table or view as the entity that describes it. */
export interface ImportedEntity {
  readonly name: string;
  readonly table: StoredTable;
  /** What a person has to know or to check, each a sentence. */
  readonly notes: readonly string[];
  readonly options: Omit<EntityConfig, "fields">;
  readonly keys: readonly TypedColumn[];
  /** In the order of the columns; without those that the server adds itself. */
  readonly fields: readonly ImportedField[];
}

export interface ImportedField {
  readonly name: string;
  readonly column: string;
  readonly notes: readonly string[];
  /** Undefined where the column is left out. */
  readonly options: FieldConfig | undefined;
}

/** A column, and what field it can be. */
export interface TypedColumn {
  readonly column: StoredColumn;
  readonly field: ColumnField;
}
