import type {
  DatabaseSettings,
  Entity,
  Field,
  IdempotencySettings,
  Keys,
  RefreshTokenSettings,
} from "../model/model.js";
import type { Config } from "./config.js";
import { internalTable } from "./internal-table.js";
import { byName } from "./resolve-field.js";
import { optionsOf, resolveLimits } from "./resolve-server.js";
import { systemField } from "./resolve-system-fields.js";

/** What says which tables the server has, with the effective entities. */
type TablesConfig = Pick<Config, "auth" | "entities" | "server"> & {
  readonly database?: Config["database"] | undefined;
};

const IDEMPOTENCY_TABLE = "data_api_idempotency";
const AUDIT_TABLE = "data_api_audit";
const REFRESH_TABLE = "data_api_refresh";

/** Whether a table of this name is the server's own, unless a configuration says otherwise. */
export function isServerTable(name: string): boolean {
  return [IDEMPOTENCY_TABLE, AUDIT_TABLE, REFRESH_TABLE].includes(name.toLowerCase());
}

/** The names of the server's own tables; undefined for one that there is not. */
export function serverTableNames(
  config: TablesConfig,
): Readonly<Record<"idempotency" | "audit" | "refreshTokens", string | undefined>> {
  const { server = {}, auth } = config;
  const idempotency = optionsOf(server.idempotency ?? remembersByDefault(config));
  const audit = optionsOf(server.audit);
  const refreshTokens = optionsOf(auth?.refreshTokens);
  return {
    idempotency: idempotency && (idempotency.table ?? IDEMPOTENCY_TABLE),
    audit: audit && (audit.table ?? AUDIT_TABLE),
    refreshTokens: refreshTokens && (refreshTokens.table ?? REFRESH_TABLE),
  };
}

/** Where the start may make the table, and there is something to create. */
function remembersByDefault({ database, entities }: TablesConfig): boolean {
  const isCreatable = Object.values(entities).some(
    ({ isReadOnly, permissions }) => isReadOnly !== true && (permissions.create ?? []).length > 0,
  );
  return (database?.schema ?? "create") === "create" && isCreatable;
}

/** The tables that the server has for itself: nobody sees them through the API. */
export function resolveServerTables(
  config: TablesConfig,
  database: DatabaseSettings,
): {
  readonly idempotency: IdempotencySettings | undefined;
  readonly audit: Entity | undefined;
  readonly refreshTokens: RefreshTokenSettings | undefined;
} {
  const names = serverTableNames(config);
  const { keepHours = 24 } = optionsOf(config.server?.idempotency) ?? {};
  const { lifetimeInDays = 14, sessionLifetimeInDays = 90 } = optionsOf(config.auth?.refreshTokens) ?? {};
  return {
    idempotency:
      names.idempotency === undefined
        ? undefined
        : {
            table: serverTable(names.idempotency, idempotencyFields),
            keepTime: keepHours * 3_600_000,
            claimTime: claimTime(database),
          },
    audit: names.audit === undefined ? undefined : serverTable(names.audit, auditFields),
    refreshTokens:
      names.refreshTokens === undefined
        ? undefined
        : {
            table: serverTable(names.refreshTokens, refreshFields),
            lifetime: lifetimeInDays * DAY,
            sessionLifetime: sessionLifetimeInDays * DAY,
          },
  };
}

/** In milliseconds. */
const DAY = 86_400_000;

/** How far the clocks of servers may be apart, in milliseconds, before one takes another's running create for lost. */
const CLOCK_MARGIN = 10_000;

/** Longer than a create takes that has to wait for all that can be waited for, and is tried again. */
function claimTime({ pool, lockTimeout, statementTimeout }: DatabaseSettings): number {
  return 2 * (pool.waitTimeout + lockTimeout + statementTimeout) + CLOCK_MARGIN;
}

/** Of hashes of fixed length is the key made, so that every database can index it. */
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

/** A row for each log-in; of the tokens themselves nothing but hashes. */
const refreshFields: Fields = [
  column("sessionhash", { type: "string", maxLength: HASH_LENGTH }),
  column("userid", { type: "string", maxLength: 255 }),
  column("tokenversion", { type: "string", maxLength: 64, isNullable: true }),
  column("currenthash", { type: "string", maxLength: HASH_LENGTH }),
  column("previoushash", { type: "string", maxLength: HASH_LENGTH, isNullable: true }),
  column("changedat", { type: "datetime" }),
  column("endsat", { type: "datetime" }),
  column("expiresat", { type: "datetime", isIndexed: true }),
];

/** The first is the key. */
type Fields = readonly [Field, ...Field[]];

function column(name: string, options: Pick<Field, "type"> & Partial<Field>): Field {
  const { isNullable = false } = options;
  return {
    ...systemField,
    name,
    column: name,
    isRequired: !isNullable,
    isCreatable: true,
    isEditable: true,
    system: undefined,
    ...options,
  };
}

function serverTable(name: string, fields: Fields): Entity {
  const keys: Keys = [fields[0]];
  return {
    ...internalTable,
    name,
    table: name,
    schema: undefined,
    fields,
    fieldsByName: byName(fields),
    links: [],
    keys,
    limits: resolveLimits({}),
    strictBody: false,
    requiresPrecondition: false,
  };
}
