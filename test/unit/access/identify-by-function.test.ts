import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { ApiError, type CallerInfo, type Config } from "data-api";
import { createIdentify } from "../../../runtime/access/identify.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";

const req = new IncomingMessage(new Socket());

/** The caller that the server makes of this result of `identify`. */
async function identified(info: unknown, auth: Config["auth"] = {}) {
  const identify = () => info as CallerInfo;
  const database = { dialect: "sqlite", name: ":memory:" } as const;
  return createIdentify(resolveModel({ database, entities: {}, auth: { ...auth, identify } }))(req);
}

const secretKey = "0123456789abcdef0123456789abcdef";

describe("the result of identify", () => {
  it("a result of identify that is null or undefined means a guest", async () => {
    for (const nothing of [undefined, null, Promise.resolve(undefined)])
      expect(await identified(nothing)).toMatchObject({
        isAuthenticated: false,
        userId: null,
        roles: ["guest"],
      });
  });

  it("a caller from identify gets the roles that every known caller has", async () => {
    const info = { userId: "anna", roles: ["editor", "owner", "guest"], claims: { team: { id: 1 } } };
    expect(await identified(Promise.resolve(info))).toEqual({
      ...{ userId: "anna", isAuthenticated: true, claims: info.claims },
      roles: ["guest", "member", "editor"],
    });
    expect(await identified({ userId: "x" })).toMatchObject({ roles: ["guest", "member"], claims: {} });
    expect(Object.isFrozen(info.claims) || Object.isFrozen(info.roles)).toBe(false);
  });

  it("the user id that identify gives is converted to the type of ownerid", async () => {
    expect(await identified({ userId: 7 })).toMatchObject({ userId: "7" });
    expect(await identified({ userId: "7" }, { secretKey })).toMatchObject({ userId: 7 });
    expect(await identified({ userId: 7 }, { secretKey })).toMatchObject({ userId: 7 });
  });

  it.each<unknown>([
    5,
    "anna",
    true,
    {},
    [],
    { userId: undefined },
    { userId: null },
    { userId: "" },
    { userId: "x".repeat(256) },
    { userId: "\0" },
    { userId: Number.NaN },
    { userId: Infinity },
    { userId: true },
    { userId: {} },
    { userId: ["anna"] },
    { userId: 5n },
    { userId: "a", roles: "admin" },
    { userId: "a", roles: ["admin", 1] },
    { userId: "a", roles: null },
    { userId: "a", claims: "x" },
    { userId: "a", claims: null },
  ])("a result of identify is rejected and grants no rights if it is %o", async (info) => {
    const error: unknown = await identified(info).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ApiError);
    expect((error as Error).message).toMatch(/^"auth\.identify" /);
  });

  it("the result of identify must have the id of a user if the server has users", async () => {
    for (const userId of ["anna", 1.5, 2 ** 31, ""])
      await expect(identified({ userId }, { secretKey })).rejects.toThrow('"userId"');
  });
});

describe("an error of identify", () => {
  const thrown = async (error: unknown): Promise<unknown> => {
    const identify = () => {
      throw error;
    };
    const database = { dialect: "sqlite", name: ":memory:" } as const;
    const model = resolveModel({ database, entities: {}, auth: { identify } });
    return (async () => createIdentify(model)(req))().catch((reason: unknown) => reason);
  };

  it("an ApiError that identify throws is sent as the answer", async () => {
    const answer = new ApiError("forbidden", "Not today.");
    expect(await thrown(answer)).toBe(answer);
  });

  it.each([new Error("x"), new URIError("x"), { type: "entity.too.large" }, "x", undefined])(
    "an error of identify that is no ApiError is a server error: %s",
    async (error) => {
      const found = await thrown(error);
      expect(found).toBeInstanceOf(Error);
      expect(found).not.toBeInstanceOf(ApiError);
      expect(found).not.toBeInstanceOf(URIError);
      expect((found as Error).cause).toBe(error);
    },
  );
});
