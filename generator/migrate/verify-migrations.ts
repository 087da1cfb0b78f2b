import { applyMigrations } from "../../runtime/database/migrations/apply/apply-migrations.js";
import {
  compareStored,
  type ComparedSchema,
} from "../../runtime/database/migrations/drift/compare-stored.js";
import { readHere } from "../../runtime/database/migrations/drift/find-drift.js";
import { insertSamples } from "../../runtime/database/migrations/insert-samples.js";
import { MigrationError, type Migration } from "../../runtime/database/migrations/migration.js";
import { tablesOf } from "../../runtime/database/migrations/snapshots/tables-of.js";
import { createTables } from "../../runtime/database/schema/create-tables.js";
import { applyChanges } from "../../runtime/database/schema/prepare-schema.js";
import type { Model } from "../../runtime/model/model.js";
import { withDatabase } from "./with-database.js";
import { withMigrations } from "./migration-context.js";
import { withShadow } from "./shadow-database.js";

/** The result of applying migrations to shadow databases. */
export interface Verified {
  /** Failures and differences, each with its place. None if everything is right. */
  readonly problems: readonly string[];
  /** The parts that could not be verified. */
  readonly remarks: readonly string[];
}

/**
 * Applies all migrations to an empty database and compares it with one that was created directly from the
 * configuration; then applies them again from each earlier migration on, with rows in the tables.
 * @param model Its database names the server on which the shadow databases are made.
 * @param tell Receives messages about the next step.
 */
export async function verifyMigrations(
  model: Model,
  migrations: readonly Migration[],
  tell: (text: string) => void,
): Promise<Verified> {
  const last = migrations.at(-1);
  if (last === undefined) return { problems: [], remarks: [] };
  tell("All migrations, on an empty database.");
  const wanted = await withShadow(model.database, (database) => createAtOnce({ ...model, database }, last));
  const remarks = new Set<string>();
  const problems = [...(await attempt(model, wanted, [last], remarks, "from an empty database"))];
  // A migration that fails without rows also fails with rows.
  if (problems.length > 0) return { problems, remarks: [] };
  for (const migration of migrations.slice(0, -1)) {
    tell(`From "${migration.name}" on, with rows in the tables.`);
    const place = `from "${migration.name}" with rows in its tables`;
    problems.push(...(await attempt(model, wanted, [migration, last], remarks, place)));
  }
  return { problems, remarks: [...remarks] };
}

/**
 * Applies all migrations to a new database.
 * @param stops The migrations up to which they are applied at a time. The tables get rows after each but the last.
 */
async function attempt(
  model: Model,
  wanted: ComparedSchema,
  stops: readonly Migration[],
  remarks: Set<string>,
  place: string,
): Promise<readonly string[]> {
  return withShadow(model.database, async (database) => {
    const shadow = { ...model, database };
    try {
      for (const [index, { name, snapshot }] of stops.entries()) {
        await apply(shadow, name);
        if (index === stops.length - 1) break;
        const empty = await withDatabase(database, { isReadOnly: false }, (db, dialect) =>
          insertSamples(db, tablesOf(snapshot), dialect),
        );
        for (const sentence of empty) remarks.add(`After "${name}", ${sentence}`);
      }
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      return [`Applied ${place}: ${error.message}`];
    }
    return compareStored(
      await readStored(shadow),
      wanted,
      `after all migrations, applied ${place}`,
      "in a database created from the last snapshot",
    );
  });
}

function apply(model: Model, to: string): Promise<unknown> {
  return withMigrations(model, { isReadOnly: false }, (context) =>
    // No data can be lost here: `migrate lint` and `migrate apply` check what is accepted.
    applyMigrations({ ...context, losesData: () => false, report: () => undefined }, to),
  );
}

async function createAtOnce(model: Model, { snapshot }: Migration): Promise<ComparedSchema> {
  await withDatabase(model.database, { isReadOnly: false }, async (db, dialect) => {
    const entities = tablesOf(snapshot);
    await applyChanges(db, createTables(entities, { entities, dialect }));
  });
  return readStored(model);
}

function readStored({ database, tables, migrationHistory }: Model): Promise<ComparedSchema> {
  const schemas = [...new Set(tables.flatMap(({ schema }) => schema ?? []))];
  return withDatabase(database, { isReadOnly: true }, (db, dialect) =>
    readHere(db, schemas, dialect, [migrationHistory.table]),
  );
}
