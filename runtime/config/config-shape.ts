import { z } from "zod";
import { fieldTypeNames } from "../model/field-type.js";
import { hookNames } from "../model/hooks.js";
import { dialectNames, durabilities, operations, schemaModes } from "../model/model.js";
import { logLevels, type LogDestination } from "../model/server-settings.js";
import { jwtAlgorithms } from "./config.js";

/** The largest limit on bodies that may be set, in bytes. */
const MAX_BODY_BYTES = 100 * 1024 * 1024;

const count = z.int().min(1);
const bodyBytes = count.max(MAX_BODY_BYTES);
const role = z.string().max(128).regex(/^\S+$/, "must be a role name without blanks");
const fieldNames = z.array(z.string()).min(1);
const permissionRule = z.strictObject({
  role,
  fields: z
    .strictObject({ include: fieldNames.optional(), exclude: fieldNames.optional() })
    .optional()
    .describe("The fields that the role may read or set (default all)."),
  where: z
    .string()
    .min(1)
    .optional()
    .describe("The records: a condition, in which a value may be @user.id or @user.<claim> (default all)."),
});
const permissions = z.array(
  z.union([role, permissionRule], "must be a role name or { role, fields?, where? }"),
);
const plainFunction = z.custom<(...values: never[]) => unknown>(
  (value) => typeof value === "function",
  "must be a function",
);
const text = z.string();

/** The most fields that a key may be made of. */
export const MAX_KEYS = 8;

const foreignKeyShape = z
  .strictObject({
    targetEntityName: text.describe("The entity whose record the key points to."),
    resolvedEntityName: text.describe("The name under which records carry that record."),
    isManyToMany: z
      .boolean()
      .optional()
      .describe("Whether the field is a list of ids, in a table of its own (default false)."),
    joinTable: text
      .optional()
      .describe("The name of that table (default: the entity's table and the field's name)."),
  })
  .nullable();

/** The most digits of a decimal that any database declares: PostgreSQL's. */
const MAX_DIGITS = 1000;

const fieldShape = z.strictObject({
  type: z.enum(fieldTypeNames),
  isEditable: z.boolean().describe("Whether an update may change the field."),
  isRequired: z.boolean().describe("Whether a create must supply the field; such a field is never null."),
  foreignKey: foreignKeyShape.optional(),
  isIgnoredOnCreate: z.boolean().optional().describe("Whether a create ignores the field."),
  maxLength: count
    .max(1_000_000_000)
    .optional()
    .describe("The most characters of a text, in UTF-16 code units."),
  precision: z
    .union([z.int().min(0).max(MAX_DIGITS), z.literal("unlimited")], {
      error: `must be a whole number from 0 to ${MAX_DIGITS}, or "unlimited"`,
    })
    .optional()
    .describe(
      'decimal: how many digits in all (default 38), or "unlimited"; datetime: of a second after the point (default 3).',
    ),
  scale: z
    .int()
    .min(0)
    .max(MAX_DIGITS)
    .optional()
    .describe("decimal: how many digits after the point (default 10)."),
  storedAs: text
    .optional()
    .describe(
      'SQLite: how the column keeps a date or datetime, such as "YYYY-MM-DD HH:MM:SS" or "unix seconds".',
    ),
  values: z.array(z.json()).min(1).optional().describe("The closed list of values that the field may have."),
  default: z.json().optional().describe("What a create sets where the body has no value."),
  isUnique: z.boolean().optional(),
  isIndexed: z.boolean().optional(),
  column: text.optional().describe("The column's name (default: the field's)."),
  description: text.optional(),
  renamedFrom: text
    .optional()
    .describe("The name that the field had before: generate and db push rename it."),
});

const systemFieldsShape = z.strictObject({
  id: z.enum(["int", "uuid"]).optional().describe("The type of the key that the server adds (default int)."),
  createdat: z
    .boolean()
    .optional()
    .describe("Whether records carry the time of their creation (default true)."),
  updatedat: z
    .boolean()
    .optional()
    .describe("Whether records carry the time of their last change (default true)."),
  ownerid: z
    .boolean()
    .optional()
    .describe("Whether records carry the id of the user who created them (default true with auth)."),
});

const entityShape = z.strictObject({
  fields: z.record(z.string(), fieldShape),
  permissions: z
    .strictObject(Object.fromEntries(operations.map((operation) => [operation, permissions.optional()])))
    .describe("Who may do each operation; a missing operation is allowed to nobody."),
  primaryKey: z
    .union(
      [text, z.array(text).min(1).max(MAX_KEYS)],
      `must be a name or a list of at most ${MAX_KEYS} names`,
    )
    .optional()
    .describe("The names of the fields that identify a record (default id, which the server adds)."),
  isReadOnly: z.boolean().optional().describe("Whether the table or view is only read (default false)."),
  table: text.optional().describe("The table's name (default: the entity's)."),
  schema: text.optional().describe("The schema that the table is in."),
  description: text.optional(),
  renamedFrom: text
    .optional()
    .describe("The name that the entity had before: generate and db push rename it."),
  systemFields: systemFieldsShape.optional(),
  maxBodyBytes: bodyBytes.optional().describe("The largest body of this entity, in bytes."),
  readValidator: plainFunction.optional(),
  writeValidator: plainFunction.optional(),
  hooks: z
    .strictObject(Object.fromEntries(hookNames.map((name) => [name, plainFunction.optional()])))
    .optional(),
});

const milliseconds = z.int().min(0).max(600_000);

const poolShape = z.strictObject({
  max: count.max(1000).optional().describe("How many connections at most (default 10)."),
  min: z.int().min(0).max(1000).optional().describe("How many connections at least (default 0)."),
  waitTimeout: milliseconds
    .optional()
    .describe("Milliseconds that a request waits for a connection (default 2000)."),
  maxQueue: z
    .int()
    .min(0)
    .max(100_000)
    .optional()
    .describe("How many requests may wait for a connection (default 100)."),
  idleTimeout: milliseconds
    .optional()
    .describe("Milliseconds that a connection is kept unused (default 30000)."),
});

const databaseShape = z.strictObject({
  dialect: z.enum(dialectNames),
  name: text.min(1).optional().describe("The database's name; sqlite: the path of the file, or :memory:."),
  host: text.min(1).optional().describe("Default localhost."),
  port: z.int().min(1).max(65_535).optional().describe("Default: the database's usual one."),
  userName: text.optional(),
  password: text.optional(),
  connectionString: text.min(1).optional().describe("Instead of name, host, port, userName and password."),
  encrypt: z
    .boolean()
    .optional()
    .describe("Whether the connection is encrypted (default true, but on this machine)."),
  trustServerCertificate: z
    .boolean()
    .optional()
    .describe("Whether any certificate of the server will do (default false)."),
  certificateAuthority: text
    .min(1)
    .optional()
    .describe("PEM text of the certificates that may have signed the server's."),
  instanceName: text.min(1).optional().describe("mssql: the name of the instance, instead of a port."),
  authentication: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("mssql: the driver's own option, for Entra ID and Windows logins."),
  readsFromReplica: z
    .boolean()
    .optional()
    .describe("mssql: whether reads go to a readable replica (default false)."),
  schema: z
    .enum(schemaModes)
    .optional()
    .describe(
      "Whether tables are made at start (create, the default), only checked (verify), or neither (off).",
    ),
  durability: z
    .enum(durabilities)
    .optional()
    .describe(
      "Whether a write that has been answered is on the disk (full, the default), or may be lost if the machine stops all at once (relaxed).",
    ),
  pool: poolShape.optional(),
  connectTimeout: milliseconds
    .min(1)
    .optional()
    .describe("Milliseconds that a new connection may take (default 5000)."),
  statementTimeout: milliseconds
    .min(1)
    .optional()
    .describe("Milliseconds that a statement may run (default 10000)."),
  lockTimeout: milliseconds.optional().describe("Milliseconds to wait for a lock (default 5000)."),
});

const rate = z.union(
  [z.strictObject({ limit: count.max(1_000_000_000), window: count.max(86_400_000) }), z.literal(false)],
  "must be { limit, window } or false",
);
/** A feature that is switched on or off, or on with options of its own. */
const orSwitch = <S extends z.ZodObject>(options: S) =>
  z.union([z.boolean(), options], "must be true, false or an object of its options");

const rateLimitShape = z.strictObject({
  addresses: rate.optional().describe("Requests of one address (default 100 in 1000 ms)."),
  callers: rate.optional().describe("Requests of one known caller (default 100 in 1000 ms)."),
  logins: rate
    .optional()
    .describe("Failed logins of one address, and for one user name (default 10 in 60000 ms)."),
  redis: text
    .min(1)
    .optional()
    .describe("The URL of a Redis that counts for all servers (default: each process counts for itself)."),
});

const corsShape = z.strictObject({
  origins: z
    .union([z.literal("*"), z.array(text).min(1)], 'must be "*" or a list of origins')
    .describe("The sites whose pages may call this server: a list of origins, or * for every site."),
  credentials: z
    .boolean()
    .optional()
    .describe("Whether browsers may send cookies along (default false); never with *."),
  maxAge: z
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe("Seconds that a browser may remember what it is allowed (default 600)."),
});

const destination = z.custom<LogDestination>(
  (value) => typeof (value as { write?: unknown } | null)?.write === "function",
  "must be a stream: an object with a write method",
);

const logShape = z.strictObject({
  level: z
    .enum(logLevels)
    .optional()
    .describe("From which level on lines are written; info has one for each request (default warn)."),
  destination: destination.optional(),
  slowStatement: milliseconds
    .optional()
    .describe("Milliseconds from which on a statement is written down; 0 for none (default 1000)."),
});

const metricsShape = z.strictObject({
  token: text
    .min(16)
    .optional()
    .describe("Who asks must send it as Authorization: Bearer (default: nothing)."),
});
const auditShape = z.strictObject({
  table: text.min(1).optional().describe("The table's name (default data_api_audit)."),
});
const idempotencyShape = z.strictObject({
  table: text.min(1).optional().describe("The table's name (default data_api_idempotency)."),
  keepHours: count.max(8_760).optional().describe("Hours that a key is remembered (default 24)."),
});
const compressionShape = z.strictObject({
  minBytes: z
    .int()
    .min(0)
    .max(MAX_BODY_BYTES)
    .optional()
    .describe("The smallest answer that is compressed, in bytes (default 1024)."),
});

const serverShape = z.strictObject({
  host: text.min(1).optional().describe("The address to listen on (default: every address)."),
  maxTake: count.max(1_000_000).optional().describe("The most records of one page (default 1000)."),
  maxSkip: z.int().min(0).optional().describe("The most records that a page may skip (default 1000000)."),
  maxBodyBytes: bodyBytes.optional().describe("The largest body, in bytes (default 102400)."),
  maxJsonDepth: count.max(100).optional().describe("How deep a body may be nested (default 32)."),
  maxJsonKeys: count.max(1_000_000).optional().describe("How many keys a body may have (default 1000)."),
  maxUrlBytes: count
    .max(1_048_576)
    .optional()
    .describe("The longest path with its query, in bytes (default 8192)."),
  maxHeaderBytes: z
    .int()
    .min(1_024)
    .max(1_048_576)
    .optional()
    .describe("The largest head of a request, in bytes (default 16384)."),
  maxConditionLength: count
    .max(1_000_000)
    .optional()
    .describe("The longest condition, in characters (default 4096)."),
  maxConditionTerms: count
    .max(500)
    .optional()
    .describe("How many comparisons a condition may have (default 100)."),
  maxConditionValueLength: count
    .max(1_000_000)
    .optional()
    .describe("The longest value in a condition, in characters (default 1024)."),
  maxResponseBytes: count
    .max(500_000_000)
    .optional()
    .describe("The largest answer, in bytes (default 10485760)."),
  headersTimeout: milliseconds
    .min(1)
    .optional()
    .describe("Milliseconds that the head of a request may take to arrive (default 15000)."),
  requestTimeout: milliseconds
    .min(1)
    .optional()
    .describe("Milliseconds that a request may take to arrive (default 30000)."),
  keepAliveTimeout: milliseconds
    .min(1)
    .optional()
    .describe(
      "Milliseconds that a connection waits for the next request (default 5000; 65000 behind proxies).",
    ),
  stallTimeout: milliseconds
    .min(1)
    .optional()
    .describe("Milliseconds that a connection may stay without a byte (default 60000)."),
  maxConnections: count
    .max(1_000_000)
    .optional()
    .describe("How many connections may be open (default 1000)."),
  maxEventLoopDelay: milliseconds
    .optional()
    .describe("Milliseconds that the event loop may be late; 0 for any (default 500)."),
  rateLimit: rateLimitShape
    .optional()
    .describe("How often somebody may ask (default: only logins are limited)."),
  trustProxy: z
    .int("must be the number of proxies")
    .min(0)
    .max(32)
    .optional()
    .describe("How many proxies stand before this server (default 0)."),
  cors: corsShape.optional().describe("The other sites whose pages may call this server (default: none)."),
  compression: orSwitch(compressionShape)
    .optional()
    .describe("Whether answers are compressed (default false)."),
  log: logShape.optional().describe("What is written about requests and faults."),
  metrics: orSwitch(metricsShape)
    .optional()
    .describe("Whether GET /metrics answers with figures for Prometheus (default false)."),
  audit: orSwitch(auditShape)
    .optional()
    .describe("Whether every write leaves an entry in a table (default false)."),
  idempotency: orSwitch(idempotencyShape)
    .optional()
    .describe(
      "Whether a create with an Idempotency-Key is done once (default: where the start may make tables).",
    ),
  requirePrecondition: z
    .boolean()
    .optional()
    .describe("Whether updates and deletes must have If-Match (default false)."),
  startsWithoutDatabase: z
    .boolean()
    .optional()
    .describe("Whether the start succeeds while the database is away (default false)."),
  shutdownDelay: milliseconds
    .optional()
    .describe("Milliseconds that requests are still taken after SIGTERM (default 5000)."),
  shutdownTimeout: milliseconds
    .optional()
    .describe("Milliseconds that running requests may take to end (default 20000)."),
});

const authShape = z.strictObject({
  secretKey: text.optional().describe("Signs the tokens, and switches on users; at least 32 bytes."),
  tokenLifetimeInMins: count.max(525_600).optional().describe("How long a token is good (default 60)."),
  issuer: text.min(1).optional().describe("The iss of the tokens (default data-api)."),
  audience: text.min(1).optional().describe("The aud of the tokens (default data-api)."),
  userCheckInSecs: z
    .int()
    .min(0)
    .max(300)
    .optional()
    .describe("For how many seconds what is known of a token's user is not looked up again (default 5)."),
  refreshTokens: orSwitch(
    z.strictObject({
      lifetimeInDays: count.max(365).optional().describe("How long an unused one is good (default 14)."),
      sessionLifetimeInDays: count
        .max(3650)
        .optional()
        .describe("How long they give others since the log-in (default 90)."),
      table: text.min(1).optional().describe("The table of their hashes (default data_api_refresh)."),
    }),
  )
    .optional()
    .describe("Tokens that give others without a password, once each (default false)."),
  passwordReqs: z
    .strictObject({
      minLength: z.int().min(8).max(128).optional().describe("How many characters at least (default 8)."),
      uppercaseChar: z
        .boolean()
        .optional()
        .describe("Whether it needs an upper-case letter (default false)."),
      lowercaseChar: z.boolean().optional().describe("Whether it needs a lower-case letter (default false)."),
      digitChar: z.boolean().optional().describe("Whether it needs a digit (default false)."),
      specialChar: z.boolean().optional().describe("Whether it needs another character (default false)."),
    })
    .optional()
    .describe("What a password must have."),
  salt: text.optional().describe("Has no effect: each secret has a salt of its own."),
  jwt: z
    .strictObject({
      issuer: text.min(1).describe("The iss of the provider's tokens, and where its discovery document is."),
      audience: text.min(1).describe("The aud that its tokens for this server have."),
      jwksUri: text
        .min(1)
        .optional()
        .describe("Where its keys are (default: as its discovery document says)."),
      rolesClaim: text.min(1).optional().describe("The claim with the roles, or its path (default roles)."),
      userIdClaim: text.min(1).optional().describe("The claim with the user's id (default sub)."),
      algorithms: z
        .array(z.enum(jwtAlgorithms))
        .min(1)
        .optional()
        .describe("The algorithms that are taken (default RS256, PS256, ES256 and EdDSA)."),
    })
    .optional()
    .describe("Tokens of an identity provider, instead of secretKey."),
  identify: plainFunction.optional(),
});

/** The shape of a configuration: what each key may hold. What keys must hold together is in `rules/`. */
export const configShape = z.strictObject({
  $schema: text.optional().describe("For editors, in JSON files."),
  database: databaseShape,
  entities: z.record(z.string(), entityShape),
  auth: authShape.optional().describe("Who the callers are (default: every caller is a guest)."),
  server: serverShape.optional(),
  strictBody: z
    .boolean()
    .optional()
    .describe("Whether unknown or non-editable fields of a body are a mistake (default false)."),
});

/** The same as a JSON Schema, for editors. Functions have no form in JSON. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configShape, {
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === entityShape) {
        delete jsonSchema.properties?.["readValidator"];
        delete jsonSchema.properties?.["writeValidator"];
        delete jsonSchema.properties?.["hooks"];
      }
      if (zodSchema === authShape) delete jsonSchema.properties?.["identify"];
      if (zodSchema === logShape) delete jsonSchema.properties?.["destination"];
    },
  });
}
