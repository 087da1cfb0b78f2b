import type { DialectName } from "../model/model.js";
import { DatabaseError } from "./database-error.js";

/**
 * Loads a database's driver, which is installed only by those who use that database.
 * @param packages What npm has to install for it on this Node.js.
 * @throws {DatabaseError} that names the command that installs it.
 */
export async function loadDriver<T>(
  packageName: string,
  dialect: DialectName,
  packages = packageName,
): Promise<T> {
  try {
    return ((await import(packageName)) as { default: T }).default;
  } catch (error) {
    const remedy = `npm install ${packages}`;
    const isMissing = (error as { code?: string }).code === "ERR_MODULE_NOT_FOUND";
    const reason = isMissing ? "is not installed" : `cannot be loaded (${(error as Error).message})`;
    throw new DatabaseError(
      "connection",
      `The driver "${packageName}" for the dialect "${dialect}" ${reason}. Install it: ${remedy}`,
      { cause: error },
    );
  }
}
