import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "data-api";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import type { DatabaseSession } from "../../../runtime/database/database-session.js";
import type { UserId } from "../../../runtime/model/model.js";
import { createCurrentUsers, forgetUser } from "../../../runtime/repository/users/current-users.js";
import type { UserRow } from "../../../runtime/repository/users/user-rows.js";

const model = resolveModel({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "0123456789abcdef0123456789abcdef" },
  entities: {},
});
const session = { model } as DatabaseSession;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Users of a slow database, and the ids that were queried. */
function createUsers(interval = 5_000) {
  const versions = new Map<number, string | null>([[1, "a"]]);
  const asked: number[] = [];
  let fault: Error | undefined;
  const byId = async (given: UserId): Promise<UserRow | undefined> => {
    const id = Number(given);
    asked.push(id);
    const version = versions.get(id);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (fault !== undefined) throw fault;
    return version === undefined ? undefined : ({ id, version, roles: [], claims: {} } as unknown as UserRow);
  };
  return {
    users: createCurrentUsers({ byId }, model, interval),
    versions,
    asked,
    fail: (error: Error | undefined) => (fault = error),
  };
}

describe("a user", () => {
  it("a user is looked up once for concurrent requests, and again after five seconds", async () => {
    const { users, asked } = createUsers();
    expect(users.known(1)).toBeUndefined();
    const found = await Promise.all(Array.from({ length: 40 }, () => users.find(1, "a")));
    expect(found.every((user) => user?.version === "a")).toBe(true);
    expect(asked).toEqual([1]);
    vi.advanceTimersByTime(4_999);
    expect(users.known(1)?.version).toBe("a");
    vi.advanceTimersByTime(1);
    expect(users.known(1)).toBeUndefined();
  });

  it("a user is also looked up again after five seconds if the clock is set back", async () => {
    const { users } = createUsers();
    await users.find(1, "a");
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(5_000);
    expect(users.known(1)).toBeUndefined();
  });

  it("a user is looked up for each request in turn if users are not cached", async () => {
    const { users, asked } = createUsers(0);
    for (let n = 0; n < 3; n++) {
      await users.find(1, "a");
      expect(users.known(1)).toBeUndefined();
    }
    expect(asked).toEqual([1, 1, 1]);
  });

  it("a user whose tokens have changed is looked up again, in few look-ups for many requests", async () => {
    const { users, asked, versions } = createUsers();
    await users.find(1, "a");
    versions.set(1, "b");
    const found = await Promise.all(
      Array.from({ length: 40 }, (_, n) => users.find(1, n % 2 === 0 ? "a" : "b")),
    );
    expect(found.map((user) => user?.version)).toEqual(found.map((_, n) => (n % 2 === 0 ? undefined : "b")));
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(users.known(1)?.version).toBe("b");
  });

  it("a user has the current values after a look-up that began before a change", async () => {
    const { users, versions } = createUsers();
    const early = users.find(1, "a");
    versions.set(1, "b");
    const late = users.find(1, "b");
    expect((await early)?.version).toBe("a");
    expect((await late)?.version).toBe("b");
  });

  it("a user who was changed during a look-up is not cached with the old values", async () => {
    const { users, versions } = createUsers();
    const early = users.find(1, "a");
    versions.set(1, "b");
    forgetUser(session, 1);
    await early;
    expect(users.known(1)).toBeUndefined();
    expect(await users.find(1, "a")).toBeUndefined();
    expect((await users.find(1, "b"))?.version).toBe("b");
  });

  it("a user who does not exist has no valid token, for any version", async () => {
    const { users } = createUsers();
    for (const version of ["a", null]) expect(await users.find(2, version)).toBeUndefined();
    expect(users.known(2)).toBeUndefined();
  });

  it("a user who cannot be looked up is an error for all requests, and is not cached", async () => {
    const { users, fail } = createUsers();
    fail(new ApiError("database-unavailable", "away"));
    const all = await Promise.allSettled([users.find(1, "a"), users.find(1, "a"), users.find(1, "b")]);
    for (const each of all)
      expect(each).toMatchObject({ status: "rejected", reason: { code: "database-unavailable" } });
    fail(undefined);
    expect((await users.find(1, "a"))?.version).toBe("a");
  });

  it("at most ten thousand users are cached", async () => {
    const { users, versions } = createUsers();
    const ids = Array.from({ length: 10_500 }, (_, n) => n + 10);
    for (const id of ids) versions.set(id, null);
    await Promise.all(ids.map((id) => users.find(id, null)));
    expect(ids.filter((id) => users.known(id) !== undefined)).toHaveLength(10_000);
  });
});
