import { describe, expect, it } from "vitest";
import type { Config, ServerConfig } from "data-api";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { field, openEntity } from "../../conformance/fields.js";

const note = openEntity({ title: field("string") });

function config(
  server?: ServerConfig,
  entities: Config["entities"] = { note },
  schema?: "verify" | "off",
): Config {
  return {
    database: { dialect: "sqlite", name: ":memory:", ...(schema !== undefined && { schema }) },
    entities,
    ...(server !== undefined && { server }),
  };
}

const tablesOf = (...args: Parameters<typeof config>) =>
  resolveModel(config(...args)).tables.map(({ table }) => table);

describe("the tables of the server", () => {
  it("the table for idempotency exists by default if the start may create it and an entity allows creates", () => {
    expect(tablesOf()).toEqual(["note", "data_api_idempotency"]);
    expect(tablesOf(undefined, undefined, "verify")).toEqual(["note"]);
    expect(tablesOf(undefined, undefined, "off")).toEqual(["note"]);
    const read = { ...note, permissions: { read: ["guest"] } };
    expect(tablesOf(undefined, { note: read })).toEqual(["note"]);
  });

  it("the tables for idempotency and the audit exist as configured", () => {
    expect(tablesOf({ idempotency: false })).toEqual(["note"]);
    expect(tablesOf({ idempotency: true, audit: true }, undefined, "verify")).toEqual([
      "note",
      "data_api_idempotency",
      "data_api_audit",
    ]);
    expect(tablesOf({ idempotency: { table: "once" }, audit: { table: "trail" } })).toEqual([
      "note",
      "once",
      "trail",
    ]);
    expect(tablesOf({ audit: false, idempotency: {} })).toEqual(["note", "data_api_idempotency"]);
  });

  it("a table for refresh tokens exists if they are on, with its lifetimes and its name", () => {
    const withAuth = (refreshTokens: NonNullable<Config["auth"]>["refreshTokens"]): Config => {
      return { ...config(), auth: { secretKey: "x".repeat(32), refreshTokens } };
    };
    const settings = (refreshTokens: NonNullable<Config["auth"]>["refreshTokens"]) =>
      resolveModel(withAuth(refreshTokens)).sessions;
    expect(settings(false)).toBeUndefined();
    const day = 86_400_000;
    expect(settings(true)).toMatchObject({ lifetime: 14 * day, sessionLifetime: 90 * day });
    expect(settings(true)?.table.table).toBe("data_api_refresh");
    const own = { lifetimeInDays: 1, sessionLifetimeInDays: 2, table: "s" };
    expect(settings(own)).toMatchObject({ lifetime: day, sessionLifetime: 2 * day, table: { table: "s" } });
    expect(checkConfig(withAuth({ table: "NOTE" }))).toEqual([
      { path: "auth.refreshTokens.table", message: 'the table "NOTE" is used already.' },
    ]);
  });

  it("the server keeps idempotent answers for a day or as configured, and claims for the maximum duration of a create", () => {
    expect(resolveModel(config()).idempotency).toMatchObject({ keepTime: 86_400_000, claimTime: 44_000 });
    const settings = resolveModel(config({ idempotency: { keepHours: 1 } })).idempotency;
    expect(settings?.keepTime).toBe(3_600_000);
  });

  it("the tables of the server must have unique names", () => {
    const taken = (path: string, name: string) => [{ path, message: `the table "${name}" is used already.` }];
    expect(checkConfig(config({ idempotency: { table: "Note" } }))).toEqual(
      taken("server.idempotency.table", "Note"),
    );
    expect(checkConfig(config({ audit: { table: "t" }, idempotency: { table: "T" } }))).toEqual(
      taken("server.audit.table", "t"),
    );
    // A default name is in the way of a configured table: the message is at the place that can be changed.
    expect(checkConfig(config(undefined, { data_api_idempotency: note }))).toEqual(
      taken("entities.data_api_idempotency.table", "data_api_idempotency"),
    );
    expect(checkConfig(config({ idempotency: false }, { data_api_idempotency: note }))).toEqual([]);
    expect(checkConfig(config({ audit: { table: "sqlite_x" } }))).toEqual([
      {
        path: "server.audit.table",
        message: 'the table name "sqlite_x" begins with "sqlite_", which SQLite keeps for itself.',
      },
    ]);
  });
});
