import type { DatabaseConnection } from "kysely";
import { describe, expect, it } from "vitest";
import { createKysely } from "../../../runtime/database/database.js";
import type { Dialect } from "../../../runtime/database/dialect.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { driverOf } from "../../driver-of.js";

/** Answers every query with these rows. */
function answering(dialect: Dialect, rows: readonly unknown[]) {
  const connection = {
    executeQuery: () => Promise.resolve({ rows }),
  } as unknown as DatabaseConnection;
  return createKysely(dialect, () => driverOf(connection));
}

type Settings = Readonly<Record<string, string | null>>;

const asRows: Readonly<Record<string, (settings: Settings) => readonly unknown[]>> = {
  postgres: (settings) => Object.entries(settings).map(([name, setting]) => ({ name, setting })),
  mysql: (settings) =>
    Object.entries(settings).map(([name, value]) => ({ Variable_name: name, Value: value })),
  mssql: (settings) => Object.values(settings).map((durability) => ({ durability })),
};

/** Settings of a server, and the warnings about those that may lose writes. */
const servers: readonly (readonly [
  dialect: keyof typeof dialects,
  settings: Settings,
  risks: readonly string[],
])[] = [
  ["postgres", { synchronous_commit: "on", fsync: "on", full_page_writes: "on" }, []],
  ["postgres", { synchronous_commit: "local", fsync: "on", full_page_writes: "on" }, []],
  ["postgres", { synchronous_commit: "remote_apply", fsync: "on", full_page_writes: "on" }, []],
  ["postgres", { synchronous_commit: "off", fsync: "on", full_page_writes: "on" }, ["synchronous_commit"]],
  [
    "postgres",
    { synchronous_commit: "on", fsync: "off", full_page_writes: "off" },
    ["fsync", "full_page_writes"],
  ],
  [
    "mysql",
    { innodb_flush_log_at_trx_commit: "1", sync_binlog: "1", log_bin: "ON", innodb_doublewrite: "ON" },
    [],
  ],
  [
    "mysql",
    { innodb_flush_log_at_trx_commit: "3", sync_binlog: "0", log_bin: "OFF", innodb_doublewrite: "ON" },
    [],
  ],
  ["mysql", { innodb_flush_log_at_trx_commit: "0" }, ["innodb_flush_log_at_trx_commit"]],
  ["mysql", { INNODB_FLUSH_LOG_AT_TRX_COMMIT: "2" }, ["innodb_flush_log_at_trx_commit"]],
  ["mysql", { sync_binlog: "0", log_bin: "ON" }, ["sync_binlog"]],
  ["mysql", { sync_binlog: "100", log_bin: "1" }, ["sync_binlog"]],
  ["mysql", { innodb_doublewrite: "OFF" }, ["innodb_doublewrite"]],
  ["mysql", { innodb_doublewrite: "DETECT_ONLY" }, ["innodb_doublewrite"]],
  ["mysql", { innodb_doublewrite: "DETECT_AND_RECOVER" }, []],
  ["mssql", { delayed_durability: "DISABLED" }, []],
  ["mssql", { delayed_durability: "ALLOWED" }, []],
  ["mssql", { delayed_durability: null }, []],
  ["mssql", { delayed_durability: "FORCED" }, ["delayed_durability"]],
];

describe("settings of a server that reduce durability", () => {
  it.each(servers)(
    "settings of a server that reduce durability are found: %s %j: %j",
    async (name, settings, expected) => {
      const dialect = dialects[name];
      const risks = await dialect.durabilityRisks?.(answering(dialect, asRows[name]?.(settings) ?? []));
      expect(risks?.map(({ setting }) => setting)).toEqual(expected);
    },
  );
});
