import type { TableDialect } from "../../schema/schema-dialect.js";
import type { TableEntity } from "../../../model/model.js";
import { dialectFacts } from "../../../model/settings/dialect-facts.js";
import { compareSnapshots } from "./compare-snapshots.js";
import type { SchemaStep } from "./schema-step.js";
import { matchTables, type Renamed } from "./match-tables.js";
import { MigrationError } from "../migration.js";
import type { SnapshotTables } from "../snapshots/schema-snapshot.js";
import { tablesOf } from "../snapshots/tables-of.js";

/** The steps of a migration, and the reverse steps if they lose nothing. */
export interface MigrationPlan {
  readonly up: readonly SchemaStep[];
  readonly down: readonly SchemaStep[] | undefined;
}

/** @throws {MigrationError} if the database cannot have such tables. */
export function planMigration(
  before: SnapshotTables,
  after: SnapshotTables,
  renames: readonly Renamed[],
  dialect: TableDialect,
): MigrationPlan {
  checkSchemas(after, dialect);
  const [were, are] = [tablesOf(before), tablesOf(after)];
  const up = compareSnapshots(were, are, renames, dialect);
  const back = compareSnapshots(are, were, reversed(were, are, renames), dialect);
  const isLossless = back.every(
    ({ kind, loss }) => loss === undefined && kind !== "fill" && kind !== "decide",
  );
  // Data that the migration itself loses does not count as a loss of the way back.
  const wasLossless = up.every(({ kind, loss }) => loss === undefined && kind !== "decide");
  return { up, down: isLossless && wasLossless ? back : undefined };
}

function checkSchemas({ tables }: SnapshotTables, { name, schema: { schemas } }: TableDialect): void {
  const problems = tables.flatMap(({ table, schema }) =>
    schemas !== undefined || schema === undefined
      ? []
      : [
          `The table "${table}" is in the schema "${schema}", but ${dialectFacts[name].title} has no schemas: leave out its "schema", or this dialect.`,
        ],
  );
  if (problems.length > 0) throw new MigrationError(problems);
}

function reversed(
  before: readonly TableEntity[],
  after: readonly TableEntity[],
  renames: readonly Renamed[],
): readonly Renamed[] {
  return matchTables(before, after, renames).kept.map(({ former, is, columns }) => ({
    schema: former.schema,
    table: former.table,
    formerTables: former.table === is.table ? [] : [is.table],
    columns: columns
      .map((each) => ({ column: each.former.column, formerColumn: each.is.column }))
      .filter(({ column, formerColumn }) => column !== formerColumn),
  }));
}
