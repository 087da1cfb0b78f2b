import type { AnyKysely } from "../sql/sql.js";
import type { TableDialect } from "./schema-dialect.js";
import { tableName } from "../sql/table-name.js";
import { assessChange, assessChanges } from "./compare/assess-change.js";
import { applyChanges, applyKeeping, readChanges } from "./prepare-schema.js";
import type { SchemaChange } from "./schema-changes.js";
import type { SchemaModel } from "./schema-entity.js";

/**
 * Applies all changes of these kinds while no other server changes tables.
 * @param show Receives the changes before the first of them is applied.
 * @returns Whether there was one.
 * @throws {DatabaseError} if a statement fails.
 */
export function pushChanges(
  db: AnyKysely,
  model: SchemaModel,
  dialect: TableDialect,
  kinds: ReadonlySet<SchemaChange["kind"]>,
  show: (changes: readonly SchemaChange[], db: AnyKysely) => void,
): Promise<boolean> {
  const isPushed = ({ kind }: SchemaChange) => kinds.has(kind);
  return dialect.schema.alone(db, async (alone) => {
    const shown = (await assessChanges(alone, await readChanges(alone, model, dialect), dialect)).filter(
      isPushed,
    );
    if (shown.length === 0) return false;
    show(shown, alone);
    await applyKeeping(alone, dialect, async () => {
      await applyChanges(
        alone,
        shown.filter(({ kind }) => kind === "rename"),
      );
      // Plan the other changes again, with the new names.
      for (const change of await readChanges(alone, model, dialect))
        await push(alone, change, dialect, isPushed);
    });
    return true;
  });
}

async function push(
  db: AnyKysely,
  change: SchemaChange,
  dialect: TableDialect,
  isPushed: (change: SchemaChange) => boolean,
): Promise<void> {
  if (!isPushed(change)) return;
  const { altered } = change;
  const { alter } = dialect.schema;
  const work = async () => {
    const assessed = await assessChange(db, change, dialect);
    if (isPushed(assessed)) await applyChanges(db, [assessed]);
  };
  // Assess the change again now that the table is locked against writes. SQLite's transaction locks the file.
  await (alter === undefined || altered === undefined
    ? work()
    : alter.locked(db, tableName(altered.entity), work));
}
