import { describe, expect, it } from "vitest";
import type { DatabaseConfig } from "data-api";
import { resolveDatabase } from "../../../runtime/config/resolve/resolve-database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { serverPlace, replicaSettings } from "../../../runtime/database/replicas/replica-settings.js";

const primary: DatabaseConfig = {
  dialect: "postgres",
  host: "primary",
  port: 6000,
  name: "shop",
  userName: "u",
  password: "p",
  encrypt: true,
};

function settingsOf(
  server: NonNullable<DatabaseConfig["replicas"]>["servers"][number],
  database: DatabaseConfig = primary,
) {
  return replicaSettings(resolveDatabase(database), server, dialects[database.dialect]);
}

describe("the settings of a replica", () => {
  it("the settings of a replica default to those of the primary", () => {
    const same = { name: "shop", userName: "u", password: "p", encrypt: true };
    expect(settingsOf({ port: 6001 })).toMatchObject({ ...same, host: "primary", port: 6001 });
    expect(settingsOf({ host: "replica" })).toMatchObject({ ...same, host: "replica", port: undefined });
    expect(settingsOf("postgres://replica/shop")).toMatchObject({
      ...same,
      host: "replica",
      port: undefined,
    });
    expect(settingsOf("postgres://r:q@replica:7000/shop?sslmode=disable")).toMatchObject({
      ...{ host: "replica", port: 7000, userName: "r", password: "q", name: "shop", encrypt: false },
    });
  });

  it("the settings of a replica default to those in the URL of the primary", () => {
    const url: DatabaseConfig = { dialect: "mysql", connectionString: "mysql://u:p@primary:3307/shop" };
    expect(settingsOf({ host: "replica" }, url)).toMatchObject({
      ...{ host: "replica", port: undefined, name: "shop", userName: "u", password: "p" },
    });
    expect(settingsOf({ port: 3308 }, url)).not.toHaveProperty("connectionString");
    expect(settingsOf({ port: 3308 }, url)).toMatchObject({ host: "primary", port: 3308 });
  });

  it("the settings of a replica may be a connection string that only the driver parses, which stays unchanged", () => {
    const text = "Server=replica;Database=shop;User Id=u;Password=p";
    const mssql: DatabaseConfig = { dialect: "mssql", host: "primary", name: "shop", userName: "u" };
    expect(settingsOf(text, mssql)).toMatchObject({
      connectionString: text,
      host: undefined,
      userName: undefined,
    });
  });

  it("the place of a replica is shown without its credentials", () => {
    expect(serverPlace(settingsOf("postgres://r:q@replica:7000/shop"))).toBe("replica:7000");
    expect(serverPlace(settingsOf({ host: "replica" }))).toBe("replica");
    const text = "Server=replica;Password=p";
    expect(serverPlace(settingsOf(text, { dialect: "mssql", name: "shop" }))).not.toContain("p;");
  });
});
