// Generated from the shape of the configuration by `npm run options`. Do not edit.
import type { ZodType } from "zod";
import type { IdentifyCaller, SendMessage } from "../model/settings/auth-settings.js";
import type { FieldTypeName, FieldValue } from "../model/field-type.js";
import type { ListItemType } from "../model/values/list.js";
import type { EntityHooks } from "../model/hooks.js";
import type { Operation, ReadValidator, WriteValidator } from "../model/model.js";
import type { OperationHandler } from "../model/own-operation.js";
import type { LogDestination } from "../model/settings/server-settings.js";

/** A configuration. */
export interface Config {
  /** The JSON Schema that editors use, in JSON files. */
  readonly $schema?: string | undefined;
  /** How to connect to the database. */
  readonly database: DatabaseConfig;
  /** The entities by name. */
  readonly entities: Readonly<Record<string, EntityConfig>>;
  /** How callers are identified: as users of this server (`secretKey`), as users of an identity provider (`jwt`), or by a function (`identify`). */
  readonly auth?: AuthConfig | undefined;
  /** The HTTP server and its limits. Times are in milliseconds, sizes in bytes. */
  readonly server?: ServerConfig | undefined;
  /** The endpoints for reads: `path` has the page and the condition in the path, `query` in parameters. Writes have the same endpoints with both. Default: `["path","query"]`. */
  readonly endpoints?: readonly ("path" | "query")[] | undefined;
  /** Operations of your own by name: `POST /api/operations/<name>`. Default: none. */
  readonly operations?: Readonly<Record<string, OperationConfig>> | undefined;
  /** Serve a page to look at the data and to edit it, and `GET /api/schema`, which describes the model to its caller. Default: `false`. */
  readonly admin?: boolean | AdminConfig | undefined;
  /** Serve `POST /api/batch`, which runs several operations in one transaction: all or nothing. Default: `false`. */
  readonly batch?: boolean | BatchConfig | undefined;
  /** Tell clients the changes of records as they happen, as server-sent events. Default: `false`. */
  readonly changes?: false | ChangesConfig | undefined;
  /** Serve tools for agents at `POST /mcp`, by the Model Context Protocol, with the rights of their callers. Default: `false`. */
  readonly mcp?: boolean | McpConfig | undefined;
  /** Serve an OpenAPI document at `GET /api/openapi.json`. Default: `false`. */
  readonly openapi?: boolean | OpenapiConfig | undefined;
  /** Send the changes of records to other systems, signed as in Standard Webhooks. Default: none. */
  readonly webhooks?: readonly WebhookConfig[] | undefined;
  /** Reject bodies with unknown or non-editable fields, instead of ignoring these fields. Default: `false`. */
  readonly strictBody?: boolean | undefined;
}

/** How to connect to the database. */
export interface DatabaseConfig {
  /** The kind of database. */
  readonly dialect: "mssql" | "sqlite" | "postgres" | "mysql";
  /** The database name. SQLite: the path of the file, relative to the working directory, or `:memory:`. Default: **required** without `connectionString`. */
  readonly name?: string | undefined;
  /** The host name or address of the server. Default: `localhost`. */
  readonly host?: string | undefined;
  /** The port of the server. Default: the dialect's usual port. */
  readonly port?: number | undefined;
  /** The name of the database user. */
  readonly userName?: string | undefined;
  /** The password of the database user. */
  readonly password?: string | undefined;
  /** A connection string in the driver's format. Use it instead of `name`, `host`, `port`, `instanceName`, `userName`, `password` and `authentication`. */
  readonly connectionString?: string | undefined;
  /** Encrypt the connection. SQL Server 2022: `strict` also encrypts the log-in's first packets. Default: `true`; `false` for PostgreSQL and MySQL on this machine. */
  readonly encrypt?: boolean | "strict" | undefined;
  /** Accept any certificate of the server. Default: `false`. */
  readonly trustServerCertificate?: boolean | undefined;
  /** The trusted certificate authorities, as PEM text. Default: those of Node.js. */
  readonly certificateAuthority?: string | undefined;
  /** SQL Server: the name of the instance. Use it instead of `port`. */
  readonly instanceName?: string | undefined;
  /** SQL Server: a login of Entra ID or Windows, as in the option `authentication` of tedious. */
  readonly authentication?: Readonly<Record<string, unknown>> | undefined;
  /** Replicas that answer reads. Not for SQLite. Default: every read asks the primary. */
  readonly replicas?: ReplicasConfig | undefined;
  /** PostgreSQL: `transaction` for a pooler, such as PgBouncer, that shares the server's connections between transactions. Default: `"none"`. */
  readonly pooler?: "none" | "transaction" | undefined;
  /** MySQL and MariaDB with Galera: which writes of other nodes a request sees. `session`: all that were answered before it, because each statement waits until its node has them. `eventual`: those that its node already has. Default: `"eventual"`. */
  readonly consistency?: "eventual" | "session" | undefined;
  /** What a start does with tables: `create` adds missing tables, columns and indexes; `verify` only checks that the tables fit; `migrations` also checks that every migration is applied; `off` does none of this. Default: `"create"`. */
  readonly schema?: "create" | "verify" | "migrations" | "off" | undefined;
  /** The folder of the migrations, relative to the working directory. Default: `"migrations"`. */
  readonly migrations?: string | undefined;
  /** The database is for development: `data-api db reset` may remove everything in it. Default: `false`. */
  readonly isDevelopment?: boolean | undefined;
  /** `full`: a write is on the disk before it is answered. `relaxed`: the latest writes may be lost if the machine loses power. Default: `"full"`. */
  readonly durability?: "full" | "relaxed" | undefined;
  /** The connection pool. SQLite has one connection and ignores it. */
  readonly pool?: PoolConfig | undefined;
  /** Milliseconds to open a connection. A server that answers nothing at all for this long is given up. Not for SQLite. Default: `5000`. */
  readonly connectTimeout?: number | undefined;
  /** Milliseconds a statement may run. Not for SQLite. Default: `10000`. */
  readonly statementTimeout?: number | undefined;
  /** Milliseconds a statement waits for a lock that another transaction holds. Default: `5000`. */
  readonly lockTimeout?: number | undefined;
}

/** Replicas that answer reads. Not for SQLite. */
export interface ReplicasConfig {
  /** The replicas, each as a URL such as `postgres://host/name` or as an object. Reads take turns. */
  readonly servers: readonly (string | ReplicaServerConfig)[];
  /** Milliseconds a replica may lag behind. A replica that lags more gets no reads until it has caught up. Default: `2000`. */
  readonly maxLag?: number | undefined;
  /** Which writes a read without `Database-Position` sees. `session`: every write that was answered before it, at the cost of asking the primary for its position. `eventual`: the writes that the same process answered, and those of others that the replica already has. Default: `"session"`. */
  readonly consistency?: "session" | "eventual" | undefined;
}

/** The address of a replica. Options that are left out have the primary's values. */
export interface ReplicaServerConfig {
  /** The host name or address. */
  readonly host?: string | undefined;
  /** The port. */
  readonly port?: number | undefined;
  /** SQL Server: the name of the instance. Use it instead of `port`. */
  readonly instanceName?: string | undefined;
  /** The name of the database user. */
  readonly userName?: string | undefined;
  /** The password of the database user. */
  readonly password?: string | undefined;
}

/** The connection pool. SQLite has one connection and ignores it. */
export interface PoolConfig {
  /** Maximum number of connections. Default: 10, or `min` if that is larger. */
  readonly max?: number | undefined;
  /** Number of connections that stay open when idle. Default: `0`. */
  readonly min?: number | undefined;
  /** Milliseconds a request waits for a connection. Default: `2000`. */
  readonly waitTimeout?: number | undefined;
  /** Maximum number of requests that wait for a connection. Further requests are rejected at once. Default: `100`. */
  readonly maxQueue?: number | undefined;
  /** Milliseconds after which an idle connection is closed. Default: `30000`. */
  readonly idleTimeout?: number | undefined;
}

/** An entity: one table or view. */
export interface EntityConfig {
  /** The fields by name. */
  readonly fields: Readonly<Record<string, FieldConfig>>;
  /** The roles that may do each operation. An operation that is missing is forbidden. Without `auth`, every caller has the role `guest`. */
  readonly permissions: Readonly<Partial<Record<Operation, readonly PermissionConfig[] | undefined>>>;
  /** The names of the key fields, in order. A create supplies those that are in `fields`. A single name that is not in `fields` is the name of the key that the server adds. With `[]`, nothing identifies the records of a read-only table or view. Default: `id`, added by the server. */
  readonly primaryKey?: string | readonly string[] | undefined;
  /** References of several fields each. A reference of one field is the field's `foreignKey`. Default: none. */
  readonly foreignKeys?: readonly CompositeForeignKeyConfig[] | undefined;
  /** The table or view is read-only: the server neither writes to it nor creates it. Default: `false`. */
  readonly isReadOnly?: boolean | undefined;
  /** The entity's endpoints answer with the records that its foreign keys refer to. With `false` they answer with the keys alone; server code still gets the records. Default: `true`. */
  readonly resolveForeignKeys?: boolean | undefined;
  /** The name of the table. Default: the entity's name. */
  readonly table?: string | undefined;
  /** The database schema of the table, for databases that have schemas. */
  readonly schema?: string | undefined;
  /** A description, for generated code and the OpenAPI document. */
  readonly description?: string | undefined;
  /** The entity's previous name. `generate` renames it in your code, and `db push` renames its table unless `table` is set. Remove it when every database has been pushed. */
  readonly renamedFrom?: string | undefined;
  /** The fields that the server adds to every record. */
  readonly systemFields?: SystemFieldsConfig | undefined;
  /** Maximum size of a request body for this entity, in bytes. Default: `server.maxBodyBytes`. */
  readonly maxBodyBytes?: number | undefined;
  /** `(roles, userId) => condition`: a record can only be read, changed or deleted if it meets the condition. */
  readonly readValidator?: ReadValidator | undefined;
  /** `(action, roles, userId, dbRecord, inputRecord) => boolean`: whether a write is allowed. May be async. An error denies the write. */
  readonly writeValidator?: WriteValidator | undefined;
  /** Functions that run with writes. */
  readonly hooks?: EntityHooks | undefined;
}

/** A field of a record. */
export interface FieldConfig {
  /** The type of its values. */
  readonly type: FieldTypeName;
  /** Callers may change the field in an update. A create takes it all the same, unless `isIgnoredOnCreate` is set; code of the server may set it always. */
  readonly isEditable: boolean;
  /** A create must supply the field, unless it has a default or the database fills it. It is never null. */
  readonly isRequired: boolean;
  /** The record that the field refers to, if any. */
  readonly foreignKey?: ForeignKeyConfig | null | undefined;
  /** A create of a caller ignores the field: it starts with its default or null, or with what code of the server sets. As a key, a whole number is counted up by the database and a `uuid` is made by the server. Default: `false`. */
  readonly isIgnoredOnCreate?: boolean | undefined;
  /** What fills the field in the database if a create leaves it out: the default expression of the column, or a trigger. With a trigger, the record is read again for the answer to a write. Default: nothing. */
  readonly filledBy?: "default" | "trigger" | undefined;
  /** Maximum length of a text in characters (Unicode code points; on SQL Server UTF-16 code units), or of `bytes` in bytes. Default: 255 for `string`; none for `text`, `richtext` and `bytes`. */
  readonly maxLength?: number | undefined;
  /** Minimum length of a text in characters (Unicode code points), or of `bytes` in bytes. Default: none. */
  readonly minLength?: number | undefined;
  /** The least value of an `int`, `bigint`, `float` or `decimal`. Default: none. */
  readonly minimum?: number | string | undefined;
  /** The greatest value of an `int`, `bigint`, `float` or `decimal`. Default: none. */
  readonly maximum?: number | string | undefined;
  /** `decimal`: total number of digits, or `"unlimited"` if the database supports it. `datetime`, `time` and `duration`: number of decimal places of a second. Default: 38 for `decimal`, 3 for `datetime` and `time`, 6 for `duration`. */
  readonly precision?: number | "unlimited" | undefined;
  /** `decimal`: number of digits after the point. Default: 10, at most `precision`. */
  readonly scale?: number | undefined;
  /** `datetime` and `time`: `"utc"` for instants in UTC, `"none"` for values without a zone, `"offset"` for values that keep their offset, if the database has a type for them. Default: `"utc"` for `datetime`, `"none"` for `time`. */
  readonly zone?: "utc" | "offset" | "none" | undefined;
  /** `list`: the type of its items. */
  readonly of?: ListItemType | undefined;
  /** `list`: maximum number of items. Default: none. */
  readonly maxItems?: number | undefined;
  /** SQLite: how the column stores a `date` or `datetime`: a layout such as `YYYY-MM-DD HH:MM:SS` in UTC, `unix seconds`, `unix milliseconds`, `julian day`, or `any` if rows differ; or a `boolean`: what is stored for true and for false, such as `Y/N`. `bytes`: `binary` for bytes that all have the length `maxLength`, `image` for SQL Server's old type. `text`: `ntext` or `text` for SQL Server's old types. `string`: `set` or `enum` for such a column of MySQL. `enum`: `domain` for a domain of an enum of PostgreSQL. Default: as answers show it. */
  readonly storedAs?: string | undefined;
  /** The allowed values. For an `enum`: its texts, in their order. Default: every value of the type. */
  readonly values?: readonly FieldValue[] | undefined;
  /** The value that a create uses if the body has none. */
  readonly default?: FieldValue | undefined;
  /** No two records may have the same value. Default: `false`. */
  readonly isUnique?: boolean | undefined;
  /** The database has an index on the field. Default: `false`. */
  readonly isIndexed?: boolean | undefined;
  /** The name of the column. Default: the field's name. */
  readonly column?: string | undefined;
  /** What people call the field, such as `Unit price`: problems carry it, and so do generated schemas and the OpenAPI document. Default: none. */
  readonly label?: string | undefined;
  /** A description, for generated code and the OpenAPI document. */
  readonly description?: string | undefined;
  /** The field's previous name. `generate` renames it in your code, and `db push` renames its column unless `column` is set. Remove it when every database has been pushed. */
  readonly renamedFrom?: string | undefined;
}

/** A reference to a record of another entity. */
export interface ForeignKeyConfig {
  /** The entity that the key points to. */
  readonly targetEntityName: string;
  /** The member of a record that holds the referenced record. Default: none: records have only the key. */
  readonly resolvedEntityName?: string | undefined;
  /** The relation from the referenced records back to those that refer to them: a list, or one record if the key is unique. Default: none. */
  readonly inverseName?: string | undefined;
  /** A create or an update of the referenced record may also write the list that `inverseName` names. Default: `false`. */
  readonly isWritable?: boolean | undefined;
  /** The field is a list of ids, stored in a join table. Default: `false`. */
  readonly isManyToMany?: boolean | undefined;
  /** The name of the join table. Default: the table and the field, such as `message_tags`. */
  readonly joinTable?: string | undefined;
}

/** A role that may do an operation: with all fields and records, or with some. */
export type PermissionConfig = string | PermissionRuleConfig;

/** A role that may use some fields or some records. */
export interface PermissionRuleConfig {
  /** The name of the role. */
  readonly role: string;
  /** The fields that the role may read or set. Default: all fields. */
  readonly fields?:
    | {
        /** Only these fields. */
        readonly include?: readonly string[] | undefined;
        /** All fields but these. */
        readonly exclude?: readonly string[] | undefined;
      }
    | undefined;
  /** The records that the role may use: a condition. Its values may be `@user.id` and `@user.<claim>`. Default: all records. */
  readonly where?: string | undefined;
}

/** A reference to a record whose key has several fields. */
export interface CompositeForeignKeyConfig extends Omit<ForeignKeyConfig, "isManyToMany" | "joinTable"> {
  /** The fields that refer to it, in the order of the target's key. */
  readonly fields: readonly string[];
}

/** The fields that the server adds to every record. */
export interface SystemFieldsConfig {
  /** The type of the key that the server adds: `int` is counted up by the database, `uuid` is random. Default: `"int"`. */
  readonly id?: "int" | "uuid" | undefined;
  /** Add the time of creation. Default: `true`, except for read-only entities. */
  readonly createdat?: boolean | undefined;
  /** Add the time of the last change. Default: `true`, except for read-only entities. */
  readonly updatedat?: boolean | undefined;
  /** Add the id of the user who created the record. Default: `true` with `auth`, except for read-only entities. */
  readonly ownerid?: boolean | undefined;
}

/** How callers are identified: as users of this server (`secretKey`), as users of an identity provider (`jwt`), or by a function (`identify`). */
export interface AuthConfig {
  /** Signs the tokens (HS256) and switches on the entity `user` and `POST /api/auth/token`. At least 32 bytes in UTF-8. Of a list, the first signs, and tokens signed by the others stay valid. */
  readonly secretKey?: string | readonly string[] | undefined;
  /** Minutes until a token expires. Default: `60`. */
  readonly tokenLifetimeInMins?: number | undefined;
  /** The `iss` of the tokens. Default: `"data-api"`. */
  readonly issuer?: string | undefined;
  /** The `aud` of the tokens. Default: `"data-api"`. */
  readonly audience?: string | undefined;
  /** Seconds for which the user of a token is not looked up again. 0: look up the user for each request. Default: `5`. */
  readonly userCheckInSecs?: number | undefined;
  /** Issue refresh tokens, each of which gives new tokens once, without a password. With `sessions: "cookie"` there are none, and the options are those of cookies. Default: `false`. */
  readonly refreshTokens?: boolean | RefreshTokenConfig | undefined;
  /** Requirements for passwords. */
  readonly passwordReqs?: PasswordConfig | undefined;
  /** What a log-in gives: `bearer`, tokens for the header `Authorization`, or `cookie`, a cookie that no script can read and that needs HTTPS. The header is accepted in both cases. Default: `"bearer"`. */
  readonly sessions?: "bearer" | "cookie" | undefined;
  /** Let users make keys for their programs. Default: `false`. */
  readonly apiKeys?: boolean | ApiKeysConfig | undefined;
  /** Messages to users: forgotten passwords and e-mail addresses. */
  readonly messages?: MessagesConfig | undefined;
  /** Let users secure their log-in with an authenticator app. Default: `false`. */
  readonly secondFactor?: boolean | SecondFactorConfig | undefined;
  /** Passkeys (WebAuthn). */
  readonly passkeys?: PasskeysConfig | undefined;
  /** Providers that users of this server can log in with, by name (OpenID Connect). Default: none. */
  readonly providers?: Readonly<Record<string, LogInProviderConfig>> | undefined;
  /** Where your pages are that messages and providers lead to, such as `https://app.example.com`. */
  readonly pagesUrl?: string | undefined;
  /** Deprecated, no effect: each secret has its own random salt. */
  readonly salt?: string | undefined;
  /** Tokens of an identity provider (OpenID Connect). */
  readonly jwt?: JwtConfig | undefined;
  /** A function that identifies the caller of a request, instead of tokens. */
  readonly identify?: IdentifyCaller | undefined;
}

/** Refresh tokens, or the cookies of sessions. */
export interface RefreshTokenConfig {
  /** Days after which an unused refresh token, or an unused cookie, expires. Default: `14`. */
  readonly lifetimeInDays?: number | undefined;
  /** Days after a log-in until its refresh tokens, or its cookie, expire. Default: `90`. */
  readonly sessionLifetimeInDays?: number | undefined;
  /** The name of the table of sessions. It stores hashes of the tokens. Default: `"data_api_refresh"`. */
  readonly table?: string | undefined;
}

/** Requirements for passwords. */
export interface PasswordConfig {
  /** Minimum number of characters. Default: `8`. */
  readonly minLength?: number | undefined;
  /** Require an upper-case letter. Default: `false`. */
  readonly uppercaseChar?: boolean | undefined;
  /** Require a lower-case letter. Default: `false`. */
  readonly lowercaseChar?: boolean | undefined;
  /** Require a digit. Default: `false`. */
  readonly digitChar?: boolean | undefined;
  /** Require a character that is not a letter, a digit or a blank. Default: `false`. */
  readonly specialChar?: boolean | undefined;
}

/** Keys for programs. */
export interface ApiKeysConfig {
  /** Days after which a key expires at the latest. Default: `365`. */
  readonly maxLifetimeInDays?: number | undefined;
  /** Maximum number of keys that a user has. Default: `20`. */
  readonly maxPerUser?: number | undefined;
}

/** Messages to users: forgotten passwords and e-mail addresses. */
export interface MessagesConfig {
  /** Brings a message to a user, such as by e-mail. */
  readonly sendMessage: SendMessage;
  /** Minutes until a link to reset a password expires. Default: `30`. */
  readonly resetLifetimeInMins?: number | undefined;
  /** Minutes until a link to verify or to change an e-mail address expires. Default: `1440`. */
  readonly verifyLifetimeInMins?: number | undefined;
}

/** Codes of an authenticator app (TOTP). */
export interface SecondFactorConfig {
  /** The name of the application in authenticator apps. Default: `"data-api"`. */
  readonly issuer?: string | undefined;
}

/** Passkeys (WebAuthn). */
export interface PasskeysConfig {
  /** The domain that passkeys belong to, such as `example.com`. Passkeys end with a change of it. */
  readonly rpId: string;
  /** The name of the application that browsers show. Default: `"data-api"`. */
  readonly rpName?: string | undefined;
  /** The origins of the pages that use passkeys, such as `https://app.example.com`. */
  readonly origins: readonly string[];
}

/** A provider that users can log in with (OpenID Connect). */
export interface LogInProviderConfig {
  /** Its address. The discovery document is at `<issuer>/.well-known/openid-configuration`. */
  readonly issuer: string;
  /** The id of this application at the provider. */
  readonly clientId: string;
  /** Its secret. Default: none: a public client. */
  readonly clientSecret?: string | undefined;
  /** The scopes that are asked for. Default: `["openid","profile","email"]`. */
  readonly scopes?: readonly string[] | undefined;
}

/** Tokens of an identity provider (OpenID Connect). */
export interface JwtConfig {
  /** The `iss` of its tokens. Its discovery document is at `<issuer>/.well-known/openid-configuration`. */
  readonly issuer: string;
  /** The `aud` of its tokens for this server. */
  readonly audience: string;
  /** The address of its public keys. Default: as its discovery document says. */
  readonly jwksUri?: string | undefined;
  /** The claim with the roles: a name, or a path such as `realm_access.roles`. Its value is a list, or a text of names separated by blanks. Default: `"roles"`. */
  readonly rolesClaim?: string | undefined;
  /** The claim with the user's id. Default: `"sub"`. */
  readonly userIdClaim?: string | undefined;
  /** The accepted signature algorithms. `HS256` and `none` are never accepted. Default: `["RS256","PS256","ES256","EdDSA"]`. */
  readonly algorithms?: readonly JwtAlgorithm[] | undefined;
}

/** A signature algorithm of tokens. */
export type JwtAlgorithm =
  | "RS256"
  | "RS384"
  | "RS512"
  | "PS256"
  | "PS384"
  | "PS512"
  | "ES256"
  | "ES384"
  | "ES512"
  | "EdDSA";

/** The HTTP server and its limits. Times are in milliseconds, sizes in bytes. */
export interface ServerConfig {
  /** The address to listen on. `0.0.0.0` is every IPv4 address of the machine, `::` every address. Default: `"127.0.0.1"`. */
  readonly host?: string | undefined;
  /** Maximum number of records per page. Default: `1000`. */
  readonly maxTake?: number | undefined;
  /** Maximum number of records a page may skip. The database reads the records that it skips. Default: `1000000`. */
  readonly maxSkip?: number | undefined;
  /** Maximum size of a request body in bytes, after decompression. Default: `102400`. */
  readonly maxBodyBytes?: number | undefined;
  /** Maximum size in bytes of a request body that is a stream of records, after decompression. `maxBodyBytes` holds for each of its records. Default: `1073741824`. */
  readonly maxStreamBytes?: number | undefined;
  /** Maximum number of records a request may write: in an array, in lists, or by a `where`. 0: only one record by its id. Default: `1000`. */
  readonly maxAffected?: number | undefined;
  /** Maximum nesting depth of a JSON body. Default: `32`. */
  readonly maxJsonDepth?: number | undefined;
  /** Maximum number of keys in all objects of a JSON body. Default: `1000`. */
  readonly maxJsonKeys?: number | undefined;
  /** Number of records per page, if a request names none. Default: 20, at most `maxTake`. */
  readonly defaultTake?: number | undefined;
  /** Number of records of a list within a record, if a request names none. A request may name up to 1000. Default: `20`. */
  readonly defaultNestedTake?: number | undefined;
  /** Maximum depth of nested relations in a read, such as 2 in `comments(author(username))`, or in a nested write. Default: `5`. */
  readonly maxDepth?: number | undefined;
  /** Maximum number of records in all lists of a read together. It is computed from their `take`s before the read runs. Default: `100000`. */
  readonly maxRecords?: number | undefined;
  /** Seals the cursors of pages (`next`), if there is no `auth.secretKey`. At least 32 bytes in UTF-8, the same on all servers. Default: made from `auth.secretKey`; without it, each process has a random key. */
  readonly cursorKey?: string | undefined;
  /** Maximum size of path and query in bytes. Default: 8192, at most `maxHeaderBytes`. */
  readonly maxUrlBytes?: number | undefined;
  /** Maximum size of path and headers together, in bytes. Default: `16384`. */
  readonly maxHeaderBytes?: number | undefined;
  /** Maximum length of a condition in characters, after decoding. Default: `4096`. */
  readonly maxConditionLength?: number | undefined;
  /** Maximum number of comparisons in all conditions of a read together. Default: `100`. */
  readonly maxConditionTerms?: number | undefined;
  /** Maximum length of one value in a condition, in characters. Default: 1024, at most `maxConditionLength`. */
  readonly maxConditionValueLength?: number | undefined;
  /** Maximum size of the answer to a read in bytes, before compression. Default: `10485760`. */
  readonly maxResponseBytes?: number | undefined;
  /** Milliseconds for the headers of a request to arrive. Default: 15000, at most `requestTimeout`. */
  readonly headersTimeout?: number | undefined;
  /** Milliseconds for a whole request to arrive. Default: `30000`. */
  readonly requestTimeout?: number | undefined;
  /** Milliseconds an idle connection waits for its next request. Behind a load balancer it must be longer than the balancer's own timeout. Default: 5000; 65000 with `trustProxy`. */
  readonly keepAliveTimeout?: number | undefined;
  /** Milliseconds a client may neither send its request nor read its answer. Default: `60000`. */
  readonly stallTimeout?: number | undefined;
  /** Maximum number of open connections. Default: `1000`. */
  readonly maxConnections?: number | undefined;
  /** Event loop delay in milliseconds above which requests are rejected. 0: never reject. Default: `500`. */
  readonly maxEventLoopDelay?: number | undefined;
  /** Rate limits per address, per caller and for failed log-ins. Default: failed log-ins only. */
  readonly rateLimit?: RateLimitConfig | undefined;
  /** Number of proxies in front of this server. Their `X-Forwarded-For` entries are trusted. Default: `0`. */
  readonly trustProxy?: number | undefined;
  /** Where clients reach this server, if a proxy strips a path: `https://example.com/shop` or `/shop`. Default: the path of the request, as it arrives. */
  readonly publicUrl?: string | undefined;
  /** Which other sites may call this server from a browser. Default: no other site. */
  readonly cors?: CorsConfig | undefined;
  /** Compress answers. Default: `false`. */
  readonly compression?: boolean | CompressionConfig | undefined;
  /** The log. */
  readonly log?: LogConfig | undefined;
  /** Serve metrics for Prometheus at `GET /metrics`. Default: `false`. */
  readonly metrics?: boolean | MetricsConfig | undefined;
  /** Record every write in an audit table, in the same transaction. Default: `false`. */
  readonly audit?: boolean | AuditConfig | undefined;
  /** Run a create with an `Idempotency-Key` only once, however often it is sent. Default: `true` if the start or migrations create tables (`database.schema`). */
  readonly idempotency?: boolean | IdempotencyConfig | undefined;
  /** Require `If-Match` on updates and deletes. Default: `false`. */
  readonly requirePrecondition?: boolean | undefined;
  /** Start even if the database cannot be reached, and keep trying to connect. `data-api start` uses `true` by default. Default: `false`. */
  readonly startsWithoutDatabase?: boolean | undefined;
  /** Milliseconds requests are still accepted after SIGTERM, while `/readyz` answers 503. Default: `5000`. */
  readonly shutdownDelay?: number | undefined;
  /** Milliseconds running requests may take to finish when the server stops. Default: `20000`. */
  readonly shutdownTimeout?: number | undefined;
}

/** Rate limits per address, per caller and for failed log-ins. */
export interface RateLimitConfig {
  /** Requests per IP address. Default: `{"limit":100,"window":1000}`. */
  readonly addresses?: RateConfig | false | undefined;
  /** Requests per known caller, from all addresses. Default: `{"limit":100,"window":1000}`. */
  readonly callers?: RateConfig | false | undefined;
  /** Failed log-ins per address, and per user name. Requests for messages to users are counted alike. Default: `{"limit":10,"window":60000}`. */
  readonly logins?: RateConfig | false | undefined;
  /** The URL of a Redis server in which all processes count together, such as `redis://host:6379`. Default: each process counts for itself. */
  readonly redis?: string | undefined;
}

/** A rate limit. */
export interface RateConfig {
  /** Number of requests that are allowed in the window. */
  readonly limit: number;
  /** Length of the window in milliseconds. */
  readonly window: number;
}

/** Which other sites may call this server from a browser. */
export interface CorsConfig {
  /** The allowed origins, such as `https://app.example.com`, or `"*"` for every site. */
  readonly origins: "*" | readonly string[];
  /** Allow browsers to send cookies. Not possible with `"*"`. Default: `false`. */
  readonly credentials?: boolean | undefined;
  /** Seconds a browser may cache the answer to a preflight request. Default: `600`. */
  readonly maxAge?: number | undefined;
}

/** Compression of answers. */
export interface CompressionConfig {
  /** Minimum size in bytes of an answer that is compressed. Default: `1024`. */
  readonly minBytes?: number | undefined;
}

/** The log. */
export interface LogConfig {
  /** The lowest level that is written. `info` writes one line per request; `data-api start` uses it by default. Default: `"warn"`. */
  readonly level?: "debug" | "info" | "warn" | "error" | "silent" | undefined;
  /** Where log lines go. Each line is one JSON text. Default: the standard error output. */
  readonly destination?: LogDestination | undefined;
  /** Log statements that take longer than this many milliseconds. 0: log none. Default: `1000`. */
  readonly slowStatement?: number | undefined;
}

/** Metrics for Prometheus. */
export interface MetricsConfig {
  /** The token that `GET /metrics` requires, as `Authorization: Bearer`. Default: none: `/metrics` is open to everyone. */
  readonly token?: string | undefined;
}

/** The audit log. */
export interface AuditConfig {
  /** The name of the audit table. Default: `"data_api_audit"`. */
  readonly table?: string | undefined;
}

/** Idempotency keys. */
export interface IdempotencyConfig {
  /** The name of the table that stores the keys. Default: `"data_api_idempotency"`. */
  readonly table?: string | undefined;
  /** Hours a key is remembered. Default: `24`. */
  readonly keepHours?: number | undefined;
}

/** An operation of your own: a procedure or function of the database, or a handler in TypeScript. */
export interface OperationConfig {
  /** The stored procedure to call: `"schema.name"` or `"name"`. Default: none. */
  readonly procedure?: string | undefined;
  /** The database function to call: `"schema.name"` or `"name"`. Default: none. */
  readonly function?: string | undefined;
  /** The schema of the procedure or function. With it, dots in the name are part of the name. Default: the part before the dot. */
  readonly schema?: string | undefined;
  /** `({ input, caller, tx }) => output`: runs in a transaction. May be async. Write it with `defineOperation`, which types it. */
  readonly handler?: OperationHandler | undefined;
  /** The parameters by name, in the order of the procedure or function. Default: none. */
  readonly parameters?: Readonly<Record<string, ParameterConfig>> | undefined;
  /** The answer: `"nothing"`, the name of an entity, `{ fields }`, `{ value }` or `{ results }`. Default: `"nothing"`. */
  readonly returns?: ReturnsConfig | undefined;
  /** Handlers: the input as a zod object, in place of `parameters`. */
  readonly input?: ZodType | undefined;
  /** Handlers: the answer as a zod schema, in place of `returns`. */
  readonly output?: ZodType | undefined;
  /** It only reads: it is called by `GET`, with the parameters in the query. Its writes are rejected or undone. Default: `false`. */
  readonly isRead?: boolean | undefined;
  /** The roles that may call it. With `[]` no role may. Without `auth`, every caller has the role `guest`. */
  readonly permissions: readonly string[];
  /** Milliseconds a call may take. A longer call is undone. Default: `30000`. */
  readonly timeout?: number | undefined;
  /** Maximum number of rows in each result. Default: `server.maxTake`. */
  readonly maxRows?: number | undefined;
  /** A description, for generated code and the OpenAPI document. */
  readonly description?: string | undefined;
}

/** A parameter of an operation. */
export interface ParameterConfig extends Omit<
  FieldConfig,
  | "isEditable"
  | "isRequired"
  | "foreignKey"
  | "isIgnoredOnCreate"
  | "filledBy"
  | "default"
  | "isUnique"
  | "isIndexed"
  | "column"
  | "renamedFrom"
> {
  /** A call must supply the parameter, unless it has a default. Its value is never null. Default: `true`. */
  readonly isRequired?: boolean | undefined;
  /** The value if a call leaves the parameter out. */
  readonly default?: FieldValue | undefined;
  /** Procedures: `out` is part of the answer, `inout` is given and part of the answer. PostgreSQL: `cursor` is a `refcursor` of type `string`, whose rows are a result. Default: `"in"`. */
  readonly direction?: "in" | "out" | "inout" | "cursor" | undefined;
  /** The name of the parameter in the database, without `@`. Default: the parameter's name. */
  readonly name?: string | undefined;
}

/** The answer: `"nothing"`, the name of an entity, `{ fields }`, `{ value }` or `{ results }`. */
export type ReturnsConfig =
  | string
  | ResultRowsConfig
  | {
      /** A value of an operation's answer. */
      readonly value: ResultFieldConfig;
    }
  | {
      /** Several results, in order. */
      readonly results: readonly ResultConfig[];
    };

/** The rows of a result. */
export interface ResultRowsConfig {
  /** The fields of each row, by name. */
  readonly fields: Readonly<Record<string, ResultFieldConfig>>;
}

/** A value of an operation's answer. */
export interface ResultFieldConfig extends Omit<
  ParameterConfig,
  "isRequired" | "default" | "direction" | "name"
> {
  /** The value is never null. Default: `false`. */
  readonly isRequired?: boolean | undefined;
  /** The name of the column in the result. Default: the field's name. */
  readonly column?: string | undefined;
}

/** The rows of a result: those of an entity, or fields. */
export type ResultConfig = string | ResultRowsConfig;

/** The page to look at the data and to edit it. */
export interface AdminConfig {
  /** The path of the page. Its files are below it. Default: `"/admin"`. */
  readonly path?: string | undefined;
  /** The roles that may read the model at `GET /api/schema`. `guest` is everyone. Default: `["guest"]`. */
  readonly roles?: readonly string[] | undefined;
}

/** Batches: several operations in one transaction. */
export interface BatchConfig {
  /** Maximum number of operations in a batch. Default: `100`. */
  readonly maxOperations?: number | undefined;
  /** Maximum size of the body of a batch in bytes, after decompression. It replaces `server.maxBodyBytes`. Default: `1048576`. */
  readonly maxBodyBytes?: number | undefined;
  /** Milliseconds a batch may take. Checked before each operation and before the commit. Default: `5000`. */
  readonly timeout?: number | undefined;
}

/** Live changes of records. */
export interface ChangesConfig {
  /** The entities whose changes clients may follow at `GET /api/data/:entity/changes`. */
  readonly entities: readonly string[];
  /** The name of the table that each write adds its change to. A second table, with `_state` after the name, has the position. Default: `"data_api_outbox"`. */
  readonly table?: string | undefined;
  /** Hours that a change is kept. A client that was away for longer has to read again. Default: `24`. */
  readonly keepHours?: number | undefined;
  /** Milliseconds between two looks at the table, by each server. Default: `250`. */
  readonly interval?: number | undefined;
  /** Number of kept changes above which the server logs a warning. Writes go on. Default: `1000000`. */
  readonly alarmRows?: number | undefined;
  /** Maximum number of open streams of one server. Other requests need connections too. Default: half of `server.maxConnections`. */
  readonly maxStreams?: number | undefined;
  /** Maximum number of open streams of a known caller on one server, and of the anonymous callers of one address. Default: `20`. */
  readonly maxStreamsPerCaller?: number | undefined;
  /** Maximum number of bytes that wait for a client that reads slowly. Further changes are left out. Default: `262144`. */
  readonly maxBufferBytes?: number | undefined;
  /** Milliseconds between two comments in a stream, which show clients and proxies that it is open. Default: `15000`. */
  readonly heartbeat?: number | undefined;
}

/** The endpoint for agents. */
export interface McpConfig {
  /** Offer no tools that write. With `false`, callers may write what their permissions allow. Default: `true`. */
  readonly isReadOnly?: boolean | undefined;
  /** The tools to offer: names such as `read_records`, and names of operations. Default: all. */
  readonly tools?: readonly string[] | undefined;
  /** What agents should know about this data. Clients give it to the model with every conversation. Default: how to use the tools. */
  readonly instructions?: string | undefined;
  /** The name of the server for clients. Default: `"data-api"`. */
  readonly name?: string | undefined;
  /** The roles that may use the endpoint. `guest` is everyone. A caller without a token and without a role gets 401, so that the client logs in. Default: `guest`; `member` with `auth.jwt`. */
  readonly roles?: readonly string[] | undefined;
  /** Further names by which clients reach this server, such as `api.example.com`. Beside them, `localhost` and the host of `server.publicUrl` are accepted. Default: `[]`. */
  readonly hosts?: readonly string[] | undefined;
  /** The origins of pages that may send requests, such as `https://app.example.com`, beside those of this machine and of `server.publicUrl`. Default: `[]`. */
  readonly origins?: readonly string[] | undefined;
  /** A value that the `aud` of tokens must also contain, such as the URL of this endpoint. Only with `auth.jwt`. Default: `auth.jwt.audience` is enough. */
  readonly audience?: string | undefined;
  /** The caller of `data-api mcp` if there is no token. Default: an anonymous caller. */
  readonly stdio?: McpUserConfig | undefined;
  /** Maximum `take` of a call. The default `take` is at most 20. Default: `100`. */
  readonly maxRecords?: number | undefined;
  /** Maximum size of the JSON of an answer. A page ends before the record that would exceed it. Default: `262144`. */
  readonly maxAnswerBytes?: number | undefined;
}

/** The caller of `data-api mcp` if there is no token. */
export interface McpUserConfig {
  /** The id of the user. */
  readonly userId: string | number;
  /** The user's roles. `guest` and `member` are always among them. Default: `[]`. */
  readonly roles?: readonly string[] | undefined;
}

/** The OpenAPI document of the server. */
export interface OpenapiConfig {
  /** The roles that may read the document. `guest` is everyone. Default: `["guest"]`. */
  readonly roles?: readonly string[] | undefined;
  /** Serve a page to read the document and to try requests at `GET /api/docs`. Default: `false`. */
  readonly page?: boolean | undefined;
  /** `generate` writes the document to `openapi.json` in its output folder. Default: `false`. */
  readonly file?: boolean | undefined;
  /** The title of the document. Default: `"Data API"`. */
  readonly title?: string | undefined;
  /** The version of the API. Default: `"1.0.0"`. */
  readonly version?: string | undefined;
  /** A description of the API, in CommonMark. Default: an introduction to reading, logging in and errors. */
  readonly description?: string | undefined;
  /** Whom to ask about the API. */
  readonly contact?: ContactConfig | undefined;
  /** The license of the API. */
  readonly license?: LicenseConfig | undefined;
  /** The URL of the server for callers, such as `https://api.example.com`. Default: `server.publicUrl`, else the server that answers with the document. */
  readonly url?: string | undefined;
}

/** Whom to ask about the API. */
export interface ContactConfig {
  /** The name of a person or an organization. */
  readonly name?: string | undefined;
  /** The URL of a page. */
  readonly url?: string | undefined;
  /** An e-mail address. */
  readonly email?: string | undefined;
}

/** The license of the API. */
export interface LicenseConfig {
  /** Its name, such as `Apache 2.0`. */
  readonly name: string;
  /** The URL of its text. */
  readonly url?: string | undefined;
}

/** A receiver of changes. */
export interface WebhookConfig {
  /** Its name in commands, metrics and the log. The position among the changes is stored under it. Default: the host of `url`. */
  readonly name?: string | undefined;
  /** Where changes are sent: an `https` address. `http` only in private networks, with `isPrivateAllowed`. */
  readonly url: string;
  /** What is sent: an entity and `create`, `update`, `delete` or `*`, such as `order.create`. */
  readonly events: readonly string[];
  /** The key of the signature. */
  readonly secret?: string | undefined;
  /** Several keys, while receivers change from one to the next: each makes a signature. Instead of `secret`. */
  readonly secrets?: readonly string[] | undefined;
  /** The members of the record that are sent, as in a read. The key is always sent of a deleted record. Default: all that a read by server code has. */
  readonly select?: string | undefined;
  /** Also send to private addresses. Without it, only addresses of the public internet are connected to. Default: `false`. */
  readonly isPrivateAllowed?: boolean | undefined;
  /** Milliseconds that a try may take in all, from the name look-up to the answer. Default: `10000`. */
  readonly timeout?: number | undefined;
  /** Number of tries, over about three days. Then the delivery is dead. Default: `10`. */
  readonly maxTries?: number | undefined;
  /** Hours that a delivery is kept after it was made. Default: `72`. */
  readonly keepHours?: number | undefined;
}
