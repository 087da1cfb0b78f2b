import type { Migration, MigrationStatement, MigrationStep, Risk } from "../migration.js";
import type { Action } from "./action.js";
import { KnownTables } from "./known-tables.js";
import { touchesFewRows } from "./parse-rows.js";
import { actionsOf, rateStatement, type RatingDialect } from "./rate-statement.js";
import type { RatedRisk, ServerVersion } from "./rating.js";

export interface RatedStep {
  readonly step: MigrationStep;
  readonly risks: readonly RatedRisk[];
  /** Its actions on tables and columns that existed before the migration, with their names at that time. */
  readonly actions: readonly Action[];
  /** Accepted risks that the statement does not have. */
  readonly unusedAccepts: readonly Risk[];
}

type Scripted = Pick<Migration, "script">;

export interface RatedMigration<M extends Scripted = Migration> {
  readonly migration: M;
  readonly steps: readonly RatedStep[];
}

/** Rates all migrations in order, because each depends on those before it. `server` is `undefined` if it is unknown. */
export function rateMigrations<M extends Scripted>(
  migrations: readonly M[],
  dialect: RatingDialect,
  server?: ServerVersion,
): readonly RatedMigration<M>[] {
  const tables = new KnownTables();
  return migrations.map((migration) => {
    tables.beginMigration();
    return { migration, steps: rateSteps(migration.script.up, tables, dialect, server) };
  });
}

/**
 * The statements that lose data, of all migrations and of their sections `-- down:`.
 * @param migrations All migrations of a folder: what a statement loses depends on those before it.
 */
export function findLosses(
  migrations: readonly Migration[],
  dialect: RatingDialect,
): ReadonlySet<MigrationStatement> {
  const tables = new KnownTables();
  const losses = new Set<MigrationStatement>();
  for (const { script } of migrations) {
    tables.beginMigration();
    const up = rateSteps(script.up, tables, dialect, undefined);
    const { down: steps } = script;
    const down = steps.length === 0 ? [] : rateSteps(steps, tables.copy(), dialect, undefined);
    for (const { step, risks } of [...up, ...down])
      if (step.kind === "sql" && risks.some(({ risk }) => risk === "loses data")) losses.add(step);
  }
  return losses;
}

function rateSteps(
  steps: readonly MigrationStep[],
  tables: KnownTables,
  dialect: RatingDialect,
  server: ServerVersion | undefined,
): readonly RatedStep[] {
  // The line at which the transaction has locked each table against reads.
  const locked = new Map<string, number>();
  return steps.map((step): RatedStep => {
    if (step.kind === "file") return { step, risks: [], actions: [], unusedAccepts: [] };
    const { isOutsideTransaction, accepts } = step;
    if (isOutsideTransaction) locked.clear();
    const actions = actionsOf(step.text, dialect);
    const own = rateStatement(step.text, { server, tables, isOutsideTransaction }, dialect);
    const kept = own.some(({ risk }) => risk === "locks reads")
      ? undefined
      : keptLock(actions, tables, locked);
    const risks = kept === undefined ? own : [...own, kept];
    const before = actions.flatMap((action) => tables.beforeMigration(action) ?? []);
    for (const action of actions) {
      const { table } = action;
      const isLocking = !isOutsideTransaction && dialect.risks.locksUntilCommit?.(action) === true;
      if (isLocking && table !== undefined && !tables.isNew(table) && !locked.has(table))
        locked.set(table, step.line);
      tables.apply(action);
    }
    const unusedAccepts = [...accepts].filter((accepted) => !risks.some(({ risk }) => risk === accepted));
    return { step, risks, actions: before, unusedAccepts };
  });
}

/** Statements whose duration grows with the number of rows. */
const longKinds: readonly Action["kind"][] = [
  "update",
  "delete",
  "validate constraint",
  "create index",
  "create unique index",
  "add foreign key",
];

/** The risk of a long statement while the transaction has already locked a table against reads. */
function keptLock(
  actions: readonly Action[],
  tables: KnownTables,
  locked: ReadonlyMap<string, number>,
): RatedRisk | undefined {
  const isLong = actions.some(
    ({ kind, table, part, isUnchecked = false }) =>
      longKinds.includes(kind) && !isUnchecked && !tables.isNew(table) && !touchesFewRows(part),
  );
  const [first] = locked;
  if (!isLong || first === undefined) return undefined;
  const [table, line] = first;
  return {
    risk: "locks reads",
    why: `Line ${line} has locked "${table}" against reads, and the transaction keeps the lock while this statement runs.`,
    safer: 'Write it into a migration of its own, or "-- outside transaction" before it.',
  };
}
