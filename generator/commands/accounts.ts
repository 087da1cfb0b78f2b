import type { Database } from "../../runtime/database/database.js";
import type { Model } from "../../runtime/model/model.js";
import { findByName } from "../../runtime/repository/users/log-in.js";
import type { UserRow } from "../../runtime/repository/users/user-rows.js";
import { createUsers, type Users } from "../../runtime/repository/users/users.js";
import { CommandError } from "../command-error.js";
import { loadModel } from "../config/load-model.js";
import { quoted } from "../one-line.js";
import { commandsOn, type CommandsOn } from "./commands-on.js";
import { withOwnTables } from "./with-own-tables.js";

/** The maximum number of users, keys or sessions that a command lists. */
export const MAX_LISTED = 1_000;

/** The users of a configuration, and its database. */
export interface Accounts extends Users {
  readonly model: Model;
  readonly database: Database;
}

export const accountCommand: CommandsOn<Accounts> = commandsOn(withAccounts);

/** Opens the database of the configuration for a command about users. @throws {CommandError} if it has none. */
async function withAccounts(
  file: string | undefined,
  work: (accounts: Accounts) => Promise<unknown>,
): Promise<void> {
  const model = await loadModel(file);
  if (model.auth?.hasUsers !== true) throw noUsers();
  await withOwnTables(model, "tables of users", async (database) => {
    const users = createUsers(model, database, (message) => process.stderr.write(`${message}\n`));
    if (users === undefined) throw noUsers();
    await work({ ...users, model, database });
  });
}

function noUsers(): CommandError {
  return new CommandError('The configuration has no "auth.secretKey", so there are no users.');
}

/** @throws {CommandError} for an unknown name, or none. */
export async function userNamed(
  name: string | undefined,
  { users, find }: Pick<Accounts, "users" | "find">,
): Promise<UserRow> {
  if (name === undefined) throw new CommandError("Name the user.");
  const user = await findByName(name, users, find);
  if (user === undefined) throw new CommandError(`There is no user ${quoted(name)}.`);
  return user;
}
