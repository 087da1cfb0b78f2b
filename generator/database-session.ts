import { createKysely, openConnection } from "../runtime/database/database.js";
import type { AnyKysely, Dialect } from "../runtime/database/dialect.js";
import { dialects } from "../runtime/database/dialects.js";
import type { DatabaseSettings } from "../runtime/model/model.js";

/** Opens a database for a command, and closes it whatever happens. @throws {DatabaseError} */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  { isReadOnly }: { readonly isReadOnly: boolean },
  work: (db: AnyKysely, dialect: Dialect) => Promise<T>,
): Promise<T> {
  const dialect = dialects[settings.dialect];
  // Statements over large tables take their time, and nobody waits for an answer.
  const database = { ...settings, statementTimeout: 0 };
  const connection = await openConnection({ database }, dialect, isReadOnly);
  try {
    return await work(
      createKysely(dialect, () => connection.driver),
      dialect,
    );
  } finally {
    await connection.close();
  }
}
