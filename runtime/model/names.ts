/**
 * Names appear in SQL, JSON, URLs, file names and TypeScript, so they are plain identifiers. Names that every
 * JavaScript object inherits are rejected, because a missing member of that name would seem to exist.
 */
const SAFE_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
/** The shortest limit of any database (PostgreSQL). */
export const MAX_NAME_LENGTH = 63;
/** The table with the lock for changing tables, for a database without a lock that covers all of its nodes. */
export const LOCK_TABLE = "data_api_lock";
const INHERITED = new Set(
  Object.getOwnPropertyNames(Object.prototype)
    .map((name) => name.toLowerCase())
    .concat("prototype"),
);
/** Names that Windows reserves for devices: such a folder or file could not be checked out there. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** Why a name cannot be used. `undefined` if it can. */
export function nameMistake(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return `has ${name.length} characters; ${MAX_NAME_LENGTH} are allowed`;
  if (INHERITED.has(name.toLowerCase()))
    return "is a name that every JavaScript object inherits; choose another";
  if (!SAFE_NAME.test(name))
    return 'must begin with a letter and hold only letters, digits and _ (use "table" or "column" for another name in the database)';
  return undefined;
}

export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}

/** Why a table or column cannot have this name. `undefined` if it can. Any name that can be quoted is allowed. */
export function storedNameMistake(name: string): string | undefined {
  if (name === "") return "must not be empty";
  if (name.length > 128) return `has ${name.length} characters; 128 are allowed`;
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(name) || !name.isWellFormed())
    return "must not hold control characters";
  return undefined;
}

/** A name for a message: shortened, and escaped so that it cannot break the line. */
export function quoteName(name: string): string {
  return JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
}

export function quoteAll(names: readonly string[], between = ", "): string {
  return names.map((name) => `"${name}"`).join(between);
}
