import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { ApiError } from "data-api";
import { createIdentify } from "../../../runtime/access/identify.js";
import { createToken } from "../../../runtime/access/own-tokens.js";
import { CLEARED_COOKIE } from "../../../runtime/access/session-cookie.js";
import type { Model } from "../../../runtime/model/model.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { DatabaseError } from "../../../runtime/database/wire/database-error.js";
import type { DatabaseSession } from "../../../runtime/database/database-session.js";
import { createUsers } from "../../../runtime/repository/users/users.js";

const model = resolveModel({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "0123456789abcdef0123456789abcdef" },
  entities: {},
});

/** Finds the caller of a token, with a database that answers by `find`. */
function createCallers(rows: () => Promise<never>) {
  const identify = createIdentifying(model, rows);
  return async (token: string) => identify({ authorization: `Bearer ${token}` });
}

/** Identifies the caller of a request with these headers. */
function createIdentifying(model: Model, rows: () => Promise<never>) {
  const session = {
    model,
    rows,
    statements: () => ({ columns: () => ({}), find: () => ({}) }),
  } as unknown as DatabaseSession;
  const dialect = { columns: { int: { toParameter: (value: unknown) => value } } };
  const users = createUsers(model, { ...session, dialect } as never, () => undefined);
  if (users === undefined) throw new Error("There are no users.");
  const identify = createIdentify(model, users);
  return async (headers: IncomingMessage["headers"]) => {
    const req = new IncomingMessage(new Socket());
    req.method = "GET";
    Object.assign(req.headers, headers);
    return identify(req);
  };
}

const tokens = model.auth?.tokens;
if (tokens?.kind !== "own") throw new Error("There are no tokens.");
const good = await createToken({ id: 1, version: "v", roles: [], claims: {} }, tokens);

describe("a token whose user cannot be looked up", () => {
  it("a valid token whose user cannot be looked up gives a 503 while the database is unavailable, and stays valid", async () => {
    let asked = 0;
    const who = createCallers(() => {
      asked++;
      return Promise.reject(new DatabaseError("connection", "away", { isTransient: true, retryAfter: 7 }));
    });
    for (let n = 0; n < 3; n++)
      await expect(who(good)).rejects.toMatchObject({
        ...{ code: "database-unavailable", status: 503, headers: { "Retry-After": "7" } },
      });
    expect(asked).toBe(3);
  });

  it("an invalid token gives a 401 without a query for its user", async () => {
    let asked = 0;
    const who = createCallers(() => {
      asked++;
      return Promise.reject(new Error("No look was wanted."));
    });
    for (const token of ["x", `${good}x`, good.slice(0, -4)])
      await expect(who(token)).rejects.toMatchObject({ code: "invalid-token" });
    expect(asked).toBe(0);
  });
});

describe("a session that cannot be looked up", () => {
  const away = () =>
    Promise.reject(new DatabaseError("connection", "away", { isTransient: true, retryAfter: 7 }));
  const withAuth = (auth: object) =>
    resolveModel({
      database: { dialect: "sqlite", name: ":memory:" },
      auth: { secretKey: "0123456789abcdef0123456789abcdef", ...auth },
      entities: {},
    });

  it("a session cookie gives a 503 and is kept while the database is unavailable, and a malformed one is a 401 and cleared", async () => {
    const who = createIdentifying(withAuth({ sessions: "cookie" }), away);
    const answer = async (cookie: string) => {
      const error: unknown = await who({ cookie }).catch((reason: unknown) => reason);
      const { code, headers } = error as ApiError;
      return [code, headers["Set-Cookie"], headers["Retry-After"]];
    };
    expect(await answer(`__Host-data-api=${"a".repeat(22)}.${"b".repeat(43)}`)).toEqual([
      ...["database-unavailable", undefined, "7"],
    ]);
    expect(await answer("__Host-data-api=x")).toEqual(["invalid-token", CLEARED_COOKIE, undefined]);
  });

  it("a token of a session gives a 503 while the database is unavailable", async () => {
    const token = await createToken({ id: 1, version: "v", roles: [], claims: {} }, tokens, "a".repeat(22));
    const who = createIdentifying(withAuth({ refreshTokens: true }), away);
    await expect(who({ authorization: `Bearer ${token}` })).rejects.toMatchObject({
      code: "database-unavailable",
    });
  });
});
