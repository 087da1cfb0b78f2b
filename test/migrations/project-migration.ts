import type { Config } from "data-api";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { tableRenames } from "../../runtime/database/migrations/compare/match-tables.js";
import { planMigration } from "../../runtime/database/migrations/compare/plan-migration.js";
import type { SchemaSnapshot } from "../../runtime/database/migrations/snapshots/schema-snapshot.js";
import { takeSnapshot } from "../../runtime/database/migrations/snapshots/take-snapshot.js";
import { writeScript } from "../../runtime/database/migrations/scripts/write-script.js";
import { writeSnapshot } from "../../runtime/database/migrations/snapshots/write-snapshot.js";
import type { Project } from "../cli/project.js";

/** A written migration, on which the next one is based. */
export interface WrittenMigration {
  readonly name: string;
  readonly snapshot: SchemaSnapshot;
}

/** Writes the migration from `before` to a configuration, as `migrate new` does. */
export function projectMigration(
  project: Project,
  name: string,
  config: Config,
  before?: WrittenMigration,
  edit: (script: string) => string = (script) => script,
): WrittenMigration {
  const model = resolveModel(config);
  const dialect = dialects[model.database.dialect];
  const snapshot = takeSnapshot(model.tables, before?.name ?? null);
  const { up, down } = planMigration(
    before?.snapshot ?? { tables: [] },
    snapshot,
    tableRenames(model.tables),
    dialect,
  );
  const folder = `migrations/${name}`;
  project.write(`${folder}/snapshot.json`, writeSnapshot(snapshot));
  project.write(
    `${folder}/${dialect.name}.sql`,
    edit(writeScript({ name, database: dialect.name, up, down })),
  );
  return { name, snapshot };
}
