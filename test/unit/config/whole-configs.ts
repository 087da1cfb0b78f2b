import { z } from "zod";
import type { Config, FieldConfig } from "data-api";
import { field } from "../../conformance/fields.js";

/** Values that use all options of a value. */
const values = {
  text: { type: "string", maxLength: 9, minLength: 1, label: "Text", description: "A text." },
  amount: { type: "decimal", minimum: 1, maximum: "9", precision: 5, scale: 2 },
  time: { type: "time", zone: "none", precision: 3 },
  list: { type: "list", of: "string", maxItems: 3 },
  old: { type: "text", storedAs: "ntext" },
  kind: { type: "enum", values: ["a", "b"] },
} as const;

const fields: Record<string, FieldConfig> = Object.fromEntries(
  Object.entries(values).map(([name, options]) => [name, field(options.type, options)]),
);

const rules = [
  { role: "member", fields: { include: ["text"] }, where: "id>1" },
  { role: "editor", fields: { exclude: ["kind"] } },
] as const;
const rows = [{ role: "admin" }, { role: "member", where: "id>1" }] as const;

const entities: Config["entities"] = {
  thing: {
    description: "Everything.",
    table: "things",
    schema: "dbo",
    renamedFrom: "item",
    maxBodyBytes: 1_000,
    resolveForeignKeys: false,
    systemFields: { id: "int", createdat: false, updatedat: true, ownerid: false },
    permissions: { read: rules, create: rules, update: rules, delete: rows },
    readValidator: () => "",
    writeValidator: () => true,
    hooks: {
      beforeCreate: () => undefined,
      afterCreate: () => undefined,
      beforeUpdate: () => undefined,
      afterUpdate: () => undefined,
      beforeDelete: () => undefined,
      afterDelete: () => undefined,
      afterCommit: () => undefined,
    },
    fields: {
      ...fields,
      code: field("int", { isUnique: true, isIndexed: true, column: "c", renamedFrom: "number" }),
      state: field("string", { default: "x", isIgnoredOnCreate: true }),
      stamp: field("int", { filledBy: "default" }),
      parent: field("int", {
        foreignKey: {
          ...{ targetEntityName: "thing", resolvedEntityName: "above" },
          ...{ inverseName: "below", isWritable: true },
        },
      }),
      others: field("int", {
        foreignKey: {
          ...{ targetEntityName: "thing", resolvedEntityName: "friends" },
          ...{ isManyToMany: true, joinTable: "friends" },
        },
      }),
      land: field("string", { maxLength: 2 }),
      nr: field("int"),
    },
    foreignKeys: [
      {
        ...{ fields: ["land", "nr"], targetEntityName: "city", resolvedEntityName: "city" },
        ...{ inverseName: "things", isWritable: true },
      },
    ],
  },
  city: {
    primaryKey: ["land", "nr"],
    fields: {
      land: field("string", { maxLength: 2, isEditable: false, isRequired: true }),
      nr: field("int", { isEditable: false, isRequired: true }),
    },
    permissions: { read: ["guest"] },
  },
  view: { isReadOnly: true, primaryKey: [], fields, permissions: { read: ["guest"] } },
};

const operations: Config["operations"] = {
  run: {
    procedure: "run",
    schema: "dbo",
    description: "It runs.",
    permissions: ["admin"],
    timeout: 1_000,
    maxRows: 5,
    parameters: {
      ...values,
      given: { type: "int", isRequired: false, name: "g" },
      usual: { type: "int", default: 5 },
      result: { type: "int", direction: "out" },
    },
    returns: { fields: { ...values, other: { type: "int", isRequired: true, column: "o" } } },
  },
  many: {
    procedure: "many",
    permissions: ["admin"],
    returns: { results: [{ fields: { ...values, other: { type: "int", isRequired: true, column: "o" } } }] },
  },
  ...Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `count_${name}`,
      { function: "f", permissions: [], isRead: true, returns: { value } },
    ]),
  ),
  one: {
    function: "f",
    permissions: [],
    returns: { value: { type: "int", isRequired: true, column: "v" } },
  },
  own: {
    handler: () => 5,
    permissions: [],
    input: z.object({ a: z.string() }),
    output: z.number(),
  },
};

const server: Config["server"] = {
  ...{ host: "127.0.0.1", maxTake: 50, maxSkip: 9_000, maxBodyBytes: 2_000, maxStreamBytes: 9_000 },
  ...{ maxAffected: 500, maxJsonDepth: 9, maxJsonKeys: 99, defaultTake: 5, defaultNestedTake: 4 },
  ...{ maxDepth: 3, maxRecords: 5_000, maxUrlBytes: 9_000 },
  ...{ maxHeaderBytes: 20_000, maxConditionLength: 4_000, maxConditionTerms: 50 },
  ...{ maxConditionValueLength: 500, maxResponseBytes: 1e7, headersTimeout: 9_000 },
  ...{ requestTimeout: 20_000, keepAliveTimeout: 7_000, stallTimeout: 8_000, maxConnections: 500 },
  maxEventLoopDelay: 300,
  rateLimit: {
    addresses: { limit: 5, window: 1_000 },
    callers: { limit: 6, window: 2_000 },
    logins: { limit: 7, window: 3_000 },
    redis: "redis://localhost:6379",
  },
  trustProxy: 1,
  publicUrl: "https://example.com/shop",
  cors: { origins: ["https://app.example.com"], credentials: true, maxAge: 5 },
  compression: { minBytes: 2_000 },
  log: { level: "error", destination: { write: () => undefined }, slowStatement: 100 },
  metrics: { token: "t".repeat(32) },
  audit: { table: "my_audit" },
  idempotency: { table: "my_keys", keepHours: 5 },
  requirePrecondition: true,
  startsWithoutDatabase: true,
  shutdownDelay: 100,
  shutdownTimeout: 2_000,
};

const surfaces: Omit<Config, "database" | "entities"> = {
  endpoints: ["query"],
  strictBody: true,
  admin: { path: "/page", roles: ["admin"] },
  batch: { maxOperations: 5, maxBodyBytes: 9_000, timeout: 1_000 },
  changes: {
    ...{ entities: ["thing"], table: "my_outbox", keepHours: 5, interval: 100, alarmRows: 1_000 },
    ...{ maxStreams: 50, maxStreamsPerCaller: 5, maxBufferBytes: 9_000, heartbeat: 5_000 },
  },
  mcp: {
    ...{ isReadOnly: false, tools: ["read_records"], instructions: "Read.", name: "shop" },
    ...{ roles: ["member"], hosts: ["api.example.com"], origins: ["https://app.example.com"] },
    ...{ stdio: { userId: 1, roles: ["admin"] }, maxRecords: 5, maxAnswerBytes: 9_000 },
  },
  openapi: {
    ...{ roles: ["member"], page: true, file: true, title: "Shop", version: "2.0.0", description: "Shop." },
    contact: { name: "Anna", url: "https://example.com", email: "anna@example.com" },
    license: { name: "MIT", url: "https://example.com/license" },
    url: "https://api.example.com",
  },
  webhooks: [
    {
      ...{ name: "shop", url: "https://example.com/hook", events: ["thing.*"], select: "id,text" },
      ...{ secret: `whsec_${"A".repeat(32)}`, isPrivateAllowed: true },
      ...{ timeout: 1_000, maxTries: 5, keepHours: 5 },
    },
    {
      ...{ url: "https://other.example.com/hook", events: ["city.create"] },
      secrets: [`whsec_${"B".repeat(32)}`, `whsec_${"C".repeat(32)}`],
    },
  ],
};

/** Configurations without a mistake. Together they use every option. */
export const wholeConfigs: Readonly<Record<string, Config>> = {
  "users of the server": {
    $schema: "./schema.json",
    database: {
      ...{ dialect: "mssql", name: "d", host: "h", port: 1, userName: "u", password: "p" },
      ...{ encrypt: "strict", trustServerCertificate: true, certificateAuthority: "PEM" },
      ...{ schema: "verify", migrations: "m", isDevelopment: true, durability: "relaxed" },
      pool: { max: 5, min: 1, waitTimeout: 1_000, maxQueue: 50, idleTimeout: 1_000 },
      ...{ connectTimeout: 1_000, statementTimeout: 1_000, lockTimeout: 1_000 },
      replicas: {
        servers: [
          { host: "r", port: 2, userName: "v", password: "q" },
          { host: "s", instanceName: "i" },
        ],
        maxLag: 1_000,
        consistency: "eventual",
      },
    },
    auth: {
      ...{
        secretKey: "0123456789abcdef0123456789abcdef",
        tokenLifetimeInMins: 5,
        issuer: "i",
        audience: "a",
      },
      ...{ userCheckInSecs: 1, sessions: "cookie", salt: "s", pagesUrl: "https://app.example.com" },
      refreshTokens: { lifetimeInDays: 5, sessionLifetimeInDays: 50, table: "my_sessions" },
      passwordReqs: {
        ...{ minLength: 9, uppercaseChar: true, lowercaseChar: true, digitChar: true, specialChar: true },
      },
      apiKeys: { maxLifetimeInDays: 5, maxPerUser: 5 },
      messages: { sendMessage: () => undefined, resetLifetimeInMins: 20, verifyLifetimeInMins: 20 },
      secondFactor: { issuer: "shop" },
      passkeys: { rpId: "example.com", rpName: "Shop", origins: ["https://app.example.com"] },
      providers: {
        google: {
          ...{ issuer: "https://accounts.example.com", clientId: "c", clientSecret: "s" },
          scopes: ["openid", "email"],
        },
      },
    },
    ...{ entities, operations, server, ...surfaces },
  },
  "users of a provider": {
    database: {
      ...{ dialect: "mssql", name: "d", instanceName: "i" },
      authentication: { type: "azure-active-directory-default", options: {} },
    },
    auth: {
      jwt: {
        ...{ issuer: "https://login.example.com", audience: "a", jwksUri: "https://login.example.com/keys" },
        ...{ rolesClaim: "groups", userIdClaim: "oid", algorithms: ["ES256"] },
      },
    },
    mcp: { audience: "https://api.example.com/mcp" },
    entities,
  },
  "callers by a function": {
    database: { dialect: "mysql", connectionString: "mysql://u:p@h/d", consistency: "session" },
    auth: { identify: () => undefined },
    server: { cursorKey: "c".repeat(32) },
    entities: {},
  },
  "a pooler": {
    database: { dialect: "postgres", name: "d", pooler: "transaction" },
    entities: {},
  },
};
