import { describe, expect, it } from "vitest";
import { resolveDatabase } from "../../../runtime/config/resolve/resolve-database.js";
import type { DatabaseConfig } from "../../../runtime/config/config.js";
import { tlsOptions } from "../../../runtime/database/wire/tls.js";

const checked = { rejectUnauthorized: true };

const optionsOf = (config: Partial<DatabaseConfig>) =>
  tlsOptions(resolveDatabase({ dialect: "postgres", ...config }));

describe("a connection", () => {
  it.each<readonly [string, Partial<DatabaseConfig>, ReturnType<typeof tlsOptions>]>([
    ["to another machine is encrypted", { host: "db.example.com" }, checked],
    ["to the address of another machine is encrypted", { host: "10.0.0.7" }, checked],
    ["to this machine is not encrypted", {}, false],
    ["through a socket is not encrypted", { host: "/var/run/postgresql" }, false],
    ["to this machine is encrypted on request", { host: "127.0.0.1", encrypt: true }, checked],
    ["to another machine is not encrypted on request", { host: "db.example.com", encrypt: false }, false],
    [
      "accepts any certificate if it is configured to",
      { trustServerCertificate: true },
      { rejectUnauthorized: false },
    ],
    ["trusts the configured authority", { certificateAuthority: "PEM" }, { ...checked, ca: "PEM" }],
    [
      "by a connection string to another machine is encrypted",
      { connectionString: "postgres://u:p@db.example.com/x" },
      checked,
    ],
    ["by a URL to this machine is not encrypted", { connectionString: "postgres://u:p@localhost/x" }, false],
    ["by a string with a socket is not encrypted", { connectionString: "/var/run/postgresql x" }, false],
    [
      "by a connection string is encrypted as the string says",
      { connectionString: "postgres://u@db.example.com/x?sslmode=disable" },
      undefined,
    ],
    // The driver may be able to read a text that we cannot parse as a URL.
    [
      "by a connection string that is not a URL is encrypted",
      { connectionString: "postgres://u:p#w@db.example.com:port/x" },
      checked,
    ],
  ])("a database connection %s", (_, config, expected) => {
    expect(optionsOf(config)).toEqual(expected);
  });
});
