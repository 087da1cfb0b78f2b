import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { isApiKey, keyAllows, keyAllowsCall, parseApiKey } from "../../../runtime/access/api-key.js";
import { authorize } from "../../../runtime/access/authorize.js";
import { toCaller } from "../../../runtime/access/caller.js";
import { createIdentify } from "../../../runtime/access/identify.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { DatabaseSession } from "../../../runtime/database/database-session.js";
import { DatabaseError } from "../../../runtime/database/wire/database-error.js";
import { createUsers } from "../../../runtime/repository/users/users.js";

const key = `dak_${"A_".repeat(11)}_${"_B".repeat(21)}_`;

describe("a key", () => {
  it("an API key is parsed by the lengths of its parts, which may contain the sign between them", () => {
    expect(parseApiKey(key)).toEqual({ id: "A_".repeat(11), secret: `${"_B".repeat(21)}_` });
    for (const wrong of ["", "dak_", key.slice(1), `${key}_`, key.slice(0, -1), key.replace("dak_", "DAK_")])
      expect(parseApiKey(wrong)).toBeUndefined();
    expect([isApiKey("dak_x"), isApiKey("eyJ.a.b")]).toEqual([true, false]);
  });

  it("an API key is a 503 and not a 401 while the database is away, and so are making, listing and revoking one", async () => {
    const model = resolveModel({
      database: { dialect: "sqlite", name: ":memory:" },
      auth: { secretKey: "0123456789abcdef".repeat(2), apiKeys: true },
      entities: {},
    });
    let asked = 0;
    const fail = () => {
      asked++;
      return Promise.reject(new DatabaseError("connection", "away", { isTransient: true, retryAfter: 7 }));
    };
    const statements = new Proxy({}, { get: () => () => ({}) });
    const session = {
      model,
      rows: fail,
      transaction: fail,
      statements: () => statements,
      dialect: anyDialect,
    };
    const users = createUsers(model, session as unknown as DatabaseSession, () => undefined);
    const identify = createIdentify(model, users);
    const req = new IncomingMessage(new Socket());
    req.headers.authorization = `Bearer ${key}`;
    const actor = { caller: undefined, requestId: undefined };
    const away = { code: "database-unavailable", status: 503, headers: { "Retry-After": "7" } };
    for (const ask of [
      async () => identify(req),
      async () => identify(req),
      async () => users?.apiKeys?.create(1, { name: "x" }, actor),
      async () => users?.apiKeys?.list(1),
      async () => users?.apiKeys?.revoke(1, "x", actor),
    ])
      await expect(ask()).rejects.toMatchObject(away);
    expect(asked).toBe(5);
    req.headers.authorization = "Bearer dak_malformed";
    await expect((async () => identify(req))()).rejects.toMatchObject({ code: "invalid-token" });
    expect(asked).toBe(5);
  });
});

describe("a narrowing", () => {
  const caller = (operations?: readonly string[], entities?: readonly string[]) => ({
    ...toCaller({ userId: 1 }),
    apiKey: { id: "x", operations, entities },
  });

  it("an API key narrowed to entities denies an entity of unknown name, and a policy without a name", () => {
    expect(keyAllows(caller(undefined, ["note"]), "read", undefined)).toBe(false);
    expect(keyAllows(caller(["read"]), "read", undefined)).toBe(true);
    const policy = { read: ["member"] };
    expect(() => authorize(caller(undefined, ["note"]), policy, "read")).toThrow("not allowed");
    expect(authorize(caller(["read"]), policy, "read").permissions).toEqual(["member"]);
  });

  it("a narrowed API key allows a call only by its name, and never a call that is named like a kind of operation", () => {
    expect(keyAllowsCall(caller(), { name: "pay" })).toBe(true);
    expect(keyAllowsCall(caller(["read"]), { name: "pay" })).toBe(false);
    expect(keyAllowsCall(caller(undefined, ["note"]), { name: "pay" })).toBe(false);
    expect(keyAllowsCall(caller(["pay"]), { name: "Pay" })).toBe(true);
    expect(keyAllowsCall(caller(["read"]), { name: "read" })).toBe(false);
    expect(keyAllows(caller([]), "read", "note")).toBe(false);
  });
});

/** Converts nothing. */
const anyDialect: unknown = {
  columns: new Proxy({}, { get: () => ({ toParameter: (value: unknown) => value }) }),
};
