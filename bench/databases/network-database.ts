import { DataApi, type DatabaseConfig } from "data-api";
import { sql, type Kysely } from "kysely";
import { mssqlServer } from "../../test/conformance/servers/mssql-server.js";
import { mysqlServer } from "../../test/conformance/servers/mysql-server.js";
import { postgresServer } from "../../test/conformance/servers/postgres-server.js";
import type { DatabaseServer } from "../../test/conformance/targets.js";
import { blogConfig, POSTS, post, postTime, type NewPost } from "../blog.js";
import type { BenchDatabase, Blog } from "./bench-database.js";

interface Engine {
  readonly server: DatabaseServer;
  readonly port: number;
  /** Copies all posts to another table. */
  readonly keep: string;
  /** Counts the connections to the given database. */
  readonly connections: (name: string) => string;
  /** Restores the posts under the same ids, cleans up, and resets the id counter. */
  readonly reset: readonly string[];
}

const columns = "title, content, createdat, updatedat";
const putBack = `insert into blogpost (${columns}) select ${columns} from kept order by id`;

const engines: Readonly<Record<"postgres" | "mysql" | "mssql", Engine>> = {
  postgres: {
    server: postgresServer,
    port: 5432,
    keep: "create table kept as select * from blogpost order by id",
    connections: (name) => `select count(*) as n from pg_stat_activity where datname = '${name}'`,
    reset: ["truncate blogpost restart identity", putBack, "vacuum analyze blogpost"],
  },
  mysql: {
    server: mysqlServer,
    port: 3306,
    keep: "create table kept as select * from blogpost order by id",
    connections: (name) => `select count(*) as n from information_schema.processlist where db = '${name}'`,
    reset: [
      "truncate table blogpost",
      "insert into blogpost select * from kept order by id",
      "analyze table blogpost",
    ],
  },
  mssql: {
    server: mssqlServer,
    port: 1433,
    connections: (name) =>
      `select count(*) as n from sys.dm_exec_sessions where database_id = db_id('${name}')`,
    keep: "select * into kept from blogpost order by id",
    reset: ["truncate table blogpost", putBack],
  },
};

/** A database on the server that the conformance tests also use. */
export function networkDatabase(name: keyof typeof engines): BenchDatabase {
  const engine = engines[name];
  const settings = engine.server.settings();
  return {
    name,
    contestants: ["dynamic", "generated", "hand-written", ...(name === "mssql" ? [] : ["raw"])],
    address: { host: settings?.host ?? "localhost", port: settings?.port ?? engine.port },
    unavailable: () => {
      if (settings === undefined) return Promise.resolve("the environment does not say where a server is");
      return engine.server.run(["select 1"]).then(
        () => undefined,
        (error: unknown) => `no server answers (${(error as Error).message || String(error)})`,
      );
    },
    connections: async ({ name: database = "" }) => {
      const [row] = await engine.server.run([engine.connections(database)]);
      return Number(row?.["n"]);
    },
    createEmpty: async (label) => {
      const database = `data_api_bench_${process.pid}_${label}`;
      await engine.server.create(database);
      return {
        config: { ...settings, dialect: name, name: database },
        drop: () => engine.server.drop(database),
      };
    },
    create: async (contestant) => {
      const database = `data_api_bench_${process.pid}_${contestant.replace("-", "_")}`;
      await engine.server.create(database);
      return createBlog({ ...settings, dialect: name, name: database }, engine);
    },
  };
}

/** Creates the table with the product, so that all contestants have the same one. */
async function createBlog(config: DatabaseConfig, { server, keep, reset }: Engine): Promise<Blog> {
  const api = new DataApi(blogConfig({ ...config, statementTimeout: 60_000, pool: { max: 1 } }));
  await api.startAsync(0);
  const db = api.repository("blogpost").db as Kysely<{
    blogpost: NewPost & Record<"createdat" | "updatedat", string>;
  }>;
  const run = async (statements: readonly string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  for (let first = 1; first <= POSTS; first += ROWS) {
    const rows = Array.from({ length: ROWS }, (_, index) => row(first + index));
    await db.insertInto("blogpost").values(rows).execute();
  }
  await run([keep, ...reset]);
  return {
    config,
    reset: () => run(reset),
    drop: async () => {
      await api.stopAsync();
      await server.drop(config.name ?? "");
    },
  };
}

/** Rows per insert. SQL Server allows 2,100 parameters. */
const ROWS = 500;

function row(n: number) {
  const time = postTime(n).replace("T", " ").replace("Z", "");
  return { ...post(n), createdat: time, updatedat: time };
}
