import type { FieldTypeName, FieldValue } from "../model/field-type.js";
import type { DialectName, Operation, ReadValidator, WriteValidator } from "../model/model.js";

/** A configuration, as it is written. See the README for what each key does. */
export interface Config {
  readonly database: DatabaseConfig;
  readonly entities: Readonly<Record<string, EntityConfig>>;
  readonly server?: ServerConfig | undefined;
  /** Whether a body's unknown or non-editable fields are a mistake (true) or ignored (false, the default). */
  readonly strictBody?: boolean | undefined;
}

export interface DatabaseConfig {
  readonly dialect: DialectName;
  /** SQLite: the path of the file, relative to the working directory, or `:memory:`. */
  readonly name: string;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly userName?: string | undefined;
  readonly password?: string | undefined;
  /** SQLite: how long a statement waits for another process's lock, in milliseconds. Default 5000. */
  readonly busyTimeout?: number | undefined;
}

export interface ServerConfig {
  /** The address to listen on. Default: every address of the machine, as Express does. */
  readonly host?: string | undefined;
  /** The most records that one page may hold. Default 1000. */
  readonly maxTake?: number | undefined;
  /** The largest body, in bytes. Default 102400 (100 KiB). */
  readonly maxBodyBytes?: number | undefined;
}

export interface EntityConfig {
  readonly fields: Readonly<Record<string, FieldConfig>>;
  /** The roles that may do each operation; a missing operation is allowed to nobody. Without users, every caller is `guest`. */
  readonly permissions: Readonly<Partial<Record<Operation, readonly string[] | undefined>>>;
  /** The table's name. Default: the entity's. */
  readonly table?: string | undefined;
  /** The schema that the table is in, for databases that have schemas. */
  readonly schema?: string | undefined;
  readonly description?: string | undefined;
  /** The name that the entity had before: `generate` then renames it in your code too. Tables are not touched. */
  readonly renamedFrom?: string | undefined;
  /** What the server adds to every record. */
  readonly systemFields?: SystemFieldsConfig | undefined;
  /** A larger limit for this entity's bodies than `server.maxBodyBytes`. */
  readonly maxBodyBytes?: number | undefined;
  readonly readValidator?: ReadValidator | undefined;
  readonly writeValidator?: WriteValidator | undefined;
}

export interface SystemFieldsConfig {
  /** The type of the key: a number that the database counts up (`int`, the default), or a random `uuid`. */
  readonly id?: "int" | "uuid" | undefined;
  /** Whether records carry the time of their creation. Default true. */
  readonly createdat?: boolean | undefined;
  /** Whether records carry the time of their last change. Default true. */
  readonly updatedat?: boolean | undefined;
}

export interface FieldConfig {
  readonly type: FieldTypeName;
  /** Whether an update may change it. */
  readonly isEditable: boolean;
  /** Whether a create must supply it; such a field is never null. */
  readonly isRequired: boolean;
  readonly foreignKey?: ForeignKeyConfig | null | undefined;
  /** Whether a create ignores it, so that it begins as its default or null. Default false. */
  readonly isIgnoredOnCreate?: boolean | undefined;
  /** The most characters of a text, in UTF-16 code units. Default 255 for `string`, none for `text` and `richtext`. */
  readonly maxLength?: number | undefined;
  /** For `decimal`: how many digits in all. Default 38. */
  readonly precision?: number | undefined;
  /** For `decimal`: how many digits after the point. Default 10. */
  readonly scale?: number | undefined;
  /** The closed list of values that it may have. */
  readonly values?: readonly FieldValue[] | undefined;
  /** What a create sets where the body has no value. */
  readonly default?: FieldValue | undefined;
  readonly isUnique?: boolean | undefined;
  readonly isIndexed?: boolean | undefined;
  /** The column's name. Default: the field's. */
  readonly column?: string | undefined;
  readonly description?: string | undefined;
  /** The name that the field had before: `generate` then renames it in your code too. Columns are not touched. */
  readonly renamedFrom?: string | undefined;
}

export interface ForeignKeyConfig {
  readonly targetEntityName: string;
  /** The name under which records carry the record that the key points to. */
  readonly resolvedEntityName: string;
}

/**
 * Gives the configuration back as it is, with its literal types kept: editors complete it, and the records of
 * `api.repository(name)` are typed by it. It is checked by `new DataApi(config)` and by every command.
 */
export function defineConfig<const C extends Config>(config: C): C {
  return config;
}
