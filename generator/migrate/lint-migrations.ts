import { dialects } from "../../runtime/database/dialects/dialects.js";
import { tablesOf } from "../../runtime/database/migrations/snapshots/tables-of.js";
import type { Migration, MigrationStep, Risk } from "../../runtime/database/migrations/migration.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import {
  askRows,
  type AskedDatabase,
  type RowAnswer,
} from "../../runtime/database/migrations/rating/ask-rows.js";
import {
  rateMigrations,
  type RatedMigration,
  type RatedStep,
} from "../../runtime/database/migrations/rating/rate-script.js";
import type { RatedRisk } from "../../runtime/database/migrations/rating/rating.js";
import { sql } from "kysely";
import type { DatabaseSettings } from "../../runtime/model/model.js";
import { refusePooler, withDatabase } from "./with-database.js";

export interface LintedMigration {
  readonly name: string;
  readonly path: string;
  readonly steps: readonly LintedStep[];
}

export interface LintedStep extends Pick<RatedStep, "step" | "unusedAccepts">, Pick<RowAnswer, "notes"> {
  readonly risks: readonly LintedRisk[];
  /** Whether rows of the database stop it, as they are before the migration, and no earlier step of it changes them. */
  readonly fails: boolean;
}

export interface LintedRisk extends RatedRisk {
  /** `settled` by the rows of a database: there are few rows, or none prevents the statement. */
  readonly state: "open" | "accepted" | "settled";
}

/**
 * Whether something is left to accept. Risks that only affect servers of the previous version are reported but need
 * not be accepted.
 */
export function isBlocked({ risks, fails }: LintedStep): boolean {
  return fails || risks.some(({ risk, state }) => state === "open" && risk !== "breaks running version");
}

export function lintMigration(
  { migration, steps }: RatedMigration,
  answers: readonly RowAnswer[] = [],
): LintedMigration {
  return {
    name: migration.name,
    path: migration.script.path,
    steps: steps.map(({ step, risks, unusedAccepts }, index) => ({
      step,
      risks: risks.map((rated) => ({ ...rated, state: stateOf(rated.risk, step, answers[index]) })),
      unusedAccepts,
      notes: answers[index]?.notes ?? [],
      fails: answers[index]?.fails === true && !steps.slice(0, index).some(changesRows),
    })),
  };
}

/** Whether a step may correct rows that would stop a later one. */
function changesRows({ step, actions }: RatedStep): boolean {
  return step.kind === "file" || actions.some(({ kind }) => rowKinds.has(kind));
}

const rowKinds: ReadonlySet<string> = new Set(["insert", "update", "delete", "truncate", "unknown"]);

function stateOf(risk: Risk, step: MigrationStep, answer: RowAnswer | undefined): LintedRisk["state"] {
  if (step.kind === "sql" && step.accepts.has(risk)) return "accepted";
  return answer?.settled.has(risk) === true ? "settled" : "open";
}

/** Rates migrations for the version of a database, and checks its rows. Only reads. @throws {DatabaseError} */
export async function lintAgainst(
  migrations: readonly Migration[],
  chosen: ReadonlySet<Migration>,
  settings: DatabaseSettings,
): Promise<readonly LintedMigration[]> {
  refusePooler(settings);
  const dialect = await withMigrationTools(dialects[settings.dialect]);
  return withDatabase(settings, { isReadOnly: true }, (pool) =>
    pool.connection().execute(async (db) => {
      const { risks } = dialect;
      if (risks.readOnly !== undefined) await sql.raw(risks.readOnly).execute(db);
      const { rows } = await sql<Record<string, unknown>>`${sql.raw(risks.version.query)}`.execute(db);
      const rated = rateMigrations(migrations, dialect, risks.version.parse(rows[0] ?? {}));
      const stored = await dialect.schema.readTables(db);
      const linted: LintedMigration[] = [];
      for (const each of rated.filter(({ migration }) => chosen.has(migration))) {
        const asked: AskedDatabase = { db, dialect, stored, wanted: tablesOf(each.migration.snapshot) };
        const answers: RowAnswer[] = [];
        for (const step of each.steps) answers.push(await askRows(step, asked));
        linted.push(lintMigration(each, answers));
      }
      return linted;
    }),
  );
}
