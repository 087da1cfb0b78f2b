import { DataApi, type ApiServer, type Config } from "data-api";
import type { Reply } from "../conformance/http-client.js";
import { serveApi } from "../conformance/start.js";

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

/** Starts a server. @param server Default: a dynamic one. */
export async function opened(given: Config, server: ApiServer = new DataApi(given)): Promise<Served> {
  const { url, request } = await serveApi(server);
  return {
    url,
    send: (method, path, headers = {}, body) => request(method, path, { headers, body }),
  };
}
