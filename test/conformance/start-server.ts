import { DataApi, type ApiServer, type Config, type PlainEntity, type Repository } from "data-api";
import { atEnd } from "../at-end.js";
import { loadGenerated } from "./generated-code.js";
import { testLog } from "./reports.js";
import { connect, serveApi, type Started } from "./start.js";
import type { DialectTarget, FreshDatabase, Mode } from "./targets.js";

/** A configuration without its database, which the target adds. */
export interface TestConfig extends Omit<Config, "database"> {
  /** Settings of the database that differ from the target's. */
  readonly database?: { readonly statementTimeout?: number };
}

/** A record of any entity. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: number | string };

/** The server object of either mode, with repositories of any entity. */
export interface TestApi extends ApiServer<(entityName: string) => AnyRecords> {
  repository(entityName: string): AnyRecords;
}

type AnyRecords = Repository<PlainEntity<AnyRecord, Record<string, unknown>, Record<string, unknown>, "id">>;

export interface TestServer extends Started {
  readonly api: TestApi;
  readonly config: Config;
  readonly stop: () => Promise<void>;
}

/** The server object of a mode, not started. It listens on this machine only, and stops at the end of the test. */
export async function createTestApi(
  mode: Mode,
  { database }: Pick<FreshDatabase, "database">,
  config: TestConfig,
): Promise<TestApi> {
  const api = await createApi(mode, completeConfig(database, config));
  atEnd(() => api.stopAsync());
  return api;
}

async function createApi(mode: Mode, config: Config): Promise<TestApi> {
  const api = mode === "dynamic" ? new DataApi(config) : (await loadGenerated(config))(config);
  return api as unknown as TestApi;
}

function completeConfig(target: Config["database"], config: TestConfig): Config {
  const database = { ...target, ...config.database };
  // On a machine that is busy with other tests, no request is refused for it.
  const server = { host: "127.0.0.1", log: testLog, maxEventLoopDelay: 0, ...config.server };
  return { ...config, database, server };
}

/** Starts a server on a database that is there. It stops at the end of the test. */
export async function startOn(
  mode: Mode,
  database: Pick<FreshDatabase, "database">,
  config: TestConfig,
): Promise<TestServer> {
  const whole = completeConfig(database.database, config);
  const api = await createApi(mode, whole);
  return { ...(await serveApi(api)), api, config: whole, stop: () => api.stopAsync() };
}

/** Starts a server on a new database that the statements set up. Both are there until the end of the test. */
export async function startServer(...args: Parameters<typeof startUntilStopped>): Promise<TestServer> {
  const server = await startUntilStopped(...args);
  atEnd(server.stop);
  return server;
}

/** The same, until the caller stops it. */
export async function startUntilStopped(
  mode: Mode,
  dialect: Pick<DialectTarget, "createDatabase">,
  config: TestConfig,
  statements: readonly string[] = [],
): Promise<TestServer> {
  const fresh = await dialect.createDatabase();
  if (statements.length > 0) await fresh.run(statements);
  const whole = completeConfig(fresh.database, config);
  const api = await createApi(mode, whole);
  api.setupApiEndpoints();
  const { started, agent } = connect(await api.startAsync(0), 4);
  return {
    ...started,
    api,
    config: whole,
    stop: async () => {
      agent.destroy();
      await api.stopAsync();
      await fresh.dispose();
    },
  };
}
