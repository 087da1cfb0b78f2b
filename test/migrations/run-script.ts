import type { Dialect } from "../../runtime/database/dialect.js";
import type { MigrationStatement } from "../../runtime/database/migrations/migration.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import { parseScript } from "../../runtime/database/migrations/scripts/parse-script.js";
import { sql } from "kysely";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";

/** Runs a script as `migrate apply` does, but without a history and with losses accepted. */
export async function runScript(
  db: AnyKysely,
  dialect: Dialect,
  text: string,
  direction: "up" | "down" = "up",
): Promise<void> {
  const { script, applying } = await withMigrationTools(dialect);
  const steps = parseScript("test.sql", text, script)[direction];
  const statements = steps.filter((step) => step.kind === "sql");
  const run = async (on: AnyKysely, statement: MigrationStatement) => {
    try {
      await (applying.runStatement?.(on, statement) ?? sql.raw(`${statement.text};`).execute(on));
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${statement.text}\nin\n${text}`, { cause: error });
    }
  };
  await db.connection().execute(async (connection) => {
    let together: MigrationStatement[] = [];
    const runTogether = async () => {
      const parts = together;
      together = [];
      if (parts.length === 0) return;
      await applying.transaction(connection, parts, async (transaction) => {
        for (const statement of parts) await run(transaction, statement);
      });
    };
    for (const statement of statements) {
      if (!statement.isOutsideTransaction) together.push(statement);
      else {
        await runTogether();
        await run(connection, statement);
      }
    }
    await runTogether();
  });
}
