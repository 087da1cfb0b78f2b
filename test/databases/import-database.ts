import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config, DatabaseConfig } from "data-api";
import { withDatabase } from "../../generator/database-session.js";
import { addressCode } from "../../generator/import/from-database.js";
import { givePermissions } from "../../generator/import/give-permissions.js";
import { importTables } from "../../generator/import/import-tables.js";
import { printConfig } from "../../generator/import/print-config.js";
import { readImported } from "../../generator/import/read-imported.js";
import { resolveDatabase } from "../../runtime/config/resolve-database.js";
import { testLog } from "../conformance/reports.js";

const folder = fileURLToPath(new URL("../.tmp/databases/", import.meta.url));
const all = { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] };

/** Does what `init --from-database` does, and loads the file that it would write. */
export async function importDatabase(database: DatabaseConfig): Promise<{ text: string; config: Config }> {
  const settings = resolveDatabase(database);
  const imported = await withDatabase(settings, { isReadOnly: true }, async (db, dialect) => {
    const tables = await readImported(db, dialect);
    return importTables(tables, await dialect.schema.defaultSchema(db), dialect);
  });
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
    server: { host: "127.0.0.1", log: testLog },
  };
}
