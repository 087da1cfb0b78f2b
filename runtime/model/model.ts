import type { AuthSettings, PasswordRules } from "./auth-settings.js";
import type { FieldTypeName, FieldValue } from "./field-type.js";
import type { EntityHooks } from "./hooks.js";
import type { ServerSettings } from "./server-settings.js";

/** What a configuration means, checked and complete. Frozen: everything else is derived from it. */
export interface Model {
  readonly database: DatabaseSettings;
  readonly server: ServerSettings;
  /** Who the callers are; undefined where every caller is a guest. */
  readonly auth: AuthSettings | undefined;
  /** In the order of the configuration; `user` at the end, where the configuration does not have it. */
  readonly entities: readonly Entity[];
  /** What is stored: the entities, the tables that join them, and those of the server itself. */
  readonly tables: readonly Entity[];
  /** Where creates that are done once are remembered; undefined where none are. */
  readonly idempotency: IdempotencySettings | undefined;
  /** The table in which every write leaves an entry; undefined where none does. */
  readonly audit: Entity | undefined;
  /** Where the tokens that give others are remembered; undefined where there are none. */
  readonly refreshTokens: RefreshTokenSettings | undefined;
  /** By lower-case name: names are matched without regard to case. */
  readonly entitiesByName: ReadonlyMap<string, Entity>;
  /** What of the configuration has no effect any more, or protects nothing, in a sentence each. */
  readonly warnings: readonly string[];
}

/** How creates are remembered by their `Idempotency-Key`. Times are in milliseconds. */
export interface IdempotencySettings {
  readonly table: Entity;
  /** How long an answer is kept. */
  readonly keepTime: number;
  /** How long a create counts as running, if nothing more is heard of it. */
  readonly claimTime: number;
}

/** How sessions are remembered that can be gone on with. Times are in milliseconds. */
export interface RefreshTokenSettings {
  readonly table: Entity;
  /** How long a token is good that nobody uses. */
  readonly lifetime: number;
  /** How long a session may be gone on with since its log-in. */
  readonly sessionLifetime: number;
}

/** How to reach the database. Times are in milliseconds. */
export interface DatabaseSettings {
  readonly dialect: DialectName;
  /** SQLite: the file's path or `:memory:`. Empty where a connection string says it. */
  readonly name: string;
  readonly connectionString: string | undefined;
  readonly host: string | undefined;
  readonly port: number | undefined;
  /** SQL Server: the name of the instance, instead of a port. */
  readonly instanceName: string | undefined;
  readonly userName: string | undefined;
  readonly password: string | undefined;
  /** SQL Server: how to log in otherwise than by name and password, as the driver takes it. */
  readonly authentication: Readonly<Record<string, unknown>> | undefined;
  /** Whether the connection must be encrypted; undefined for the dialect's own rule. */
  readonly encrypt: boolean | undefined;
  readonly trustServerCertificate: boolean;
  /** The certificates, as PEM text, of who may have signed the server's; undefined for those that Node trusts. */
  readonly certificateAuthority: string | undefined;
  /** SQL Server: whether reads go to a readable replica. */
  readonly readsFromReplica: boolean;
  readonly schema: SchemaMode;
  readonly durability: Durability;
  readonly pool: PoolSettings;
  readonly connectTimeout: number;
  readonly statementTimeout: number;
  /** How long a statement waits for a lock. */
  readonly lockTimeout: number;
}

export interface PoolSettings {
  readonly max: number;
  readonly min: number;
  /** How long a request waits for a connection. */
  readonly waitTimeout: number;
  /** How many requests may wait for one. */
  readonly maxQueue: number;
  /** How long a connection that nobody uses is kept. */
  readonly idleTimeout: number;
}

export const schemaModes = ["create", "verify", "off"] as const;
/** Whether missing tables and columns are made at start, only looked for, or not even that. */
export type SchemaMode = (typeof schemaModes)[number];

export const durabilities = ["full", "relaxed"] as const;
/** Whether a write that has been answered is on the disk, or may be lost if the machine stops all at once. */
export type Durability = (typeof durabilities)[number];

export const dialectNames = ["mssql", "sqlite", "postgres", "mysql"] as const;
export type DialectName = (typeof dialectNames)[number];

export const operations = ["read", "create", "update", "delete"] as const;
export type Operation = (typeof operations)[number];

/** Who may do each operation. An operation with no entry is allowed to nobody. */
export type Policy = Readonly<Record<Operation, readonly Permission[]>>;

/** A role that may do an operation with all fields of all records, or with some of them. */
export type Permission = string | PermissionRule;

export interface PermissionRule {
  readonly role: string;
  /** The fields that the role may read or set. Default: all. */
  readonly fields?: { readonly include?: readonly string[]; readonly exclude?: readonly string[] };
  /** The records: a condition whose values may be `@user.id` and `@user.<claim>`. Default: all. */
  readonly where?: string;
}

export interface Entity {
  readonly name: string;
  readonly table: string;
  readonly schema: string | undefined;
  /** The names that the table may still have from before a rename. None if the configuration names the table itself. */
  readonly formerTables: readonly string[];
  readonly description: string | undefined;
  /** Its name before, for generated code. */
  readonly renamedFrom: string | undefined;
  /** All of them, those that the system manages too, in the order of records. */
  readonly fields: readonly Field[];
  /** By lower-case name. */
  readonly fieldsByName: ReadonlyMap<string, Field>;
  /** The lists of other records that a record has, in tables of their own. */
  readonly links: readonly Link[];
  /** The fields that identify a record together: at least one. */
  readonly keys: Keys;
  /** Whether it is never written: a view, or a table that is somebody else's. */
  readonly isReadOnly: boolean;
  readonly policy: Policy;
  /** The field that says whose record it is; undefined where records are nobody's. */
  readonly ownerField: Field | undefined;
  /** What holds for users; undefined for any other entity. */
  readonly users: PasswordRules | undefined;
  readonly hooks: EntityHooks;
  readonly readValidator: ReadValidator | undefined;
  readonly writeValidator: WriteValidator | undefined;
  readonly limits: Limits;
  /** Whether a field that a body may not set is a mistake (true) or ignored (false). */
  readonly strictBody: boolean;
  /** Whether updates and deletes over HTTP must say which version they mean. */
  readonly requiresPrecondition: boolean;
}

export type Keys = readonly [Field, ...Field[]];

export interface Limits {
  /** The most records that one page may hold. */
  readonly maxTake: number;
  /** The most records that a page may leave out before it. */
  readonly maxSkip: number;
  /** The largest body, in bytes after decompression. */
  readonly maxBodyBytes: number;
  readonly maxJsonDepth: number;
  readonly maxJsonKeys: number;
  /** In characters after decoding, like that of one value. */
  readonly maxConditionLength: number;
  readonly maxConditionTerms: number;
  readonly maxConditionValueLength: number;
}

export interface Field {
  readonly name: string;
  readonly column: string;
  /** The name that the column may still have from before a rename. `undefined` if the configuration names the column itself. */
  readonly formerColumn: string | undefined;
  readonly type: FieldTypeName;
  readonly isNullable: boolean;
  /** Whether a create must supply it. */
  readonly isRequired: boolean;
  /** Whether a create may supply it. */
  readonly isCreatable: boolean;
  /** Whether an update may change it. */
  readonly isEditable: boolean;
  /** Whether records carry it: not a secret, nor what the server keeps for itself. */
  readonly isReadable: boolean;
  /** The roles that may set it over HTTP, whatever the permissions say; undefined for all. Nobody sets it for themselves. */
  readonly settableBy: readonly string[] | undefined;
  readonly isUnique: boolean;
  readonly isIndexed: boolean;
  /** Of a text that is a key: a record whose key is empty would have no path. */
  readonly minLength: 1 | undefined;
  /** In UTF-16 code units, so that it holds whichever way a database counts. */
  readonly maxLength: number | undefined;
  /**
   * For `decimal`: how many digits in all, and how many of them after the point; infinite where any are taken. For
   * `datetime`: how many digits of a second.
   */
  readonly precision: number | undefined;
  readonly scale: number | undefined;
  /** The name of the form in which the database keeps it, where that is not the one of its type. */
  readonly storedAs: string | undefined;
  /** The closed list of values, if there is one. */
  readonly values: readonly FieldValue[] | undefined;
  readonly default: FieldValue | undefined;
  readonly foreignKey: ForeignKey | undefined;
  readonly description: string | undefined;
  /** Its name before, for generated code. */
  readonly renamedFrom: string | undefined;
  /** What the server adds: the key, unless configured fields are that, the times, the owner; to users the name that is compared, and the version of their tokens. */
  readonly system: "key" | "createdat" | "updatedat" | "ownerid" | "usernamekey" | "tokenversion" | undefined;
}

export interface ForeignKey {
  readonly targetEntityName: string;
  readonly resolvedEntityName: string;
}

/** A list of records of another entity that a record has: the ids are read and written, and the records read with them. */
export interface Link {
  /** The member with the ids. */
  readonly name: string;
  /** The member with the records. */
  readonly resolvedEntityName: string;
  readonly targetEntityName: string;
  /** The table that joins them. */
  readonly table: Entity;
  /** The fields of that table, which are its key together: whose the link is, and what it points to. */
  readonly sourceField: Field;
  readonly targetField: Field;
  readonly isRequired: boolean;
  readonly isCreatable: boolean;
  readonly isEditable: boolean;
  readonly description: string | undefined;
  /** Its name before, for generated code. */
  readonly renamedFrom: string | undefined;
}

/** A user's id, as tokens carry it; null for a caller without one. */
export type UserId = number | string | null;

/** Gives a condition that every record must meet to be read by this caller; undefined or "" for none. */
export type ReadValidator = (roles: readonly string[], userId: UserId) => string | undefined;

/** Says whether this caller may do this write. */
export type WriteValidator = (
  action: Exclude<Operation, "read">,
  roles: readonly string[],
  userId: UserId,
  /** The record as it stands in the database; null for a create. */
  dbRecord: Readonly<Record<string, unknown>> | null,
  /** The checked input; null for a delete. */
  inputRecord: Readonly<Record<string, unknown>> | null,
) => boolean | Promise<boolean>;
