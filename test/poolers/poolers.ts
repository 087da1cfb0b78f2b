import http from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterEach } from "vitest";
import { DataApi, type DatabaseConfig } from "data-api";
import { createKysely, openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { field, openEntity } from "../conformance/fields.js";
import { sendRequest, type Reply } from "../conformance/http-client.js";
import { testLog } from "../conformance/reports.js";
import type { DialectTarget, FreshDatabase } from "../conformance/targets.js";
import type { PoolerProcess } from "./pooler-process.js";

export const all = "thing/public/findall/id/0/9";

/** Makes inserts into `thing` take 5 seconds. */
export const slowThings = [
  "create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(5); return new; end $$",
  "create trigger slow before insert on thing for each row execute function slow()",
];
/** Finds each running statement that creates a thing. The first one of a server is part of another one. */
export const isSlow =
  "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%insert into%' and state = 'active'";

/** Functions to use poolers of one kind in a test. They close everything after the test. */
export function usePoolers<Pooler extends PoolerProcess, Settings>(
  dialect: DialectTarget,
  before: (database: DatabaseConfig, settings: Settings) => Promise<Pooler>,
) {
  const closings: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  });
  return {
    createPooler: async (settings: Settings): Promise<{ fresh: FreshDatabase; pooler: Pooler }> => {
      const fresh = await dialect.createDatabase();
      closings.push(() => fresh.dispose());
      const pooler = await before(fresh.database, settings);
      closings.push(() => pooler.remove());
      return { fresh, pooler };
    },

    /** A client other than the product. */
    connectTo: async ({ port }: Pooler, { database }: FreshDatabase): Promise<pg.Client> => {
      const client = new pg.Client({
        host: "127.0.0.1",
        port,
        user: database.userName,
        password: database.password,
        database: database.name,
        // As the product, because Pgpool-II reuses a connection only for clients with the same startup parameters.
        application_name: "data-api",
      });
      client.on("error", () => undefined);
      await client.connect();
      closings.push(() => client.end());
      return client;
    },

    /** Starts a server of the product, and returns a function that sends requests to it. */
    serve: async (
      database: DatabaseConfig,
    ): Promise<(method: string, path: string, body?: object) => Promise<Reply>> => {
      const api = new DataApi({
        database,
        entities: {
          thing: openEntity({ title: field("string"), at: field("datetime"), data: field("bytes") }),
        },
        server: { host: "127.0.0.1", maxEventLoopDelay: 0, log: testLog },
      });
      api.setupApiEndpoints();
      const server = await api.startAsync(0);
      closings.push(() => api.stopAsync());
      const { port } = server.address() as AddressInfo;
      const agent = new http.Agent();
      return (method, path, body) =>
        sendRequest(port, agent, method, path.startsWith("/") ? path : `/api/data/${path}`, { body });
    },

    open: async (database: DatabaseConfig): Promise<AnyKysely> => {
      const connection = await connect(database);
      closings.push(() => connection.close());
      return createKysely(dialects.postgres, () => connection.driver);
    },
  };
}

const connect = (database: DatabaseConfig) =>
  openConnection({ database: resolveDatabase(database) }, dialects.postgres);

/** Runs the work with an open database, and closes it then. */
export async function whileOpen(
  database: DatabaseConfig,
  work: (db: AnyKysely) => Promise<void>,
): Promise<void> {
  const connection = await connect(database);
  try {
    await work(createKysely(dialects.postgres, () => connection.driver));
  } finally {
    await connection.close();
  }
}

/** The session settings that a statement sees. With a value, the driver sends the statement in another way. */
export async function settingsOf(db: AnyKysely, value?: number): Promise<string> {
  const names = [
    "TimeZone",
    "DateStyle",
    "IntervalStyle",
    "bytea_output",
    "statement_timeout",
    "lock_timeout",
  ];
  const list = names.map((name) => sql`current_setting(${sql.lit(name)})`);
  const marked = value === undefined ? list : [...list, sql`${value}::int`];
  const { rows } = await sql<{
    found: string;
  }>`select concat_ws(' ', ${sql.join(marked)}) as found`.execute(db);
  return rows[0]?.found ?? "";
}
