import { existsSync } from "node:fs";
import { createdObjects, planReset, type ResetPlan } from "../../runtime/database/migrations/plan-reset.js";
import { migrationStatuses } from "../../runtime/database/migrations/apply/migration-status.js";
import type { Migration } from "../../runtime/database/migrations/migration.js";
import { planApply } from "../../runtime/database/migrations/apply/plan-apply.js";
import { findLosses } from "../../runtime/database/migrations/rating/rate-script.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import { readMigrations } from "../../runtime/database/migrations/read-migrations.js";
import { compareSchema } from "../../runtime/database/schema/compare/compare-schema.js";
import { findTable } from "../../runtime/database/schema/stored/find-stored.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { countOf } from "../../runtime/database/schema/compare/count-rows.js";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import { tableName } from "../../runtime/database/sql/table-name.js";
import type { Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";

export interface Reset {
  readonly plan: ResetPlan;
  /** The rows of the tables that will be removed, in their order. */
  readonly rows: readonly number[];
}

/** The migrations of the folder, which may not be there. @throws {MigrationError} for mistakes in them. */
export async function migrationsOf({ database }: Model): Promise<readonly Migration[]> {
  if (!existsSync(database.migrations)) return [];
  return readMigrations(database.migrations, await withMigrationTools(dialects[database.dialect]));
}

/**
 * Plans to remove the tables that the configuration, the migrations and their history know.
 * @throws {CommandError} if they could not be created again, or if other tables refer to them or would collide with
 * the scripts. Nothing is removed then.
 */
export async function planResetOf(
  db: AnyKysely,
  model: Model,
  migrations: readonly Migration[],
  notLoaded: Dialect,
): Promise<Reset> {
  const dialect = await withMigrationTools(notLoaded);
  const known = [
    ...model.tables.flatMap(({ schema, table, formerTables, isReadOnly }) =>
      isReadOnly ? [] : [table, ...formerTables].map((name) => ({ schema, table: name })),
    ),
    ...migrations.flatMap(({ snapshot }) => snapshot.tables),
    model.migrationHistory,
  ];
  const schemas = known.flatMap(({ schema }) => schema ?? []);
  const defaultSchema = await dialect.schema.schemas?.readDefault(db);
  const stored = await dialect.schema.readTables(db, undefined, schemas);
  const plan = planReset(known, { tables: stored, defaultSchema }, dialect);
  const left = { tables: plan.left, defaultSchema };
  const obstacles = [
    ...plan.obstacles,
    ...createdObjects(migrations, dialect).flatMap(({ place, written }) => {
      const found = findTable(place, left);
      return found === undefined
        ? []
        : [
            `"${found.name}" stays, because it is in no snapshot, and ${written} would create it again. Remove it yourself.`,
          ];
    }),
    ...(migrations.length > 0
      ? []
      : compareSchema(model, left, dialect)
          .filter(({ kind, isOptional }) => kind !== "add" && !isOptional)
          .map(({ message }) => message)),
  ];
  // Throws for migrations that could not be applied to an empty database.
  const losses = findLosses(migrations, dialect);
  planApply(migrationStatuses(migrations, new Map()), (statement) => losses.has(statement));
  if (obstacles.length > 0) {
    throw new CommandError(
      ["Nothing was removed:", ...obstacles.map((obstacle) => `  - ${obstacle}`)].join("\n"),
    );
  }
  const rows: number[] = [];
  for (const { schema, name: table } of plan.removed)
    rows.push(await countOf(db, tableName({ schema, table })));
  return { plan, rows };
}

/**
 * Removes the tables: all of them or none, if the database can roll back.
 * @throws {CommandError} with the statement that failed.
 */
export async function removeTables(db: AnyKysely, { plan }: Reset, dialect: Dialect): Promise<void> {
  if (plan.removed.length === 0) return;
  const { applying } = await withMigrationTools(dialect);
  await dialect.schema.alone(db, async (alone) => {
    for (const statement of plan.statements) {
      try {
        await statement.execute(alone);
      } catch (error) {
        const { message } = dialect.toDatabaseError(error);
        const done =
          applying.isUndone?.("drop") === false
            ? "What was removed before it is gone: correct the cause and run it again."
            : "Nothing was removed.";
        throw new CommandError(`${statement.compile(alone).sql};\nfailed: ${message}\n${done}`);
      }
    }
  });
}
