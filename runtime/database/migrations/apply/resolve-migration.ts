import { exclusively, readStatuses, type MigrationContext } from "./apply-migrations.js";
import { MigrationError } from "../migration.js";
import { checkName, stepChecksum } from "./plan-apply.js";

/**
 * Marks a migration as applied or as not applied without running it, after a person has changed the database by hand.
 * @throws {MigrationError}
 */
export async function resolveMigration(
  context: MigrationContext,
  name: string,
  mark: "applied" | "rolled back",
): Promise<void> {
  checkName(await readStatuses(context.db, context), name);
  await exclusively(context, async (connection, { history, appliedBy }) => {
    await history.create(connection);
    const status = (await readStatuses(connection, context)).find((each) => each.name === name);
    if (mark === "rolled back") {
      if (status?.row === undefined)
        throw new MigrationError([`"${name}" is pending: there is nothing to take back.`]);
      await history.remove(connection, name);
      return;
    }
    if (status?.migration === undefined)
      throw new MigrationError([`"${name}" is not in the folder, so that its checksum is not known.`]);
    const { checksum, script } = status.migration;
    const now = new Date().toISOString();
    const row = {
      name,
      checksum,
      direction: "up",
      startedAt: status.row?.startedAt ?? now,
      finishedAt: now,
      duration: status.row?.duration ?? 0,
      appliedBy,
      steps: script.up.length,
      stepsDone: script.up.length,
      isInFlight: false,
      doneChecksum: stepChecksum(script.up),
      error: null,
    } as const;
    await (status.row === undefined
      ? history.insert(connection, row)
      : history.update(connection, name, row));
  });
}
