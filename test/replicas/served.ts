import { expect } from "vitest";
import type { DatabaseConfig } from "data-api";
import { field, openEntity } from "../conformance/fields.js";
import type { Mode } from "../conformance/targets.js";
import type { Reply } from "../conformance/http-client.js";
import { createTestApi, type TestApi, type TestConfig } from "../conformance/start-server.js";
import { serveApi } from "../conformance/start.js";

export type Send = (
  method: string,
  path: string,
  options?: { readonly body?: object; readonly position?: string | undefined; readonly token?: string },
) => Promise<Reply>;

/** A read of all things, in the order of their ids. */
export const all = "thing/public/findall/id/0/100";

/** Starts servers of one API in a test, and stops them after it. */
export function useServers(): (
  database: DatabaseConfig,
  others?: Partial<TestConfig>,
  mode?: Mode,
) => Promise<{ readonly send: Send; readonly api: TestApi; readonly port: number }> {
  return async (database, others = {}, mode = "dynamic") => {
    const config = {
      entities: { thing: openEntity({ title: field("string") }) },
      ...others,
      server: { shutdownTimeout: 500, ...others.server },
    };
    const patience = { pool: { max: 4 }, connectTimeout: 2_000 };
    const api = await createTestApi(mode, { database: { ...patience, ...database } }, config);
    const { port, request } = await serveApi(api);
    const send: Send = (method, path, { body, position, token } = {}) =>
      request(method, path.startsWith("/") ? path : `/api/data/${path}`, {
        body,
        headers: {
          ...(position !== undefined && { "Database-Position": position }),
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
      });
    return { send, api, port };
  };
}

/** Adds a thing and returns the database position after it. */
export async function create(send: Send, title: string): Promise<string> {
  const reply = await send("POST", "thing", { body: { title } });
  expect(reply.status).toBe(201);
  return reply.headers["database-position"] ?? "";
}

/** The titles that a read returns. */
export async function titles(send: Send, position?: string): Promise<readonly string[]> {
  const reply = await send("GET", all, { position });
  expect(reply.status).toBe(200);
  return (reply.json as { items: { title: string }[] }).items.map(({ title }) => title);
}
