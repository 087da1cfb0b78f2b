import { DataApi, type DatabaseConfig, type EntityConfig } from "data-api";
import { atEnd } from "../at-end.js";
import { field, openEntity } from "../conformance/fields.js";
import type { Reply } from "../conformance/http-client.js";
import { testLog } from "../conformance/reports.js";
import type { TestApi } from "../conformance/start-server.js";
import type { DialectTarget, FreshDatabase } from "../conformance/targets.js";
import type { Proxy } from "./proxy.js";
import { openSession, type Session } from "./session.js";
import { throughProxy } from "./through-proxy.js";
import { serveApi } from "../conformance/start.js";

/** A server of the product that reaches its database through a proxy. */
export interface Served {
  readonly api: TestApi;
  readonly database: FreshDatabase;
  readonly proxy: Proxy;
  readonly port: number;
  readonly send: (
    method: string,
    path: string,
    options?: { body?: object; prefer?: string; idempotencyKey?: string },
  ) => Promise<Reply>;
  readonly openSession: () => Promise<Session>;
}

const entities = {
  thing: openEntity({ title: field("string"), amount: field("int") }),
  note: openEntity({ title: field("string") }, { systemFields: { id: "uuid" } }),
};

/** How the database is prepared before the server starts. */
interface Before {
  /** Whether the database is unreachable. */
  readonly isAway?: boolean;
  /** The statements to run in the database of this name. */
  readonly run?: (name: string) => readonly string[];
  /** The hooks of `thing`. */
  readonly hooks?: EntityConfig["hooks"];
}

/** Starts a server in a test, and stops it after the test. Short times keep the tests short. */
export function useServed(
  dialect: DialectTarget,
): (options?: Partial<DatabaseConfig>, before?: Before) => Promise<Served> {
  return async (options = {}, { isAway = false, run, hooks } = {}) => {
    const database = await dialect.createDatabase();
    if (run !== undefined) await database.run(run(database.database.name ?? ""));
    const { proxy, database: proxied } = await throughProxy(database.database);
    if (isAway) proxy.refuse();
    const api = new DataApi({
      database: { ...proxied, pool: { max: 2 }, ...options },
      entities: { ...entities, thing: { ...entities.thing, hooks } },
      batch: true,
      // Errors are logged, as in production.
      server: {
        host: "127.0.0.1",
        maxEventLoopDelay: 0,
        log: testLog,
        startsWithoutDatabase: isAway,
        shutdownTimeout: 500,
      },
    }) as unknown as TestApi;
    const { port, request } = await serveApi(api);
    return {
      api,
      database,
      proxy,
      port,
      send: (method, path, { body, prefer, idempotencyKey } = {}) =>
        request(method, path.startsWith("/") ? path : `/api/data/${path}`, {
          body,
          headers: {
            ...(prefer !== undefined && { Prefer: prefer }),
            ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
          },
        }),
      openSession: async () => {
        const session = await openSession(database.database);
        atEnd(() => session.close().catch(() => undefined));
        return session;
      },
    };
  };
}
