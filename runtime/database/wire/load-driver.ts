import type { DialectName } from "../../model/model.js";
import { DatabaseError } from "./database-error.js";

/**
 * Loads a database's driver. Users install only the drivers that they need.
 * @param packages The npm packages to install on this Node.js version.
 * @throws {DatabaseError} that names the install command.
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
