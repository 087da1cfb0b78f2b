import { createRequire } from "node:module";
import { DatabaseError } from "../../../wire/database-error.js";
import type { OperatorWarning } from "../../../../observe/operator-warning.js";

const NAME = "better-sqlite3";

/**
 * The first Node.js that version 13 runs on. On older ones, it ends the process without a message (its `engines`).
 */
const FIRST_OF_13 = "22.0";
/** The first Node.js on which version 12 can abort the process (github.com/nodejs/node/issues/65446). */
const FIRST_ABORTED = "24.19";

/** The npm package of the driver for this Node.js version. */
export function sqlitePackage(node = process.versions.node): string {
  return `${NAME}@${isAtLeast(node, FIRST_OF_13) ? 13 : 12}`;
}

/** The installed version; `undefined` if it cannot be determined, as in a bundle. */
export function installedVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)(`${NAME}/package.json`) as { version: string }).version;
  } catch {
    return undefined;
  }
}

/**
 * Checks that this version of the driver runs on this Node.js.
 * @throws {DatabaseError} for a version that would crash the process.
 */
export function checkSqliteVersion(
  version: string,
  node = process.versions.node,
): readonly OperatorWarning[] {
  const remedy = `Install the one for this Node.js: npm install ${sqlitePackage(node)}`;
  if (isAtLeast(version, "13.0") && !isAtLeast(node, FIRST_OF_13))
    throw new DatabaseError(
      "connection",
      `The driver "${NAME}" ${version} crashes on Node.js ${node}: version 13 needs Node.js 22. ${remedy}`,
      { outcome: "notSent" },
    );
  if (isAtLeast(version, "13.0") || !isAtLeast(node, FIRST_ABORTED)) return [];
  return [
    {
      code: "sqlite-driver-outdated",
      message: `The driver "${NAME}" ${version} can abort the whole process on Node.js ${node}. ${remedy}`,
    },
  ];
}

/**
 * Explains that the driver's binary is missing or was built for another Node.js.
 * @returns `undefined` for an error of the database itself.
 */
export function explainBinary(error: unknown, node = process.versions.node): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "ERR_DLOPEN_FAILED" && !message.startsWith("Could not locate the bindings file"))
    return undefined;
  const [reason = ""] = message.split("\n");
  return `The driver "${NAME}" has no binary for Node.js ${node} (${reason}). Install it again: npm install ${sqlitePackage(node)} && npm rebuild ${NAME}`;
}

/** Whether a version such as `24.19.0` is at least one such as `24.19`. */
function isAtLeast(version: string, least: string): boolean {
  const [[major = 0, minor = 0], [leastMajor = 0, leastMinor = 0]] = [parts(version), parts(least)];
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

function parts(version: string): readonly number[] {
  return version.split(".", 2).map((part) => Number.parseInt(part, 10));
}
