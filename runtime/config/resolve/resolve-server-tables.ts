import type { DatabaseSettings, Entity, Field, Model, Webhook } from "../../model/model.js";
import { authShape, refreshTokensShape } from "../../model/settings/auth-settings.js";
import { changesShape } from "../../model/settings/changes-settings.js";
import { databaseShape } from "../../model/settings/database-settings.js";
import { parseOptions } from "../../model/settings/option.js";
import { LOCK_TABLE } from "../../model/names.js";
import { idempotencyShape, serverShape } from "../../model/settings/server-settings.js";
import type { Config } from "../config.js";
import { internalTable } from "../internal-table.js";
import { byName } from "./resolve-field.js";
import { resolveLimits } from "./resolve-server.js";
import { serverField } from "./resolve-system-fields.js";
import { resolveWebhooks } from "./resolve-webhooks.js";

/**
 * The parts of the configuration that decide which tables the server needs, including the entities that `auth` adds.
 */
type TablesConfig = Pick<Config, "auth" | "changes" | "entities" | "server" | "webhooks"> & {
  readonly database?: Config["database"] | undefined;
};

/** Whether this is the default name of an internal table. */
export function isServerTable(name: string): boolean {
  const options = serverTableOptions({
    server: { idempotency: true, audit: true },
    auth: { refreshTokens: true, apiKeys: true },
    webhooks: [{ url: "", events: [""] }],
    entities: {},
  });
  const tables = Object.values(options).flatMap((each) => (each === false ? [] : [each.table]));
  return [...tables, HISTORY_TABLE, LOCK_TABLE, importProgress.table].includes(name.toLowerCase());
}

/** The options of the features that need a table. `false` for a feature that is off. */
export function serverTableOptions(config: TablesConfig) {
  const { idempotency, audit } = parseOptions(serverShape, config.server);
  return {
    idempotency: idempotency ?? (remembersByDefault(config) && parseOptions(idempotencyShape)),
    audit,
    ...accountOptions(config.auth),
    ...outboxOptions(config),
  };
}

/** The tables of users' sessions, keys and single-use tokens. */
function accountOptions(auth: TablesConfig["auth"]) {
  const { refreshTokens, sessions, apiKeys, messages, secondFactor, passkeys, providers } = parseOptions(
    authShape,
    auth,
  );
  const isByCookie = sessions === "cookie";
  const ofSessions = refreshTokens || (isByCookie && parseOptions(refreshTokensShape));
  const needsTokens =
    [apiKeys, secondFactor].some((feature) => feature !== false) ||
    [messages, passkeys].some((feature) => feature !== undefined) ||
    Object.keys(providers).length > 0;
  return {
    sessions: ofSessions && { ...ofSessions, isByCookie },
    accountTokens: needsTokens && { table: "data_api_token" },
  };
}

/** The tables of changes. Webhooks need them too, even if no client may follow changes. */
function outboxOptions({ changes, webhooks = [] }: Pick<TablesConfig, "changes" | "webhooks">) {
  const hasWebhooks = webhooks.length > 0;
  const kept = changes || (hasWebhooks && { entities: [NO_ENTITY] });
  const outbox = parseOptions(changesShape, kept);
  return {
    outbox,
    outboxState: outbox && { table: `${outbox.table}_state` },
    webhooks: hasWebhooks && { table: "data_api_webhooks" },
    deliveries: hasWebhooks && { table: "data_api_deliveries" },
  };
}

/** Stands for the entities that clients may follow where there are none: no entity has this name. */
const NO_ENTITY = "-";

/** Idempotency is on by default if the server or a migration creates the table, and an entity allows creates. */
function remembersByDefault({ database, entities }: TablesConfig): boolean {
  const isCreatable = Object.values(entities).some(
    ({ isReadOnly, permissions }) => isReadOnly !== true && (permissions.create ?? []).length > 0,
  );
  const schema = databaseShape.shape.schema.parse(database?.schema);
  return (schema === "create" || schema === "migrations") && isCreatable;
}

/** The server's internal tables. The API never exposes them. */
export function resolveServerTables(
  config: TablesConfig,
  database: DatabaseSettings,
): Pick<
  Model,
  "idempotency" | "audit" | "sessions" | "accountTokens" | "outbox" | "webhooks" | "migrationHistory"
> {
  const { idempotency, audit, sessions, accountTokens, outbox, outboxState, webhooks, deliveries } =
    serverTableOptions(config);
  const hooks = resolveWebhooks(config);
  return {
    idempotency: idempotency
      ? {
          table: serverTable(idempotency.table, idempotencyFields),
          keepTime: idempotency.keepHours * 3_600_000,
          claimTime: claimTime(database),
        }
      : undefined,
    audit: audit ? serverTable(audit.table, auditFields) : undefined,
    sessions: sessions
      ? {
          table: serverTable(sessions.table, sessionFields),
          isByCookie: sessions.isByCookie,
          lifetime: sessions.lifetimeInDays * DAY,
          sessionLifetime: sessions.sessionLifetimeInDays * DAY,
        }
      : undefined,
    accountTokens: accountTokens ? serverTable(accountTokens.table, accountTokenFields) : undefined,
    outbox:
      outbox && outboxState
        ? {
            table: serverTable(outbox.table, outboxFields),
            state: serverTable(outboxState.table, outboxStateFields),
            entityNames: followedEntities(outbox.entities, hooks, config.entities),
            keepTime: outbox.keepHours * 3_600_000,
            interval: outbox.interval,
            alarmRows: outbox.alarmRows,
          }
        : undefined,
    webhooks:
      webhooks && deliveries
        ? {
            hooks,
            table: serverTable(webhooks.table, webhookFields),
            deliveries: serverTable(deliveries.table, deliveryFields),
          }
        : undefined,
    migrationHistory: serverTable(HISTORY_TABLE, historyFields),
  };
}

/** In milliseconds. */
const DAY = 86_400_000;

/** The tolerated clock difference between servers, in milliseconds, before a running create counts as lost. */
const CLOCK_MARGIN = 10_000;

/** When a running create counts as lost: later than the slowest create, which waits for all timeouts and retries. */
function claimTime({ pool, lockTimeout, statementTimeout }: DatabaseSettings): number {
  return 2 * (pool.waitTimeout + lockTimeout + statementTimeout) + CLOCK_MARGIN;
}

/** Names have at most this length, so that every database can index them. */
const NAME_LENGTH = 255;

/** Keys are hashes of fixed length, so that every database can index them. */
const HASH_LENGTH = 43;

const idempotencyFields: Fields = [
  column("keyhash", { type: "string", maxLength: HASH_LENGTH }),
  column("fingerprint", { type: "string", maxLength: HASH_LENGTH }),
  column("token", { type: "string", maxLength: HASH_LENGTH }),
  column("expiresat", { type: "datetime", isIndexed: true }),
  column("answer", { type: "text", isNullable: true }),
];

const auditFields: Fields = [
  column("id", { type: "uuid" }),
  column("at", { type: "datetime", isIndexed: true }),
  column("requestid", { type: "string", maxLength: 128, isNullable: true }),
  column("userid", { type: "string", maxLength: 255, isNullable: true }),
  column("roles", { type: "string", maxLength: 255, isNullable: true }),
  column("entity", { type: "string", maxLength: 255 }),
  column("recordid", { type: "text", isNullable: true }),
  column("operation", { type: "string", maxLength: 16 }),
  column("outcome", { type: "string", maxLength: 64 }),
];

/** One row for each log-in. Tokens and cookies are stored as hashes only. */
const sessionFields: Fields = [
  column("sessionhash", { type: "string", maxLength: HASH_LENGTH }),
  column("userid", { type: "string", maxLength: 255, isIndexed: true }),
  column("tokenversion", { type: "string", maxLength: 64, isNullable: true }),
  column("currenthash", { type: "string", maxLength: HASH_LENGTH }),
  column("previoushash", { type: "string", maxLength: HASH_LENGTH, isNullable: true }),
  column("changedat", { type: "datetime" }),
  column("endsat", { type: "datetime" }),
  column("expiresat", { type: "datetime", isIndexed: true }),
  // Null for sessions from before these columns.
  column("id", { type: "string", maxLength: HASH_LENGTH, isNullable: true, isIndexed: true }),
  column("device", { type: "string", maxLength: 255, isNullable: true }),
  column("createdat", { type: "datetime", isNullable: true }),
];

/**
 * One row for each key, link, challenge and credential of a user. A purpose says what a token is for, and no other use
 * accepts it. Secrets are stored as hashes only.
 */
const accountTokenFields: Fields = [
  column("id", { type: "string", maxLength: HASH_LENGTH }),
  column("purpose", { type: "string", maxLength: 32 }),
  column("hash", { type: "string", maxLength: HASH_LENGTH, isNullable: true }),
  column("userid", { type: "string", maxLength: 255, isNullable: true, isIndexed: true }),
  column("createdat", { type: "datetime" }),
  // Null: never.
  column("expiresat", { type: "datetime", isNullable: true, isIndexed: true }),
  column("usedat", { type: "datetime", isNullable: true }),
  column("tries", { type: "int" }),
  // JSON.
  column("data", { type: "text", isNullable: true }),
];

/** One row for each change of a record. Servers give it a batch after its commit, and read the batches in order. */
const outboxFields: Fields = [
  column("id", { type: "uuid" }),
  column("at", { type: "datetime" }),
  column("entity", { type: "string", maxLength: 255 }),
  column("recordid", { type: "text" }),
  column("operation", { type: "string", maxLength: 16 }),
  column("former", { type: "text", isNullable: true }),
  column("batch", { type: "bigint", isNullable: true, isIndexed: true }),
];

const outboxStateFields: Fields = [
  column("name", { type: "string", maxLength: NAME_LENGTH }),
  column("epoch", { type: "string", maxLength: 64 }),
  column("batch", { type: "bigint" }),
  column("removed", { type: "bigint" }),
];

/** One row for each webhook. */
const webhookFields: Fields = [
  column("name", { type: "string", maxLength: 64 }),
  // The changes up to this batch have their deliveries.
  column("epoch", { type: "string", maxLength: 64 }),
  column("batch", { type: "bigint" }),
  column("offat", { type: "datetime", isNullable: true }),
  column("offreason", { type: "string", maxLength: 255, isNullable: true }),
  // How many deliveries were sent again by command.
  column("resent", { type: "int" }),
];

/**
 * One row for each change and webhook. Of each record, only the first delivery that has not ended has a time for its next
 * try. The others wait for it.
 */
const deliveryFields: Fields = [
  column("id", { type: "uuid" }),
  column("webhook", { type: "string", maxLength: 64 }),
  column("place", { type: "bigint" }),
  // A hash of the entity and the key, because keys may be too long for an index.
  column("record", { type: "string", maxLength: HASH_LENGTH, isIndexed: true }),
  column("recordid", { type: "text" }),
  column("event", { type: "string", maxLength: 80 }),
  column("body", { type: "text" }),
  column("at", { type: "datetime" }),
  column("nextat", { type: "datetime", isNullable: true, isIndexed: true }),
  // The place of a delivery of the record that waits for this one.
  column("waiting", { type: "bigint", isNullable: true }),
  column("lease", { type: "uuid", isNullable: true }),
  column("tries", { type: "int" }),
  column("answer", { type: "string", maxLength: 255, isNullable: true }),
  column("doneat", { type: "datetime", isNullable: true, isIndexed: true }),
  column("deadat", { type: "datetime", isNullable: true, isIndexed: true }),
];

/** The names of the entities, as the configuration writes them. Names are matched case-insensitively. */
function followedEntities(
  names: readonly string[],
  hooks: readonly Webhook[],
  entities: Config["entities"],
): ReadonlySet<string> {
  const ofHooks = hooks.flatMap(({ events }) => [...events.keys()]);
  const wanted = [...names, ...ofHooks].map((name) => name.toLowerCase());
  return new Set(Object.keys(entities).filter((name) => wanted.includes(name.toLowerCase())));
}

/** The table of applied migrations. Only `data-api migrate` writes it. */
const HISTORY_TABLE = "data_api_migrations";

const historyFields: Fields = [
  column("name", { type: "string", maxLength: NAME_LENGTH }),
  column("checksum", { type: "string", maxLength: 64 }),
  column("direction", { type: "string", maxLength: 4 }),
  column("startedat", { type: "datetime" }),
  column("finishedat", { type: "datetime", isNullable: true }),
  column("duration", { type: "int" }),
  column("appliedby", { type: "string", maxLength: 255 }),
  column("steps", { type: "int" }),
  column("stepsdone", { type: "int" }),
  column("isinflight", { type: "boolean" }),
  column("donechecksum", { type: "string", maxLength: 64 }),
  column("error", { type: "text", isNullable: true }),
];

/** The first field is the key. */
type Fields = readonly [Field, ...Field[]];

function column(name: string, options: Pick<Field, "type"> & Partial<Field>): Field {
  const { isNullable = false } = options;
  return serverField(name, { isRequired: !isNullable, isCreatable: true, isEditable: true, ...options });
}

function serverTable(name: string, fields: Fields): Entity {
  return {
    ...internalTable,
    name,
    table: name,
    schema: undefined,
    fields,
    fieldsByName: byName(fields),
    keys: [fields[0]],
    limits: resolveLimits({}),
    strictBody: false,
    requiresPrecondition: false,
  };
}

/** The table with the progress of `data-api import`: a row for each table. It exists until the import is done. */
export const importProgress: Entity = serverTable("data_api_import", [
  column("name", { type: "string", maxLength: NAME_LENGTH }),
  column("checksum", { type: "string", maxLength: 64 }),
  column("inserted", { type: "bigint" }),
  column("updated", { type: "bigint" }),
]);
