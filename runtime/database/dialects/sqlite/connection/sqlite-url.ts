import type { DatabaseAddress } from "../../../wire/database-address.js";

/** Parses `sqlite:blog.db`, `file:///var/blog.db`, or a plain path. */
export function parseSqliteUrl(url: string): DatabaseAddress | undefined {
  const [, path] = /^(?:sqlite|sqlite3|file):(?:\/\/)?(.+)$/is.exec(url) ?? [];
  if (path !== undefined) return { name: path };
  // A single letter and a colon are a drive.
  return url === "" || /^[a-z][a-z0-9+.-]+:/i.test(url) ? undefined : { name: url };
}
