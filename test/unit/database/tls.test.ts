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
    ["to an address of another machine too", { host: "10.0.0.7" }, checked],
    ["to this machine need not be", {}, false],
    ["nor through a socket", { host: "/var/run/postgresql" }, false],
    ["to this machine is where that is asked for", { host: "127.0.0.1", encrypt: true }, checked],
    ["to another machine is not where that is asked for", { host: "db.example.com", encrypt: false }, false],
    [
      "takes any certificate where that is asked for",
      { trustServerCertificate: true },
      { rejectUnauthorized: false },
    ],
    ["trusts who has signed", { certificateAuthority: "PEM" }, { ...checked, ca: "PEM" }],
    [
      "of a string to another machine is encrypted",
      { connectionString: "postgres://u:p@db.example.com/x" },
      checked,
    ],
    ["of a string to this machine need not be", { connectionString: "postgres://u:p@localhost/x" }, false],
    ["of a string that is a socket need not be", { connectionString: "/var/run/postgresql x" }, false],
    [
      "of a string is as the string says",
      { connectionString: "postgres://u@db.example.com/x?sslmode=disable" },
      undefined,
    ],
    // The driver may read what is no URL to us.
    [
      "of a string that is no URL is encrypted",
      { connectionString: "postgres://u:p#w@db.example.com:port/x" },
      checked,
    ],
  ])("%s", (_, config, expected) => {
    expect(optionsOf(config)).toEqual(expected);
  });
});
