import http from "node:http";
import type { AddressInfo } from "node:net";
import { DataApi, type ApiServer, type Config } from "data-api";
import { afterAll } from "vitest";
import { sendRequest, type Reply } from "../conformance/http-client.js";

/** A configuration with the docs page, and one entity that all callers may read and create. */
export const config = {
  database: { dialect: "sqlite", name: ":memory:" },
  // The browser and the server share a machine that may be busy.
  server: { maxEventLoopDelay: 0 },
  openapi: { page: true, title: "Notes" },
  entities: {
    note: {
      fields: { text: { type: "string", isEditable: true, isRequired: true, foreignKey: null } },
      permissions: { read: ["guest"], create: ["guest"] },
    },
  },
} as const satisfies Config;

/** The same with users: only members may create records and read the document. */
export const membersOnly = {
  ...config,
  auth: { secretKey: "a secret key for these tests only, 32 bytes" },
  openapi: { ...config.openapi, roles: ["member"] },
  entities: {
    note: { ...config.entities.note, permissions: { read: ["guest"], create: ["member"] } },
  },
} as const satisfies Config;

export interface Served {
  /** Without a trailing slash. */
  readonly url: string;
  readonly send: (
    method: string,
    path: string,
    headers?: Readonly<Record<string, string>>,
    body?: unknown,
  ) => Promise<Reply>;
}

const running: ApiServer[] = [];
const agent = new http.Agent({ keepAlive: true });
afterAll(async () => {
  agent.destroy();
  await Promise.all(running.map((api) => api.stopAsync()));
});

/** Starts a server, which runs until the tests of the file have ended. @param server Default: a dynamic one. */
export async function opened(given: Config, server: ApiServer = new DataApi(given)): Promise<Served> {
  server.setupApiEndpoints();
  const { port } = (await server.startAsync(0)).address() as AddressInfo;
  running.push(server);
  return {
    url: `http://127.0.0.1:${port}`,
    send: (method, path, headers = {}, body) => sendRequest(port, agent, method, path, { headers, body }),
  };
}
