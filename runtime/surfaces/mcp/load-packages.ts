import { PackageError } from "../../errors/package-error.js";

/** Loads an optional package: only users of `mcp` install them. @throws {PackageError} */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const command = "npm install @modelcontextprotocol/server @modelcontextprotocol/node";
    throw new PackageError(name, "mcp", command, error);
  }
}
