/**
 * Loads a package that only users of an option install.
 * @param installed The packages that are installed together. Default: the package.
 * @throws {PackageError}
 */
export async function loadOptional<T>(
  name: string,
  option: string,
  load: () => Promise<T>,
  installed = name,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new PackageError(name, option, `npm install ${installed}`, error);
  }
}

/** An optional package cannot be loaded. The message contains the command that installs it. */
export class PackageError extends Error {
  override readonly name = "PackageError";

  /** @param option The configuration option that needs the package. */
  constructor(packageName: string, option: string, command: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    const reason = isMissing ? "is not installed" : `cannot be loaded (${message})`;
    super(`The package "${packageName}" for "${option}" ${reason}. Install it: ${command}`, { cause });
  }
}
