import { describe, expect, it } from "vitest";
import { DatabaseError } from "data-api";
import { checkMysqlVersion } from "../../../runtime/database/dialects/mysql/connection/mysql-capabilities.js";
import { engineWarnings } from "../../../runtime/database/wire/tested-engine.js";
import { checkPostgresVersion } from "../../../runtime/database/dialects/postgres/connection/postgres-capabilities.js";

function refusal(check: () => unknown): string {
  try {
    check();
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ kind: "connection", isTransient: false });
    return (error as DatabaseError).message;
  }
  return "none";
}

describe("the version of PostgreSQL", () => {
  it.each([140_000, 150_004, 180_001])("PostgreSQL of the version %i is supported", (version) => {
    expect(
      refusal(() => {
        checkPostgresVersion(version, `PostgreSQL ${version}`);
      }),
    ).toBe("none");
  });

  it.each([
    [130_014, "PostgreSQL 13"],
    [90_624, "PostgreSQL 9"],
    [Number.NaN, "of an unknown version"],
  ])("PostgreSQL of the version %d is too old", (version, shown) => {
    const message = refusal(() => {
      checkPostgresVersion(version, `PostgreSQL ${version}`);
    });
    expect(message).toContain("PostgreSQL 14 or later is needed");
    expect(message).toContain(shown);
  });
});

describe("another engine", () => {
  it("an engine that is not supported is an error with its name", () => {
    const words = "CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu)";
    const message = refusal(() => {
      checkPostgresVersion(130_000, words);
    });
    expect(message).toContain("the server is CockroachDB, which is not supported");
  });

  it.each([
    ["PostgreSQL 15.12-YB-2025.1.0.0-b0 on x86_64-pc-linux-gnu", "YugabyteDB"],
    ["8.0.11-TiDB-v8.5.0", "TiDB"],
    ["8.0.30-Vitess", "Vitess"],
  ])("an engine that is not tested gives a warning: %s", (version, engine) => {
    expect(engineWarnings(version)).toEqual([
      { code: "engine-not-tested", message: expect.stringContaining(engine) as string, members: { engine } },
    ]);
  });

  it.each([
    "PostgreSQL 15.20 (Debian 15.20-1) on x86_64-pc-linux-gnu",
    "8.4.3",
    "10.11.6-MariaDB-0+deb12u1",
    "8.0.36-28.1",
  ])("an engine that is tested gives no warning: %s", (version) => {
    expect(engineWarnings(version)).toEqual([]);
  });
});

describe("the version of MySQL", () => {
  it.each([
    ["8.0.11", false],
    ["8.4.3-commercial", false],
    ["9.1.0", false],
    ["10.6.0-MariaDB", true],
    ["10.11.6-MariaDB-0+deb12u1", true],
    ["11.4.2-MariaDB-log", true],
  ])("MySQL or MariaDB of the version %s is supported", (version, isMariadb) => {
    expect(checkMysqlVersion(version)).toBe(isMariadb);
  });

  it.each(["5.7.44", "5.5.68-MariaDB", "10.5.28-MariaDB", "nonsense", ""])(
    "MySQL or MariaDB of the version %j is too old",
    (version) => {
      const message = refusal(() => checkMysqlVersion(version));
      expect(message).toBe(`MySQL 8.0 or MariaDB 10.6 or later is needed, and the server is ${version}`);
    },
  );
});
