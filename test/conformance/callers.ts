import type { Kysely } from "kysely";
import type { CallerInfo } from "../../runtime/model/settings/auth-settings.js";
import type { Reply, RequestOptions } from "./http-client.js";
import type { TestServer } from "./start-server.js";
import { secretKey, signToken, type Claims } from "./tokens.js";

/** A configuration's `auth` with the product's own users and tokens. */
export const ownUsers = { secretKey };

/** A valid password for users that tests create. */
export const PASSWORD = "correct horse battery";

export type Headers = Readonly<Record<string, string>>;

/** Adds a user, bypassing all permissions, and returns the id. */
export async function addUser(
  server: TestServer,
  username: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { id } = await server.api.repository("user").create({ username, password: PASSWORD, ...more });
  return Number(id);
}

/** The header of a user who has just logged in. The roles come from the record, whatever the token claims. */
export async function bearer(
  server: Pick<TestServer, "api">,
  id: number,
  claims: Claims = {},
): Promise<{ readonly Authorization: string }> {
  return { Authorization: `Bearer ${await signToken(await claimsOf(server, id, claims))}` };
}

/** Sets roles, bypassing all checks, so that even unassignable roles can be set. */
export async function setRoles({ api }: Pick<TestServer, "api">, id: number, roles: unknown): Promise<void> {
  const { db } = api.repository("user") as unknown as { db: Kysely<{ user: { id: number; roles: string } }> };
  await db
    .updateTable("user")
    .set({ roles: JSON.stringify(roles) })
    .where("id", "=", id)
    .execute();
}

/** The claims in the token of a user who has just logged in. */
export async function claimsOf(
  { api }: Pick<TestServer, "api">,
  id: number,
  claims: Claims = {},
): Promise<Claims> {
  const { db } = api.repository("user") as unknown as {
    db: Kysely<{ user: { id: number; tokenversion: string | null } }>;
  };
  const user = await db.selectFrom("user").select("tokenversion").where("id", "=", id).executeTakeFirst();
  return { sub: String(id), tokenversion: user?.tokenversion ?? undefined, ...claims };
}

/** An `auth` that reads the caller from a header, for tests of permissions. */
export const toldByHeader = {
  identify: ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): CallerInfo | null => {
    const told = headers["x-caller"];
    if (typeof told !== "string") return null;
    return JSON.parse(Buffer.from(told, "base64url").toString("utf8")) as CallerInfo;
  },
};

/** The headers that identify a caller for `toldByHeader`. */
export function told(info: CallerInfo): Headers {
  return { "X-Caller": Buffer.from(JSON.stringify(info), "utf8").toString("base64url") };
}

/** Sends a request with the headers of one caller. */
export type Send = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Reply>;

export function sender(server: TestServer, own: Headers = {}): Send {
  return (method, path, body, headers = {}) => {
    const options: RequestOptions = { headers: { ...own, ...headers }, body };
    return server.request(method, path, options);
  };
}

/**
 * Runs the work for all items, with limited concurrency, and returns the results in the order of the items.
 */
export async function inFlight<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = 16,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      results[index] = await work(items[index] as T);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
