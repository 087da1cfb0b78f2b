import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config, DatabaseConfig } from "data-api";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { addressCode } from "../../generator/import/from-database.js";
import { givePermissions } from "../../generator/import/give-permissions.js";
import { entitiesFromTables } from "../../generator/import/entities-from-tables.js";
import { printConfig } from "../../generator/import/print-config.js";
import { readImported } from "../../generator/import/read-imported.js";
import { resolveDatabase } from "../../runtime/config/resolve/resolve-database.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import { testLog } from "../conformance/reports.js";

const folder = fileURLToPath(new URL("../.tmp/databases/", import.meta.url));
const all = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

interface ImportedConfig {
  readonly text: string;
  readonly config: Config;
}

/** Does what `init --from-database` does, and loads the generated configuration. */
export function importDatabase(database: DatabaseConfig): Promise<ImportedConfig> {
  const settings = resolveDatabase(database);
  return withDatabase(settings, { isReadOnly: true }, (db, dialect) => importWith(db, dialect, database));
}

/** The same, with an open database. */
export async function importWith(
  db: AnyKysely,
  dialect: Dialect,
  database: DatabaseConfig,
): Promise<ImportedConfig> {
  const tables = await readImported(db, dialect);
  const imported = entitiesFromTables(tables, await dialect.schema.schemas?.readDefault(db), dialect);
  const source = {
    origin: "the database",
    isFile: false,
    hasPermissions: true,
    options: {},
    notes: [],
    imported: givePermissions(imported, all),
    ...addressCode(database),
  };
  const text = await printConfig(source, { printWidth: 110 });
  return { text: text.replace(database.name ?? "", "corpus"), config: await load(text, database) };
}

async function load(text: string, database: DatabaseConfig): Promise<Config> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 24)}.config.ts`);
  writeFileSync(file, text);
  const { default: config } = (await import(/* @vite-ignore */ file)) as { default: Config };
  return {
    ...config,
    database: { ...database, schema: "verify" },
    // No limit, because otherwise a server on a busy machine would reject requests.
    server: { host: "127.0.0.1", log: testLog, maxEventLoopDelay: 0 },
  };
}
