import type { Entity } from "../../../model/model.js";
import { sql, type AnyKysely } from "../../sql/sql.js";
import { asError, runSteps, type DataStep, type MigrationEvent, type MigrationRun } from "./run-steps.js";
import { type Migration, type MigrationStep, MigrationError } from "../migration.js";
import type { MigrationDialect } from "../migration-dialect.js";
import { MigrationHistory } from "./migration-history.js";
import { migrationStatuses, type MigrationStatus } from "./migration-status.js";
import { planApply, type LosesData } from "./plan-apply.js";

export interface MigrationContext {
  readonly db: AnyKysely;
  readonly dialect: MigrationDialect;
  readonly historyTable: Entity;
  readonly migrations: readonly Migration[];
  readonly losesData: LosesData;
  /** Loads the default export of a step's file. */
  readonly loadStep: (path: string) => Promise<unknown>;
  /** The machine and the version of the tool, for the history. The database user is added if there is one. */
  readonly agent: { readonly user: string; readonly host: string; readonly version: string };
  readonly report: (event: MigrationEvent) => void;
}

/**
 * Applies pending migrations in order, while no other server does.
 * @param to The last migration to apply. Default: all.
 * @returns The applied migrations.
 * @throws {MigrationError}
 */
export async function applyMigrations(context: MigrationContext, to?: string): Promise<readonly Migration[]> {
  // Checked before anything is created or locked, so that a mistake has no effect.
  const planned = await planMigrations(context, to);
  if (planned.length === 0) return [];
  const steps = planned.flatMap(({ script }) => script.up);
  await loadSteps(steps, context);
  return exclusively(context, async (connection, run) => {
    await run.history.create(connection);
    // Another server may have applied some while this one waited.
    const todo = planApply(await readStatuses(connection, context), context.losesData, to);
    const applied: Migration[] = [];
    for (const { migration, row } of todo) {
      if (migration === undefined) continue;
      const dataSteps = await loadSteps(migration.script.up, context);
      await runSteps(connection, migration, "up", row, { ...run, dataSteps });
      applied.push(migration);
    }
    return applied;
  });
}

/** What the state of migrations depends on. */
type HistoryContext = Pick<MigrationContext, "dialect" | "historyTable" | "migrations">;

/** The migrations that `applyMigrations` would apply, in order. Changes nothing. @throws {MigrationError} */
export async function planMigrations(
  context: HistoryContext & Pick<MigrationContext, "db" | "losesData">,
  to?: string,
): Promise<readonly Migration[]> {
  const planned = planApply(await readStatuses(context.db, context), context.losesData, to);
  return planned.flatMap(({ migration }) => migration ?? []);
}

/** The state of all migrations of the folder and of the history. Changes nothing. */
export async function readStatuses(
  db: AnyKysely,
  { dialect, historyTable, migrations }: HistoryContext,
): Promise<readonly MigrationStatus[]> {
  return migrationStatuses(migrations, await new MigrationHistory(historyTable, dialect).read(db));
}

/** The migrations of which the database has all or a part. */
export async function readBegun(db: AnyKysely, context: HistoryContext): Promise<readonly MigrationStatus[]> {
  return (await readStatuses(db, context)).filter(({ extent }) => extent !== "none");
}

/**
 * Runs `work` under the lock. Its error takes precedence over an error of the lock, which a lost connection causes too.
 */
export async function exclusively<T>(
  context: MigrationContext,
  work: (connection: AnyKysely, run: Omit<MigrationRun, "dataSteps">) => Promise<T>,
): Promise<T> {
  const { db, dialect, historyTable, report } = context;
  let failure: { readonly error: unknown } | undefined;
  try {
    return await dialect.applying.exclusively(
      db,
      async (connection) => {
        try {
          const history = new MigrationHistory(historyTable, dialect);
          return await work(connection, {
            dialect,
            history,
            appliedBy: await appliedBy(connection, context),
            report,
          });
        } catch (error) {
          failure = { error };
          throw error;
        }
      },
      () => {
        report({ kind: "wait" });
      },
    );
  } catch (error) {
    throw failure === undefined ? error : failure.error;
  }
}

/** `shop@db-7, data-api 1.2.0` */
async function appliedBy(db: AnyKysely, { dialect, agent }: MigrationContext): Promise<string> {
  const { user } = dialect.applying;
  const { rows } =
    user === undefined
      ? { rows: [{ name: agent.user }] }
      : await sql<{ name: string }>`select ${user} as name`.execute(db);
  const name = rows[0]?.name ?? "";
  return `${name.includes("@") ? name : `${name}@${agent.host}`}, data-api ${agent.version}`.slice(0, 255);
}

/** @throws {MigrationError} that lists every unusable file. */
export async function loadSteps(
  steps: readonly MigrationStep[],
  { loadStep }: Pick<MigrationContext, "loadStep">,
): Promise<ReadonlyMap<string, DataStep>> {
  const loaded = new Map<string, DataStep>();
  const problems: string[] = [];
  for (const step of steps) {
    if (step.kind !== "file" || loaded.has(step.path)) continue;
    try {
      const exported = await loadStep(step.path);
      if (typeof exported === "function") loaded.set(step.path, exported as DataStep);
      else
        problems.push(
          `${step.path}: Its default export is not a function: write "export default async ({ db }) => { … }".`,
        );
    } catch (error) {
      problems.push(`${step.path}: It cannot be loaded: ${asError(error).message}`);
    }
  }
  if (problems.length > 0) throw new MigrationError(problems);
  return loaded;
}
