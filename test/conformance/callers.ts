import type { Kysely } from "kysely";
import type { CallerInfo } from "../../runtime/model/auth-settings.js";
import type { Reply, RequestOptions } from "./http-client.js";
import type { TestServer } from "./start-server.js";
import { secretKey, signToken, type Claims } from "./tokens.js";

/** A configuration's `auth` with users and tokens of its own. */
export const ownUsers = { secretKey };

/** A good password, for users that are made by the test. */
export const PASSWORD = "correct horse battery";

export type Headers = Readonly<Record<string, string>>;

/** Adds a user past all permissions, and gives the id. */
export async function addUser(
  server: TestServer,
  username: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { id } = await server.api.repository("user").create({ username, password: PASSWORD, ...more });
  return Number(id);
}

/** The header of a user who has just logged in: the record says the roles, whatever else the token does. */
export async function bearer(
  server: Pick<TestServer, "api">,
  id: number,
  claims: Claims = {},
): Promise<{ readonly Authorization: string }> {
  return { Authorization: `Bearer ${await signToken(await claimsOf(server, id, claims))}` };
}

/** Writes roles past all checks: those that nobody can be given, too. */
export async function setRoles({ api }: Pick<TestServer, "api">, id: number, roles: unknown): Promise<void> {
  const { db } = api.repository("user") as unknown as { db: Kysely<{ user: { id: number; roles: string } }> };
  await db
    .updateTable("user")
    .set({ roles: JSON.stringify(roles) })
    .where("id", "=", id)
    .execute();
}

/** What the token of a user carries who has just logged in. */
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

/** An `auth` in which a header says who the caller is, for tests of what callers may do. */
export const toldByHeader = {
  identify: ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): CallerInfo | null => {
    const told = headers["x-caller"];
    if (typeof told !== "string") return null;
    return JSON.parse(Buffer.from(told, "base64url").toString("utf8")) as CallerInfo;
  },
};

/** The headers that tell of a caller, where `toldByHeader` is asked. */
export function told(info: CallerInfo): Headers {
  return { "X-Caller": Buffer.from(JSON.stringify(info), "utf8").toString("base64url") };
}

/** A caller who sends all requests with the same headers. */
export type Send = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Reply>;

export function sender(server: TestServer, own: Headers = {}): Send {
  return (method, path, body, headers = {}) => {
    const options: RequestOptions = { headers: { ...own, ...headers }, body };
    return server.request(method, path, options);
  };
}

/** Runs the work of all, some at a time, and gives what they gave in the order of the items. */
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
