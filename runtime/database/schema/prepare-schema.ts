import type { Model } from "../../model/model.js";
import { DatabaseError } from "../database-error.js";
import type { AnyKysely, Dialect } from "../dialect.js";
import { compareSchema } from "./compare-schema.js";
import type { SchemaChange } from "./schema-changes.js";

/**
 * Makes sure that the tables fit the configuration, as its `database.schema` says. Nothing is ever changed or removed.
 * @throws {DatabaseError} that lists all that differs otherwise.
 */
export async function prepareSchema(db: AnyKysely, model: Model, dialect: Dialect): Promise<void> {
  const mode = model.database.schema;
  if (mode === "off") return;
  const differences = await readChanges(db, model, dialect);
  if (mode === "verify") {
    refuse(
      db,
      differences.filter(({ isOptional }) => !isOptional),
    );
    return;
  }
  if (!differences.some(isForStart)) {
    refuse(
      db,
      differences.filter((change) => !isForStart(change) && !change.isOptional),
    );
    return;
  }
  await dialect.schema.alone(db, async (alone) => {
    const changes = await readChanges(alone, model, dialect);
    refuse(
      alone,
      changes.filter((change) => !isForStart(change) && !change.isOptional),
    );
    await applyChanges(alone, changes.filter(isForStart));
  });
}

/** All that would make the tables fit the configuration. */
export async function readChanges(
  db: AnyKysely,
  model: Pick<Model, "tables">,
  dialect: Dialect,
): Promise<readonly SchemaChange[]> {
  const { schema } = dialect;
  const stored = await schema.readTables(
    db,
    model.tables.flatMap(({ table, formerTables }) => [table, ...formerTables]),
  );
  return compareSchema(model, stored, await schema.defaultSchema(db), dialect);
}

/** @throws {DatabaseError} that says which change failed, and at which statement. */
export async function applyChanges(db: AnyKysely, changes: readonly SchemaChange[]): Promise<void> {
  for (const { kind, message, statements } of changes) {
    for (const statement of statements) {
      try {
        await statement.execute(db);
      } catch (error) {
        const reason = (error as Error).message.replace(/[.\s]*$/, "");
        throw new DatabaseError(
          "unknown",
          `${message} It cannot be ${participles[kind]}: ${reason}.\n  ${statement.compile(db).sql};`,
          { cause: error },
        );
      }
    }
  }
}

const participles: Readonly<Record<SchemaChange["kind"], string>> = {
  rename: "renamed",
  add: "added",
  addConstraint: "added",
  alter: "changed",
  alterWithLoss: "changed",
  decide: "changed",
};

function isForStart({ kind }: SchemaChange): boolean {
  return kind === "add";
}

function refuse(db: AnyKysely, differences: readonly SchemaChange[]): void {
  if (differences.length === 0) return;
  const list = differences.flatMap(({ kind, message, statements }) =>
    kind === "rename"
      ? [
          `  - ${message} Run "data-api db push", which renames it and keeps what is in it, or:`,
          ...statements.map((statement) => `      ${statement.compile(db).sql};`),
        ]
      : [`  - ${message}`],
  );
  throw new DatabaseError("unknown", ["The database differs from the configuration:", ...list].join("\n"));
}
