import type { DatabaseSettings } from "../../../../model/model.js";
import type { Capability } from "../../../wire/capabilities.js";
import { BY_CODE_POINT, WITH_CASES } from "../mysql-columns.js";
import { DatabaseError } from "../../../wire/database-error.js";

/** Features of MySQL and MariaDB that other engines with their protocol may lack. */
export function mysqlCapabilities({ schema }: Pick<DatabaseSettings, "schema">): readonly Capability[] {
  return [
    {
      name: "a collation by code point (utf8mb4_0900_bin)",
      probe: `convert('a' using utf8mb4) collate ${BY_CODE_POINT} = 'a'`,
    },
    {
      name: "a collation that knows the case of all letters (utf8mb4_0900_as_cs)",
      probe: `lower(convert('a' using utf8mb4) ${WITH_CASES}) = 'a'`,
      neededBy: "conditions that ignore case",
    },
    {
      name: "JSON_TABLE",
      probe: "(select count(*) from json_table('[1]', '$[*]' columns (a int path '$')) as t)",
      neededBy: "conditions on the items of lists, and updates of several records in one statement",
    },
    // A server that only compares tables needs no lock.
    ...(schema !== "create"
      ? []
      : [{ name: "locks by name (get_lock)", probe: "is_free_lock('data-api') is not null" }]),
  ];
}

/** The oldest versions that are tested or have all required features. */
const OLDEST = { mysql: [8, 0], mariadb: [10, 6] } as const;

/**
 * Whether the server is MariaDB.
 * @param version The result of `version()`: `8.4.3`, `10.11.6-MariaDB-0+deb12u1`.
 * @throws {DatabaseError} if the server is too old.
 */
export function checkMysqlVersion(version: string): boolean {
  const isMariadb = /mariadb/i.test(version);
  const [oldestMajor, oldestMinor] = isMariadb ? OLDEST.mariadb : OLDEST.mysql;
  const [, major = "0", minor = "0"] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  const newer = Number(major) - oldestMajor || Number(minor) - oldestMinor;
  if (newer < 0)
    throw new DatabaseError(
      "connection",
      `MySQL ${OLDEST.mysql.join(".")} or MariaDB ${OLDEST.mariadb.join(".")} or later is needed, and the server is ${version}`,
    );
  return isMariadb;
}
