import { DEFAULT_HOST } from "../../runtime/model/settings/database-settings.js";
import path from "node:path";
import { dialectFacts } from "../../runtime/model/settings/dialect-facts.js";
import type { DatabaseSettings } from "../../runtime/model/model.js";

/** `the database "blog" on localhost`, so that a person can identify it. Never shows credentials. */
export function describeDatabase(settings: DatabaseSettings): string {
  const { name, host, port, instanceName, connectionString } = settings;
  if (connectionString !== undefined) return `the database of "database.connectionString"`;
  if (name === ":memory:") return "a database in memory";
  if (dialectFacts[settings.dialect].isFile) return `the database "${path.resolve(name)}"`;
  const place = `${host ?? DEFAULT_HOST}${instanceName === undefined ? "" : `\\${instanceName}`}${port === undefined ? "" : `:${port}`}`;
  return `the database "${name}" on ${place}`;
}
