import { resolveModel } from "../../runtime/config/resolve-model.js";
import { DatabaseError } from "../../runtime/database/database-error.js";
import type { AnyKysely, Dialect } from "../../runtime/database/dialect.js";
import { applyChanges, readChanges } from "../../runtime/database/schema/prepare-schema.js";
import type { SchemaChange } from "../../runtime/database/schema/schema-changes.js";
import type { Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { withDatabase } from "../database-session.js";
import { exitCodes } from "../exit-codes.js";
import { loadConfig } from "../load-config.js";
import { printChanges } from "../print-changes.js";
import { configHelp, configOption, print, textOption, type Command } from "./command.js";

export const dbPush: Command = {
  name: "db push",
  help: `Usage: data-api db push [--config FILE] [--accept-changes]

Brings the database to the configuration: adds what is missing, shows each statement before it runs, and lists what is left.
Nothing is ever removed. While it runs, no server changes tables. Where the database can undo changes of tables, all is
done or nothing.

${configHelp}
  --accept-changes  changes columns that are there too: their type, and whether they may be null

Exit codes: 0 done or nothing to do, 1 a mistake, or a statement failed, 2 something is left that needs --accept-changes or
a person`,
  options: { ...configOption, "accept-changes": { type: "boolean" } },
  run: async (options) => {
    const model = resolveModel(await loadConfig(textOption(options, "config")));
    const isAccepted = options["accept-changes"] === true;
    const isPushed = ({ kind }: SchemaChange) => kind !== "decide" && (kind !== "alter" || isAccepted);
    return withDatabase(model.database, { isReadOnly: false }, async (db, dialect) => {
      const changes = await readChanges(db, model, dialect);
      if (changes.length === 0) {
        print("The database is as the configuration has it.");
        return exitCodes.done;
      }
      if (changes.some(isPushed)) await push(db, model, dialect, isPushed);
      const left = (await readChanges(db, model, dialect)).filter((change) => !isPushed(change));
      if (left.length === 0) return exitCodes.done;
      print(`-- Left as it is:\n\n${printChanges(left, db)}`);
      return exitCodes.different;
    });
  },
};

/** Looks again when no other server can change tables any more. @throws {CommandError} if a statement fails. */
async function push(
  db: AnyKysely,
  model: Model,
  dialect: Dialect,
  isPushed: (change: SchemaChange) => boolean,
): Promise<void> {
  try {
    await dialect.schema.alone(db, async (alone) => {
      const changes = (await readChanges(alone, model, dialect)).filter(isPushed);
      print(`${printChanges(changes, alone)}\n`);
      await applyChanges(alone, changes);
    });
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    throw new CommandError(`${error.message}\nRun "data-api db diff" to see what is left to do.`);
  }
  print("Done.\n");
}
