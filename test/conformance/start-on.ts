import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Harness } from "./harness.js";
import { sendRequest } from "./http-client.js";
import type { TestConfig, TestServer } from "./start-server.js";
import type { FreshDatabase } from "./targets.js";

/** Returns a function that starts a server on a database. Of a server, it returns `api` and `request` only. */
export function startOnWith(createApi: Harness["createApi"]) {
  return async (database: FreshDatabase, config: TestConfig): Promise<TestServer> => {
    const api = await createApi(database, config);
    api.setupApiEndpoints();
    const { port } = (await api.startAsync(0)).address() as AddressInfo;
    const agent = new http.Agent();
    const request: TestServer["request"] = (...args) => sendRequest(port, agent, ...args);
    return { api, request } as TestServer;
  };
}
