import { z } from "zod";
import { dialectNames } from "./dialect-facts.js";
import {
  count,
  flag,
  group,
  milliseconds,
  number,
  option,
  optionInfo,
  optionalText,
  text,
  type Settings,
} from "./option.js";

/** Where a database is if the configuration does not say it. */
export const DEFAULT_HOST = "localhost";

/** The maximum number of connections if the configuration does not say it. */
export const DEFAULT_CONNECTIONS = 10;

const poolShape = group("PoolConfig", "The connection pool. SQLite has one connection and ignores it.", {
  max: option(count(1000).optional(), "Maximum number of connections.", {
    usually: `${DEFAULT_CONNECTIONS}, or \`min\` if that is larger`,
  }),
  min: option(number(1000).default(0), "Number of connections that stay open when idle."),
  waitTimeout: option(milliseconds().default(2_000), "Milliseconds a request waits for a connection.", {
    answer: "503 `database-unavailable`",
  }),
  maxQueue: option(
    number(100_000).default(100),
    "Maximum number of requests that wait for a connection. Further requests are rejected at once.",
    { answer: "503 `database-unavailable`" },
  ),
  idleTimeout: option(
    milliseconds().default(30_000),
    "Milliseconds after which an idle connection is closed.",
  ),
});

const replicaShape = group(
  "ReplicaServerConfig",
  "The address of a replica. Options that are left out have the primary's values.",
  {
    host: option(text().optional(), "The host name or address."),
    port: option(count(65_535).optional(), "The port."),
    instanceName: option(
      text().optional(),
      "SQL Server: the name of the instance. Use it instead of `port`.",
    ),
    userName: option(optionalText(), "The name of the database user."),
    password: option(optionalText(), "The password of the database user.", { isSecret: true }),
  },
);

/** A URL may contain a password. */
const encryption = z.union([z.boolean(), z.literal("strict")], 'must be true, false or "strict"').optional();

const server = z.union([text(), replicaShape], "must be a URL or { host?, port?, userName?, password? }");
optionInfo.add(server, { isSecret: true });

const replicasShape = group("ReplicasConfig", "Replicas of the database. They answer reads.", {
  servers: option(
    z.array(server).min(1),
    "The replicas, each as a URL such as `postgres://host/name` or as an object. Reads take turns.",
  ),
  maxLag: option(
    milliseconds().min(100).default(2_000),
    "Milliseconds a replica may lag behind. A replica that lags more gets no reads until it has caught up.",
  ),
  consistency: option(
    z.enum(["session", "eventual"]).default("session"),
    "Which writes a read without `Database-Position` sees. `session`: every write that was answered before it, at the cost of asking the primary for its position. `eventual`: the writes that the same process answered, and those of others that the replica already has.",
  ),
});

export const databaseShape = group("DatabaseConfig", "How to connect to the database.", {
  dialect: option(z.enum(dialectNames), "The kind of database."),
  name: option(
    text().default(""),
    "The database name. SQLite: the path of the file, relative to the working directory, or `:memory:`.",
    { usually: "**required** without `connectionString`" },
  ),
  host: option(text().optional(), "The host name or address of the server.", {
    usually: `\`${DEFAULT_HOST}\``,
  }),
  port: option(count(65_535).optional(), "The port of the server.", { usually: "the dialect's usual port" }),
  userName: option(optionalText(), "The name of the database user."),
  password: option(optionalText(), "The password of the database user.", { isSecret: true }),
  connectionString: option(
    text().optional(),
    "A connection string in the driver's format. Use it instead of `name`, `host`, `port`, `instanceName`, `userName`, `password` and `authentication`.",
  ),
  encrypt: option(
    encryption,
    "Encrypt the connection. SQL Server 2022: `strict` also encrypts the log-in's first packets.",
    { usually: "`true`; `false` for PostgreSQL and MySQL on this machine" },
  ),
  trustServerCertificate: option(flag(), "Accept any certificate of the server."),
  certificateAuthority: option(text().optional(), "The trusted certificate authorities, as PEM text.", {
    usually: "those of Node.js",
  }),
  instanceName: option(text().optional(), "SQL Server: the name of the instance. Use it instead of `port`."),
  authentication: option(
    z.record(z.string(), z.unknown()).optional(),
    "SQL Server: a login of Entra ID or Windows, as in the option `authentication` of tedious.",
  ),
  replicas: option(replicasShape.optional(), "Replicas that answer reads. Not for SQLite.", {
    usually: "every read asks the primary",
  }),
  pooler: option(
    z.enum(["none", "transaction"]).default("none"),
    "PostgreSQL: `transaction` for a pooler, such as PgBouncer, that shares the server's connections between transactions.",
  ),
  consistency: option(
    z.enum(["eventual", "session"]).default("eventual"),
    "MySQL and MariaDB with Galera: which writes of other nodes a request sees. `session`: all that were answered before it, because each statement waits until its node has them. `eventual`: those that its node already has.",
  ),
  schema: option(
    z.enum(["create", "verify", "migrations", "off"]).default("create"),
    "What a start does with tables: `create` adds missing tables, columns and indexes; `verify` only checks that the tables fit; `migrations` also checks that every migration is applied; `off` does none of this.",
  ),
  migrations: option(
    text().default("migrations"),
    "The folder of the migrations, relative to the working directory.",
  ),
  isDevelopment: option(
    flag(),
    "The database is for development: `data-api db reset` may remove everything in it.",
  ),
  durability: option(
    z.enum(["full", "relaxed"]).default("full"),
    "`full`: a write is on the disk before it is answered. `relaxed`: the latest writes may be lost if the machine loses power.",
  ),
  pool: poolShape.prefault({}),
  connectTimeout: option(
    milliseconds(1).default(5_000),
    "Milliseconds to open a connection. A server that answers nothing at all for this long is given up. Not for SQLite.",
    { answer: "503 `database-unavailable`" },
  ),
  statementTimeout: option(
    milliseconds(1).default(10_000),
    "Milliseconds a statement may run. Not for SQLite.",
    { answer: "503 `database-unavailable`" },
  ),
  lockTimeout: option(
    milliseconds().default(5_000),
    "Milliseconds a statement waits for a lock that another transaction holds.",
    { answer: "503 `database-unavailable`" },
  ),
});

/** How to connect to the database, with all defaults. Times are in milliseconds. */
export type DatabaseSettings = Settings<typeof databaseShape> & { readonly pool: PoolSettings };
export type ReplicaSettings = NonNullable<DatabaseSettings["replicas"]>;
export type PoolSettings = Settings<typeof poolShape> & { readonly max: number };

export type Durability = DatabaseSettings["durability"];
