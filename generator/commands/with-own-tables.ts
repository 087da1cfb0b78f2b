import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { DatabaseError } from "../../runtime/database/wire/database-error.js";
import { ApiError } from "../../runtime/errors/api-error.js";
import type { Model } from "../../runtime/model/model.js";
import { CommandError } from "../command-error.js";
import { databaseAt } from "./database-at.js";

/**
 * Opens the database of the configuration for a command, which creates no tables.
 * @param tables Which tables the command needs, for the message if one is missing: "tables of users".
 * @throws {CommandError} if the database is a file that does not exist, or a table is missing.
 */
export async function withOwnTables<T>(
  model: Model,
  tables: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const settings = { ...databaseAt(undefined, model), schema: "off" as const };
  const database = new Database({ ...model, database: settings }, dialects[settings.dialect]);
  try {
    return await work(database);
  } catch (error) {
    const fault = error instanceof ApiError && error.cause instanceof DatabaseError ? error.cause : error;
    if (fault instanceof DatabaseError && fault.kind === "missing")
      throw new CommandError(
        `${fault.message} The ${tables} are not there: start the server once, or run "data-api db push".`,
      );
    throw fault instanceof ApiError ? new CommandError(fault.message) : fault;
  } finally {
    await database.close();
  }
}
