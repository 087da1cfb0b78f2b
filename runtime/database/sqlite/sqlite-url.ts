import type { DatabaseAddress } from "../database-address.js";

/** `sqlite:blog.db`, `file:///var/blog.db`, or just the path. */
export function parseSqliteUrl(url: string): DatabaseAddress | undefined {
  const [, path] = /^(?:sqlite|sqlite3|file):(?:\/\/)?(.+)$/is.exec(url) ?? [];
  if (path !== undefined) return { name: path };
  // A letter and a colon are a drive.
  return url === "" || /^[a-z][a-z0-9+.-]+:/i.test(url) ? undefined : { name: url };
}
