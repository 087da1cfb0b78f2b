import type { ConfigWarning } from "../errors/config-error.js";
import type { AuthSettings, PasswordRules } from "./settings/auth-settings.js";
import type { DatabaseSettings } from "./settings/database-settings.js";
import type { EndpointFamily } from "./endpoint-families.js";
import type { Field } from "./field.js";
import type { OwnOperation } from "./own-operation.js";
import type { EntityHooks } from "./hooks.js";
import type { Operation } from "./operation.js";
import type { EntitySettings, entityOptionNames, permissionRuleShape } from "./settings/entity-shape.js";
import type { Every, Settings } from "./settings/option.js";
import type { Limits, ServerSettings } from "./settings/server-settings.js";
import type { SurfaceSettings } from "./settings/surface-settings.js";
import type { WebhookSettings } from "./settings/webhooks-settings.js";

export type { DatabaseSettings, Durability, PoolSettings } from "./settings/database-settings.js";
export type { DialectName } from "./settings/dialect-facts.js";
export type { Limits } from "./settings/server-settings.js";

export type { Field } from "./field.js";
export { operations, type Operation } from "./operation.js";
export type { ReadValidator, WriteValidator } from "./validators.js";
export type { UserId } from "./settings/auth-settings.js";

/** A checked and complete configuration. It is frozen; everything else is derived from it. */
export interface Model extends SurfaceSettings {
  readonly database: DatabaseSettings;
  readonly server: ServerSettings;
  /** The authentication settings. `undefined` if every caller is anonymous. */
  readonly auth: AuthSettings | undefined;
  /** The families of endpoints that entities have. */
  readonly endpoints: readonly EndpointFamily[];
  /** The operations of the configuration, in its order. */
  readonly ownOperations: readonly OwnOperation[];
  /** In the order of the configuration. `user` comes last if the configuration does not contain it. */
  readonly entities: readonly Entity[];
  /** All stored tables: the entities, their join tables and the server's internal tables. */
  readonly tables: readonly Entity[];
  /** The store of idempotency keys. `undefined` if they are off. */
  readonly idempotency: IdempotencySettings | undefined;
  /** The audit table. `undefined` if auditing is off. */
  readonly audit: Entity | undefined;
  /** The store of refresh tokens. `undefined` if they are off. */
  readonly sessions: SessionSettings | undefined;
  /** The table of users' keys and single-use tokens. `undefined` if no option needs it. */
  readonly accountTokens: Entity | undefined;
  /** The table of changes. `undefined` if nothing follows them. */
  readonly outbox: OutboxSettings | undefined;
  /** The receivers of changes and their tables. `undefined` if there are none. */
  readonly webhooks: WebhooksModel | undefined;
  /** The table of applied migrations. It is not one of `tables`, because only migrations create it. */
  readonly migrationHistory: Entity;
  /** By lower-case name: names are matched case-insensitively. */
  readonly entitiesByName: ReadonlyMap<string, Entity>;
  /** Options that have no effect or protect nothing. */
  readonly warnings: readonly ConfigWarning[];
}

/** Settings for idempotency keys. Times are in milliseconds. */
export interface IdempotencySettings {
  /** The join table. */
  readonly table: Entity;
  /** How long an answer is kept. */
  readonly keepTime: number;
  /** A running create counts as lost after this time. */
  readonly claimTime: number;
}

/** Settings for sessions, which have refresh tokens or cookies. Times are in milliseconds. */
export interface SessionSettings {
  readonly table: Entity;
  readonly isByCookie: boolean;
  /** How long an unused session lasts. */
  readonly lifetime: number;
  /** How long a session lasts after its log-in. */
  readonly sessionLifetime: number;
}

/** Settings for the table of changes. Times are in milliseconds. */
export interface OutboxSettings {
  readonly table: Entity;
  /** One row: how far the changes have been put in order. */
  readonly state: Entity;
  /** The names of the entities whose changes are kept. */
  readonly entityNames: ReadonlySet<string>;
  /** How long a change is kept. */
  readonly keepTime: number;
  /** The time between two looks at the table. */
  readonly interval: number;
  /** The number of kept changes above which the server logs a warning. */
  readonly alarmRows: number;
}

/** The receivers of changes. */
export interface WebhooksModel {
  readonly hooks: readonly Webhook[];
  /** One row for each: up to which change it has deliveries, and whether it is off. */
  readonly table: Entity;
  /** One row for each delivery. */
  readonly deliveries: Entity;
}

/** A receiver of changes. */
export interface Webhook extends Omit<Every<WebhookSettings>, "name" | "events" | "secret" | "secrets"> {
  readonly name: string;
  /** The operations that are sent, by the name of the entity. */
  readonly events: ReadonlyMap<string, ReadonlySet<Exclude<Operation, "read">>>;
  /** One or more. */
  readonly secrets: readonly string[];
}

/** The roles that may do each operation. An operation without an entry is denied to all. */
export type Policy = Readonly<Record<Operation, readonly Permission[]>>;

/** A role that may do an operation: on all fields of all records, or on some of them. */
export type Permission = string | PermissionRule;

export type PermissionRule = Settings<typeof permissionRuleShape>;

/** An entity: its options with all defaults, and what follows from them and from the rest of the configuration. */
export interface Entity extends Every<Pick<EntitySettings, (typeof entityOptionNames)[number]>> {
  readonly name: string;
  readonly table: string;
  /** The names that the table may still have before a rename. None if the configuration names the table itself. */
  readonly formerTables: readonly string[];
  /** All fields, including system fields, in the order in which records have them. */
  readonly fields: readonly Field[];
  /** By lower-case name. */
  readonly fieldsByName: ReadonlyMap<string, Field>;
  /** In the order of the fields; those of several fields come last. */
  readonly foreignKeys: readonly ForeignKey[];
  /** The many-to-many lists of the entity, each in a join table. */
  readonly links: readonly Link[];
  /** The records of other entities that its records lead to. */
  readonly relations: readonly Relation[];
  /** The fields of the primary key. None if nothing identifies a record: such an entity is read-only. */
  readonly keys: readonly Field[];
  readonly policy: Policy;
  /** The field with the record's owner. `undefined` if records have no owner. */
  readonly ownerField: Field | undefined;
  /** The password rules of the users entity. `undefined` for other entities. */
  readonly users: PasswordRules | undefined;
  readonly hooks: EntityHooks;
  readonly limits: Limits;
  /** Whether a body with fields that cannot be set is rejected (true) or the fields are ignored (false). */
  readonly strictBody: boolean;
  /** Whether updates and deletes over HTTP require a precondition. */
  readonly requiresPrecondition: boolean;
}

/** The properties of an entity that determine its table. */
export interface TableEntity extends Pick<
  Entity,
  "name" | "table" | "schema" | "fields" | "keys" | "isReadOnly"
> {
  readonly foreignKeys: readonly TableForeignKey[];
}

/** The properties of a foreign key that determine the one of its table. */
export type TableForeignKey = Pick<ForeignKey, "fields" | "targetEntityName">;

/** A reference to a record of another entity. */
export interface ForeignKey {
  /** In the order of the target's key. */
  readonly fields: readonly [Field, ...Field[]];
  readonly targetEntityName: string;
  /** The member that holds the record. `undefined` if records only have the key. */
  readonly resolvedEntityName: string | undefined;
  /** The inverse relation, from the target to the records that refer to it. `undefined` if there is none. */
  readonly inverseName: string | undefined;
  /** Whether writes of the target may write the records of the inverse relation. */
  readonly isWritable: boolean;
}

/**
 * A relation from the records of an entity to those of another: along a foreign key or a many-to-many list, in either
 * direction.
 */
export interface Relation {
  readonly name: string;
  /** Whether it leads to a list of records, or to one record or none. */
  readonly isList: boolean;
  readonly target: Entity;
  /** The entity's fields that find the target's records. */
  readonly sourceFields: readonly Field[];
  /** The target's fields with the same values, in the same order. */
  readonly targetFields: readonly Field[];
  /** The join table between them, for many-to-many. Its fields find the source and the target, in this order. */
  readonly through:
    | { readonly table: Entity; readonly sourceField: Field; readonly targetField: Field }
    | undefined;
  /** Whether the foreign key, or the list, is a member of the target instead of this entity. */
  readonly isInverse: boolean;
  /** Whether a write of this entity's records may write the target's records. */
  readonly isWritable: boolean;
  /** The members that hold the foreign key, or the list. A caller who may not read them cannot use the relation. */
  readonly memberNames: readonly string[];
}

/** A many-to-many list of records of another entity. Writes take ids. Reads return ids and records. */
export interface Link {
  /** The member with the ids. */
  readonly name: string;
  /** The member with the records. `undefined` if records only have the ids. */
  readonly resolvedEntityName: string | undefined;
  /** The inverse relation, from the target to the records with the list. `undefined` if there is none. */
  readonly inverseName: string | undefined;
  readonly targetEntityName: string;
  readonly table: Entity;
  /** The fields of the join table, which are its key: the record with the list, and the record in it. */
  readonly sourceField: Field;
  readonly targetField: Field;
  readonly isRequired: boolean;
  readonly isCreatable: boolean;
  readonly isEditable: boolean;
  readonly label: string | undefined;
  readonly description: string | undefined;
  /** Its previous name, for generated code. */
  readonly renamedFrom: string | undefined;
}
