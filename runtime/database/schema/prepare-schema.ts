import type { Model } from "../../model/model.js";
import { DatabaseError } from "../wire/database-error.js";
import type { AnyKysely } from "../sql/sql.js";
import type { TableDialect } from "./schema-dialect.js";
import { compareSchema } from "./compare/compare-schema.js";
import type { SchemaChange } from "./schema-changes.js";
import type { SchemaModel } from "./schema-entity.js";
import type { StoredSchema } from "./stored/stored-schema.js";
import { readSchema } from "./stored/stored-tables.js";

/**
 * Makes the tables match the configuration, as far as `database.schema` allows. Only adds; never changes or
 * removes anything.
 * @returns What is stored, if it was read and nothing has been added since.
 * @throws {DatabaseError} that lists the remaining differences.
 */
export async function prepareSchema(
  db: AnyKysely,
  model: Model,
  dialect: TableDialect,
): Promise<StoredSchema | undefined> {
  const mode = model.database.schema;
  if (mode === "off") return undefined;
  const stored = await readStored(db, model, dialect);
  const differences = compareSchema(model, stored, dialect);
  if (mode === "verify" || mode === "migrations") {
    refuse(
      db,
      differences.filter(({ isOptional }) => !isOptional),
      mode,
    );
    return stored;
  }
  // Differences are only reported under the lock, because another server may be creating tables at this moment.
  if (!differences.some((change) => isForStart(change) || !change.isOptional)) return stored;
  await dialect.schema.alone(db, async (alone) => {
    const changes = await readChanges(alone, model, dialect);
    refuse(
      alone,
      changes.filter((change) => !isForStart(change) && !change.isOptional),
    );
    await applyKeeping(alone, dialect, () => applyChanges(alone, changes.filter(isForStart)));
  });
  return undefined;
}

/** Reads the tables and plans all changes that make them match the configuration. */
export async function readChanges(
  db: AnyKysely,
  model: SchemaModel,
  dialect: TableDialect,
): Promise<readonly SchemaChange[]> {
  return compareSchema(model, await readStored(db, model, dialect), dialect);
}

async function readStored(
  db: AnyKysely,
  { tables }: SchemaModel,
  dialect: TableDialect,
): Promise<StoredSchema> {
  const names = tables.flatMap(({ table, formerTables }) => [table, ...formerTables]);
  return readSchema(db, names, dialect);
}

/** @throws {DatabaseError} that names the change and the statement that failed. */
export async function applyChanges(db: AnyKysely, changes: readonly SchemaChange[]): Promise<void> {
  for (const { kind, message, statements } of changes) {
    for (const statement of statements) {
      try {
        await statement.execute(db);
      } catch (error) {
        const reason = (error as Error).message.replace(/[.\s]*$/, "");
        throw new DatabaseError(
          "unknown",
          `${message} It cannot be ${participles[kind] ?? "changed"}: ${reason}.\n  ${statement.compile(db).sql};`,
          { cause: error },
        );
      }
    }
  }
}

/** Runs changes that must not break a view, trigger or foreign key. @throws {DatabaseError} */
export async function applyKeeping(
  db: AnyKysely,
  { schema: { keepingDependents } }: TableDialect,
  work: () => Promise<void>,
): Promise<void> {
  if (keepingDependents === undefined) return work();
  try {
    await keepingDependents(db, work);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError("unknown", `${(error as Error).message}. Nothing was changed.`, { cause: error });
  }
}

const participles: Readonly<Partial<Record<SchemaChange["kind"], string>>> = {
  rename: "renamed",
  add: "added",
  addConstraint: "added",
};

function isForStart({ kind }: SchemaChange): boolean {
  return kind === "add";
}

/** What adds missing tables and columns, where a start does not. */
const additions = {
  verify: `"data-api db push" adds what is missing.`,
  migrations: `"data-api migrate new" writes a migration that adds what is missing, and "data-api migrate apply" runs it.`,
} as const;

function refuse(
  db: AnyKysely,
  differences: readonly SchemaChange[],
  mode: keyof typeof additions | "create" = "create",
): void {
  if (differences.length === 0) return;
  const list = differences.flatMap(({ kind, message, statements }) =>
    kind === "rename"
      ? [
          mode === "migrations"
            ? `  - ${message} "data-api migrate new" writes a migration that renames it and keeps what is in it, with:`
            : `  - ${message} Run "data-api db push", which renames it and keeps what is in it, or:`,
          ...statements.map((statement) => `      ${statement.compile(db).sql};`),
        ]
      : [`  - ${message}`],
  );
  const remedy = mode !== "create" && differences.some(isForStart) ? [additions[mode]] : [];
  const lines = ["The database differs from the configuration:", ...list, ...remedy];
  throw new DatabaseError("unknown", lines.join("\n"));
}
