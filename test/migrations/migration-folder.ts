import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { DatabaseConfig } from "data-api";
import { importFile } from "../../generator/config/load-config.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { createKysely, openConnection } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { MigrationContext } from "../../runtime/database/migrations/apply/apply-migrations.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import { findLosses } from "../../runtime/database/migrations/rating/rate-script.js";
import { readMigrations } from "../../runtime/database/migrations/read-migrations.js";
import { afterEachFile } from "../after-file.js";

/** A folder of migrations, which is removed after the tests of the file. */
export class MigrationFolder {
  readonly path: string;

  constructor(path = mkdtempSync(join(tmpdir(), "data-api-migrations-"))) {
    this.path = path;
    afterEachFile(() => {
      rmSync(path, { recursive: true, force: true });
    });
  }

  /** Writes a migration with an empty snapshot for every database. */
  add(
    name: string,
    previous: string | null,
    script: string,
    files: Readonly<Record<string, string>> = {},
  ): void {
    this.write(`${name}/snapshot.json`, JSON.stringify({ version: 1, previous, tables: [] }));
    for (const dialect of Object.keys(dialects)) this.write(`${name}/${dialect}.sql`, script);
    for (const [file, text] of Object.entries(files)) this.write(`${name}/${file}`, text);
  }

  /** Writes a sequence of migrations. */
  addAll(scripts: Readonly<Record<string, string>>): void {
    Object.entries(scripts).forEach(([name, script], index, all) => {
      this.add(name, all[index - 1]?.[0] ?? null, script);
    });
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.path, file)), { recursive: true });
    writeFileSync(join(this.path, file), text);
  }

  remove(file: string): void {
    rmSync(join(this.path, file), { recursive: true });
  }
}

/** A context with its progress lines and a function to close its connection. */
export interface OpenContext extends MigrationContext {
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens a database as the commands do. */
export async function openContext(
  database: DatabaseConfig,
  folder: MigrationFolder,
  changes: Partial<MigrationContext> = {},
): Promise<OpenContext> {
  const model = resolveModel({ database, entities: {} });
  const dialect = await withMigrationTools(dialects[model.database.dialect]);
  const migrations = await readMigrations(folder.path, dialect);
  const connection = await openConnection({ database: { ...model.database, statementTimeout: 0 } }, dialect);
  const lines: string[] = [];
  const losses = findLosses(migrations, dialect);
  return {
    db: createKysely(dialect, () => connection.driver),
    dialect,
    historyTable: model.migrationHistory,
    migrations,
    losesData: (statement) => losses.has(statement),
    loadStep: async (file) => ((await importFile(file)) as { readonly default?: unknown }).default,
    agent: { user: "tester", host: "here", version: "1.2.3" },
    report: (event) => {
      if (event.kind === "step") lines.push(event.step.kind === "sql" ? event.step.text : event.step.path);
      else lines.push(event.kind);
    },
    ...changes,
    lines,
    close: () => connection.close(),
  };
}
