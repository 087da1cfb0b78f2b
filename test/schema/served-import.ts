import type { Config } from "data-api";
import { entitiesFromTables } from "../../generator/import/entities-from-tables.js";
import { readImported } from "../../generator/import/read-imported.js";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import { everybody } from "../conformance/fields.js";
import type { Reply } from "../conformance/http-client.js";
import { startOn, type TestConfig } from "../conformance/start-server.js";
import type { FreshDatabase, modes } from "../conformance/targets.js";

/** The imported entities, with all permissions for anonymous callers. */
export async function importFrom({
  database,
}: Pick<FreshDatabase, "database">): Promise<Partial<Config["entities"]>> {
  const settings = resolveDatabase(database);
  const imported = await withDatabase(settings, { isReadOnly: true }, async (db, dialect) =>
    entitiesFromTables(
      await readImported(db, dialect),
      await dialect.schema.schemas?.readDefault(db),
      dialect,
    ),
  );
  return Object.fromEntries(
    imported.entities.map(({ name, options, fields }) => [
      name,
      {
        ...options,
        permissions: Object.fromEntries(
          Object.entries(everybody).filter(([operation]) => operation in options.permissions),
        ),
        fields: Object.fromEntries(
          fields.flatMap(({ name: field, options: of }) => (of === undefined ? [] : [[field, of]])),
        ),
      },
    ]),
  );
}

export type Request = (
  method: string,
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply>;

/** A server of a configuration on this database. */
export async function serveFresh(
  mode: (typeof modes)[number],
  database: FreshDatabase,
  config: Pick<TestConfig, "entities" | "server">,
): Promise<Request> {
  const { request } = await startOn(mode, database, config);
  return (method, path, body, headers = {}) => request(method, `/api/data/${path}`, { headers, body });
}
