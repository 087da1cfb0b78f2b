import type { FieldTypeName, FieldValue } from "../model/field-type.js";
import type { IdentifyCaller } from "../model/auth-settings.js";
import type { EntityHooks } from "../model/hooks.js";
import type {
  DialectName,
  Durability,
  Operation,
  ReadValidator,
  SchemaMode,
  WriteValidator,
} from "../model/model.js";
import type { LogDestination, LogLevel } from "../model/server-settings.js";

/** A configuration, as it is written. See the README for what each key does. */
export interface Config {
  readonly database: DatabaseConfig;
  readonly entities: Readonly<Record<string, EntityConfig>>;
  /** Who the callers are. Without it every caller is a guest. */
  readonly auth?: AuthConfig | undefined;
  readonly server?: ServerConfig | undefined;
  /** Whether a body's unknown or non-editable fields are a mistake (true) or ignored (false, the default). */
  readonly strictBody?: boolean | undefined;
}

/** How to reach the database. Times are in milliseconds. */
export interface DatabaseConfig {
  readonly dialect: DialectName;
  /** The database's name. SQLite: the path of the file, relative to the working directory, or `:memory:`. */
  readonly name?: string | undefined;
  /** Default `localhost`. */
  readonly host?: string | undefined;
  /** Default: the one that the database usually has. */
  readonly port?: number | undefined;
  readonly userName?: string | undefined;
  readonly password?: string | undefined;
  /** All of the above in one, as the database's driver writes it; instead of them. */
  readonly connectionString?: string | undefined;
  /** Whether the connection is encrypted. Default true, but for a PostgreSQL or MySQL server on this machine. */
  readonly encrypt?: boolean | undefined;
  /** Whether any certificate of the server will do. Default false. */
  readonly trustServerCertificate?: boolean | undefined;
  /** The certificates, as PEM text, of who may have signed the server's. Default: those that Node.js trusts. */
  readonly certificateAuthority?: string | undefined;
  /** SQL Server: the name of the instance, instead of a port. */
  readonly instanceName?: string | undefined;
  /** SQL Server: a login of Entra ID or Windows, as the option `authentication` of tedious. */
  readonly authentication?: Readonly<Record<string, unknown>> | undefined;
  /** SQL Server: whether reads go to a readable replica (`ApplicationIntent=ReadOnly`), which may lag behind. Default false. */
  readonly readsFromReplica?: boolean | undefined;
  /**
   * What the start does about tables: `create` adds missing ones, and missing columns and indexes (the default); `verify`
   * only looks whether all fits; `off` trusts that it does.
   */
  readonly schema?: SchemaMode | undefined;
  readonly pool?: PoolConfig | undefined;
  /**
   * Whether a write that has been answered is on the disk (`full`, the default), or may be lost if the machine stops all at
   * once (`relaxed`).
   */
  readonly durability?: Durability | undefined;
  /** How long a new connection may take. Default 5000. */
  readonly connectTimeout?: number | undefined;
  /** How long a statement may run. Default 10000. Not for SQLite. */
  readonly statementTimeout?: number | undefined;
  /** How long a statement waits for a lock of somebody else's. Default 5000. */
  readonly lockTimeout?: number | undefined;
}

/** The connections that are kept open. Not for SQLite, which has one. */
export interface PoolConfig {
  /** How many at most. Default 10. */
  readonly max?: number | undefined;
  /** How many at least. Default 0. */
  readonly min?: number | undefined;
  /** How long a request waits for one, in milliseconds. Default 2000. */
  readonly waitTimeout?: number | undefined;
  /** How many requests may wait for one; the next is turned away at once. Default 100. */
  readonly maxQueue?: number | undefined;
  /** How long one that nobody uses is kept, in milliseconds. Default 30000. */
  readonly idleTimeout?: number | undefined;
}

/** The server and its limits. Times are in milliseconds, sizes in bytes. docs/production.md says what each limit answers. */
export interface ServerConfig {
  /** The address to listen on. Default: every address of the machine, as Express does. */
  readonly host?: string | undefined;
  /** The most records that one page may hold. Default 1000. */
  readonly maxTake?: number | undefined;
  /** The most records that a page may skip, because the database reads what it skips. Default 1000000. */
  readonly maxSkip?: number | undefined;
  /** The largest body, in bytes. Default 102400 (100 KiB). */
  readonly maxBodyBytes?: number | undefined;
  /** How deep the JSON of a body may be nested. Default 32. */
  readonly maxJsonDepth?: number | undefined;
  /** How many keys the objects of a body may have in all. Default 1000. */
  readonly maxJsonKeys?: number | undefined;
  /** The longest path with its query, as it is sent. Default 8192. */
  readonly maxUrlBytes?: number | undefined;
  /** The largest head of a request: its path and headers together. Default 16384 (16 KiB). */
  readonly maxHeaderBytes?: number | undefined;
  /** The longest condition, in characters after decoding. Default 4096. */
  readonly maxConditionLength?: number | undefined;
  /** How many comparisons a condition may have. Default 100. */
  readonly maxConditionTerms?: number | undefined;
  /** The longest value in a condition, in characters. Default 1024. */
  readonly maxConditionValueLength?: number | undefined;
  /** The largest answer, before compression. Default 10485760 (10 MiB). */
  readonly maxResponseBytes?: number | undefined;
  /** How long the head of a request may take to arrive. Default 15000. */
  readonly headersTimeout?: number | undefined;
  /** How long a whole request may take to arrive. Default 30000. */
  readonly requestTimeout?: number | undefined;
  /**
   * How long a connection is kept for the next request. Default 5000, and 65000 behind proxies (`trustProxy`): longer
   * than a balancer keeps it, so that it never sends a request into a connection that is being closed.
   */
  readonly keepAliveTimeout?: number | undefined;
  /** How long a connection may stay without a byte either way while a request runs or its answer is taken. Default 60000. */
  readonly stallTimeout?: number | undefined;
  /** How many connections may be open. Default 1000. */
  readonly maxConnections?: number | undefined;
  /** How late the event loop may be before requests are turned away; 0 never. Default 500. */
  readonly maxEventLoopDelay?: number | undefined;
  /** How often somebody may ask. Default: only logins are limited. */
  readonly rateLimit?: RateLimitConfig | undefined;
  /** How many proxies stand before this server, whose `X-Forwarded-For` is believed. Default 0: none. */
  readonly trustProxy?: number | undefined;
  /** The other sites whose pages may call this server from a browser. Default: none. */
  readonly cors?: CorsConfig | undefined;
  /** Whether answers are compressed, and from which size on. Default false. */
  readonly compression?: boolean | CompressionConfig | undefined;
  /** What is written about requests and faults. */
  readonly log?: LogConfig | undefined;
  /** Whether `GET /metrics` answers with figures for Prometheus. Default false. */
  readonly metrics?: boolean | MetricsConfig | undefined;
  /** Whether every write leaves an entry in a table, in the same transaction. Default false. */
  readonly audit?: boolean | AuditConfig | undefined;
  /** Whether a create with an `Idempotency-Key` is done once. Default true where the start may make tables (`database.schema`). */
  readonly idempotency?: boolean | IdempotencyConfig | undefined;
  /** Whether updates and deletes must say by `If-Match` which version they mean. Default false. */
  readonly requirePrecondition?: boolean | undefined;
  /** Whether the start succeeds although the database is away, and goes on trying. Default false; `data-api start` does so. */
  readonly startsWithoutDatabase?: boolean | undefined;
  /** After SIGTERM: how long requests are still taken, so that a balancer notices that the server is not ready. Default 5000. */
  readonly shutdownDelay?: number | undefined;
  /** How long running requests may take to end when the server stops. Default 20000. */
  readonly shutdownTimeout?: number | undefined;
}

/** How many requests are let through in a window of time. */
export interface RateConfig {
  readonly limit: number;
  /** The length of the window, in milliseconds. */
  readonly window: number;
}

/** How often somebody may ask; `false` for a limit that is not wanted. */
export interface RateLimitConfig {
  /** Requests of one address. Default 100 in 1000 ms, where there is `rateLimit`. */
  readonly addresses?: RateConfig | false | undefined;
  /** Requests of one known caller, from wherever. Default 100 in 1000 ms, where there is `rateLimit`. */
  readonly callers?: RateConfig | false | undefined;
  /** Failed logins of one address, and for one user name. Default 10 in 60000 ms. */
  readonly logins?: RateConfig | false | undefined;
  /** Counts in this Redis (`redis://host:6379`), for all servers together. Default: each process counts for itself. */
  readonly redis?: string | undefined;
}

export interface CorsConfig {
  /** The origins, `https://app.example.com`, or `"*"` for every site. */
  readonly origins: "*" | readonly string[];
  /** Whether browsers may send cookies along. Default false; never together with `"*"`. */
  readonly credentials?: boolean | undefined;
  /** How long a browser may remember what it is allowed, in seconds. Default 600. */
  readonly maxAge?: number | undefined;
}

export interface CompressionConfig {
  /** The smallest answer that is compressed, in bytes. Default 1024. */
  readonly minBytes?: number | undefined;
}

export interface LogConfig {
  /** From which level on: `info` has one line for each request. Default `warn`; `data-api start`: `info`. */
  readonly level?: LogLevel | undefined;
  /** Where the lines go, each a JSON text. Default: the standard error output. */
  readonly destination?: LogDestination | undefined;
  /** Statements that take longer are written down, in milliseconds; 0 for none. Default 1000. */
  readonly slowStatement?: number | undefined;
}

export interface MetricsConfig {
  /** Whoever asks must send it as `Authorization: Bearer …`. Default: anybody may ask. */
  readonly token?: string | undefined;
}

export interface AuditConfig {
  /** The table's name. Default `data_api_audit`. */
  readonly table?: string | undefined;
}

export interface IdempotencyConfig {
  /** The table's name. Default `data_api_idempotency`. */
  readonly table?: string | undefined;
  /** How long a key is remembered, in hours. Default 24. */
  readonly keepHours?: number | undefined;
}

/** Who the callers are: users of this server (`secretKey`), of an identity provider (`jwt`), or whoever `identify` says. */
export interface AuthConfig {
  /** Signs the tokens (HS256), and switches on the entity `user`. At least 32 bytes in UTF-8. */
  readonly secretKey?: string | undefined;
  /** How long a token is good. Default 60. */
  readonly tokenLifetimeInMins?: number | undefined;
  /** The `iss` of the tokens. Default `data-api`. */
  readonly issuer?: string | undefined;
  /** The `aud` of the tokens. Default `data-api`. */
  readonly audience?: string | undefined;
  /**
   * For how many seconds it is not looked again whether a token's user is still there, with the same roles. 0: each request
   * looks. Default 5, at most 300.
   */
  readonly userCheckInSecs?: number | undefined;
  /** Tokens that give others without a password, once each. Default: none. */
  readonly refreshTokens?: boolean | RefreshTokenConfig | undefined;
  /** What a password must have. */
  readonly passwordReqs?: PasswordConfig | undefined;
  /** Has no effect: each secret has a salt of its own. */
  readonly salt?: string | undefined;
  readonly jwt?: JwtConfig | undefined;
  /** Says who a caller is, instead of tokens. */
  readonly identify?: IdentifyCaller | undefined;
}

export interface RefreshTokenConfig {
  /** How long one is good that nobody uses. Default 14. */
  readonly lifetimeInDays?: number | undefined;
  /** How long they give others since the log-in. Default 90. */
  readonly sessionLifetimeInDays?: number | undefined;
  /** The table in which their hashes are. Default `data_api_refresh`. */
  readonly table?: string | undefined;
}

export interface PasswordConfig {
  /** How many characters at least, 8 to 128. Default 8. */
  readonly minLength?: number | undefined;
  /** Whether there must be an upper-case letter. Default false, like the others. */
  readonly uppercaseChar?: boolean | undefined;
  readonly lowercaseChar?: boolean | undefined;
  readonly digitChar?: boolean | undefined;
  /** Whether there must be a character that is neither a letter nor a digit nor a blank. */
  readonly specialChar?: boolean | undefined;
}

/** Tokens of an identity provider. */
export interface JwtConfig {
  /** The `iss` of its tokens, and where its discovery document is. */
  readonly issuer: string;
  /** The `aud` that its tokens for this server have. */
  readonly audience: string;
  /** Where its keys are. Default: what its discovery document says. */
  readonly jwksUri?: string | undefined;
  /** The claim with the roles: its name, or a path such as `realm_access.roles`. Default `roles`. */
  readonly rolesClaim?: string | undefined;
  /** The claim with the user's id. Default `sub`. */
  readonly userIdClaim?: string | undefined;
  /** The algorithms that are taken. Default: RS256, PS256, ES256 and EdDSA. */
  readonly algorithms?: readonly JwtAlgorithm[] | undefined;
}

export const jwtAlgorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
] as const;
export type JwtAlgorithm = (typeof jwtAlgorithms)[number];

/** A role that may do an operation: with everything, or with some fields or records. */
export type PermissionConfig = string | PermissionRuleConfig;

export interface PermissionRuleConfig {
  readonly role: string;
  /** The fields that it may read or set: only those of `include`, or all but those of `exclude`. */
  readonly fields?:
    | {
        readonly include?: readonly string[] | undefined;
        readonly exclude?: readonly string[] | undefined;
      }
    | undefined;
  /** The records: a condition, in which a value may be `@user.id` or `@user.<claim>`. */
  readonly where?: string | undefined;
}

export interface EntityConfig {
  readonly fields: Readonly<Record<string, FieldConfig>>;
  /** Who may do each operation; a missing operation is allowed to nobody. Without `auth`, every caller is `guest`. */
  readonly permissions: Readonly<Partial<Record<Operation, readonly PermissionConfig[] | undefined>>>;
  /**
   * The names of the fields that identify a record, in order. Those of `fields` are what a create supplies; one other name
   * is what the server calls the key that it adds. Default: `id`, added by the server.
   */
  readonly primaryKey?: string | readonly string[] | undefined;
  /** Whether the table or view is only read: nothing is ever written to it or made for it. Default false. */
  readonly isReadOnly?: boolean | undefined;
  /** The table's name. Default: the entity's. */
  readonly table?: string | undefined;
  /** The schema that the table is in, for databases that have schemas. */
  readonly schema?: string | undefined;
  readonly description?: string | undefined;
  /**
   * The name that the entity had before: `generate` renames it in your code, and `db push` its table, unless `table` says
   * how that is called. Remove it when every database has been pushed.
   */
  readonly renamedFrom?: string | undefined;
  /** What the server adds to every record. */
  readonly systemFields?: SystemFieldsConfig | undefined;
  /** A larger limit for this entity's bodies than `server.maxBodyBytes`. */
  readonly maxBodyBytes?: number | undefined;
  readonly readValidator?: ReadValidator | undefined;
  readonly writeValidator?: WriteValidator | undefined;
  /** What runs with the writes: see `EntityHooks`. */
  readonly hooks?: EntityHooks | undefined;
}

export interface SystemFieldsConfig {
  /** The type of the key that the server adds: a number that the database counts up (`int`, the default), or a random `uuid`. */
  readonly id?: "int" | "uuid" | undefined;
  /** Whether records carry the time of their creation. Default true, but for what is only read. */
  readonly createdat?: boolean | undefined;
  /** Whether records carry the time of their last change. Default true, but for what is only read. */
  readonly updatedat?: boolean | undefined;
  /** Whether records carry the id of the user who created them. Default true where there is `auth`, but for what is only read. */
  readonly ownerid?: boolean | undefined;
}

export interface FieldConfig {
  readonly type: FieldTypeName;
  /** Whether an update may change it. */
  readonly isEditable: boolean;
  /** Whether a create must supply it; such a field is never null. */
  readonly isRequired: boolean;
  readonly foreignKey?: ForeignKeyConfig | null | undefined;
  /**
   * Whether a create ignores it, so that it begins as its default or null; a key of whole numbers is then counted up by
   * the database, and a `uuid` made by the server. Default false.
   */
  readonly isIgnoredOnCreate?: boolean | undefined;
  /** The most characters of a text, in UTF-16 code units. Default 255 for `string`, none for `text` and `richtext`. */
  readonly maxLength?: number | undefined;
  /**
   * For `decimal`: how many digits in all, or `"unlimited"` where the database takes any. Default 38. For `datetime`: how
   * many digits a second has after the point. Default 3.
   */
  readonly precision?: number | "unlimited" | undefined;
  /** For `decimal`: how many digits after the point. Default 10. */
  readonly scale?: number | undefined;
  /**
   * For a `date` or `datetime` of SQLite, how its column keeps it: a layout such as `YYYY-MM-DD HH:MM:SS`, in UTC,
   * `unix seconds`, `unix milliseconds`, `julian day`, or `any` where each row has its own. Default: as answers have it.
   */
  readonly storedAs?: string | undefined;
  /** The closed list of values that it may have. */
  readonly values?: readonly FieldValue[] | undefined;
  /** What a create sets where the body has no value. */
  readonly default?: FieldValue | undefined;
  readonly isUnique?: boolean | undefined;
  readonly isIndexed?: boolean | undefined;
  /** The column's name. Default: the field's. */
  readonly column?: string | undefined;
  readonly description?: string | undefined;
  /**
   * The name that the field had before: `generate` renames it in your code, and `db push` its column, unless `column` says
   * how that is called. Remove it when every database has been pushed.
   */
  readonly renamedFrom?: string | undefined;
}

export interface ForeignKeyConfig {
  readonly targetEntityName: string;
  /** The name under which records carry the record that the key points to. */
  readonly resolvedEntityName: string;
  /** Whether the field is a list of ids, kept in a table of its own that joins the two. Default false. */
  readonly isManyToMany?: boolean | undefined;
  /** The name of that table. Default: the entity's table and the field, `message_tags`. */
  readonly joinTable?: string | undefined;
}

/**
 * Gives the configuration back as it is, with its literal types kept: editors complete it, and the records of
 * `api.repository(name)` are typed by it. It is checked by `new DataApi(config)` and by every command.
 */
export function defineConfig<const C extends Config>(config: C): C {
  return config;
}
