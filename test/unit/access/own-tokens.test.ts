import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createIdentify } from "../../../runtime/access/identify.js";
import { createToken } from "../../../runtime/access/own-tokens.js";
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
  const session = { model, rows, statements: () => ({ columns: () => ({}) }) } as unknown as DatabaseSession;
  const dialect = { columns: { int: { toParameter: (value: unknown) => value } } };
  const users = createUsers(model, { ...session, dialect } as never, () => undefined);
  if (users === undefined) throw new Error("There are no users.");
  const identify = createIdentify(model, users);
  return async (token: string) => {
    const req = new IncomingMessage(new Socket());
    req.headers.authorization = `Bearer ${token}`;
    return identify(req);
  };
}

const tokens = model.auth?.tokens;
if (tokens?.kind !== "own") throw new Error("There are no tokens.");
const good = await createToken({ id: 1, version: "v", roles: [], claims: {} }, tokens);

describe("a token whose user cannot be looked up", () => {
  it("gives a 503 while the database is unavailable, and stays valid", async () => {
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

  it("gives a 401 if it is invalid, without a query for the user", async () => {
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
