import { afterAll, beforeAll } from "vitest";
import {
  createTestApi,
  startOn,
  startUntilStopped,
  type TestApi,
  type TestConfig,
  type TestServer,
} from "./start-server.js";
import { methodsOf } from "./start.js";
import type { FreshDatabase, Target } from "./targets.js";

/** The tools of a test case. They hide which mode and which database are tested. */
export interface Harness {
  /**
   * Starts a server for all tests of the surrounding `describe`, on a database that the statements set up.
   */
  readonly serve: (config: TestConfig, statements?: readonly string[]) => TestServer;
  /** An empty database, for cases that create server objects themselves. It is dropped at the end of the test. */
  readonly createDatabase: () => Promise<FreshDatabase>;
  readonly createApi: (database: FreshDatabase, config: TestConfig) => Promise<TestApi>;
  /** Starts a server on such a database, which stops at the end of the test. */
  readonly startOn: (database: FreshDatabase, config: TestConfig) => Promise<TestServer>;
}

export function createHarness({ mode, dialect }: Target): Harness {
  return {
    serve: (config, statements) => {
      let server: TestServer | undefined;
      beforeAll(async () => {
        server = await startUntilStopped(mode, dialect, config, statements);
      });
      afterAll(() => server?.stop());
      return lateServer(() => {
        if (server === undefined) throw new Error("The server is there only while tests run.");
        return server;
      });
    },
    createDatabase: () => dialect.createDatabase(),
    createApi: (database, config) => createTestApi(mode, database, config),
    startOn: (database, config) => startOn(mode, database, config),
  };
}

function lateServer(server: () => TestServer): TestServer {
  const request: TestServer["request"] = (...args) => server().request(...args);
  return {
    get api() {
      return server().api;
    },
    get config() {
      return server().config;
    },
    get port() {
      return server().port;
    },
    get url() {
      return server().url;
    },
    request,
    ...methodsOf(request),
    send: (bytes) => server().send(bytes),
    stop: () => server().stop(),
  };
}
