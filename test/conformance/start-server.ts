import http from "node:http";
import type { AddressInfo } from "node:net";
import { DataApi, type ApiServer, type Config, type PlainEntity, type Repository } from "data-api";
import { loadGenerated } from "./generated-code.js";
import { sendBytes, sendRequest, type Reply, type RequestOptions } from "./http-client.js";
import { testLog } from "./reports.js";
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

export interface TestServer {
  readonly api: TestApi;
  readonly config: Config;
  readonly port: number;
  readonly url: string;
  readonly request: (method: string, path: string, options?: RequestOptions) => Promise<Reply>;
  /** Sends bytes as they are. The request should have `Connection: close`. */
  readonly send: (bytes: string | Buffer) => Promise<Reply>;
  readonly stop: () => Promise<void>;
}

/** The server object of a mode, not started. It listens on this machine only. */
export async function createTestApi(
  mode: Mode,
  { database }: Pick<FreshDatabase, "database">,
  config: TestConfig,
): Promise<TestApi> {
  const whole = completeConfig(database, config);
  const api = mode === "dynamic" ? new DataApi(whole) : (await loadGenerated(whole))(whole);
  return api as unknown as TestApi;
}

function completeConfig(target: Config["database"], config: TestConfig): Config {
  const database = { ...target, ...config.database };
  // On a machine that is busy with other tests, no request is refused for it.
  const server = { host: "127.0.0.1", log: testLog, maxEventLoopDelay: 0, ...config.server };
  return { ...config, database, server };
}

/** Starts a server on a new database that the statements set up. */
export async function startServer(
  mode: Mode,
  dialect: DialectTarget,
  config: TestConfig,
  statements: readonly string[] = [],
): Promise<TestServer> {
  const fresh = await dialect.createDatabase();
  if (statements.length > 0) await fresh.run(statements);
  const api = await createTestApi(mode, fresh, config);
  api.setupApiEndpoints();
  const server = await api.startAsync(0);
  const { port } = server.address() as AddressInfo;
  const agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  return {
    api,
    config: completeConfig(fresh.database, config),
    port,
    url: `http://127.0.0.1:${port}`,
    request: (method, path, options) => sendRequest(port, agent, method, path, options),
    send: (bytes) => sendBytes(port, bytes),
    stop: async () => {
      agent.destroy();
      await api.stopAsync();
      await fresh.dispose();
    },
  };
}
