import { DatabaseError } from "../../../wire/database-error.js";

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
