import type { EntityConfig, FieldConfig } from "../../runtime/config/config.js";
import type { ColumnField } from "../../runtime/database/schema/stored/field-of-column.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import type { Entity } from "../../runtime/model/model.js";

/** The tables of a database, described as a configuration. */
export interface ImportedTables {
  readonly entities: readonly ImportedEntity[];
  /** One sentence for each table or view that is left out, with the reason. */
  readonly leftOut: readonly string[];
}

/**
 * A table, with what another tool's file says about it. Columns have their stored names there. A step that returns
 * another object for a table spreads it, so that the hints stay.
 */
export interface ImportTable extends StoredTable {
  readonly hints?: TableHints;
}

export interface TableHints {
  readonly entityName?: string;
  readonly fieldNames?: ReadonlyMap<string, string>;
  /** The name of the referenced record, by the `keyOfColumns` of the foreign key. */
  readonly resolvedNames?: ReadonlyMap<string, string>;
  /** The name of the inverse relation, by the `keyOfColumns` of the foreign key. */
  readonly inverseNames?: ReadonlyMap<string, string>;
  /** The columns that the file names as fields. They are not left out for looking like secrets. */
  readonly shown?: ReadonlySet<string>;
  /** Why a column gets no field. */
  readonly leftOut?: ReadonlyMap<string, string>;
  readonly notes?: readonly string[];
}

/** Identifies the columns of a foreign key in a map, in any order. */
export function keyOfColumns(columns: readonly string[]): string {
  return JSON.stringify(columns.toSorted());
}

/** A table or view, described as an entity. */
export interface ImportedEntity {
  readonly name: string;
  readonly table: ImportTable;
  /** The entity that the existing configuration has for the table. */
  readonly configured: Entity | undefined;
  /** Notes that the developer should read or check. */
  readonly notes: readonly string[];
  readonly options: Omit<EntityConfig, "fields">;
  readonly keys: readonly TypedColumn[];
  /** In the order of the columns, without those that the server adds itself. */
  readonly fields: readonly ImportedField[];
}

export interface ImportedField {
  readonly name: string;
  readonly column: string;
  readonly notes: readonly string[];
  /** `undefined` if the column is left out. */
  readonly options: FieldConfig | undefined;
  /** Whether it is left out because it looks like a secret. */
  readonly isSecret?: boolean;
}

/** A column and the field type that fits it. */
export interface TypedColumn {
  readonly column: StoredColumn;
  readonly field: ColumnField;
}
