import type { ParseArgsConfig } from "node:util";
import type { Database } from "../../runtime/database/database.js";
import type { Model } from "../../runtime/model/model.js";
import { findByName } from "../../runtime/repository/users/log-in.js";
import type { UserRow } from "../../runtime/repository/users/user-rows.js";
import { createUsers, type Users } from "../../runtime/repository/users/users.js";
import { CommandError } from "../command-error.js";
import { loadModel } from "../config/load-model.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import { oneLine, quoted } from "../one-line.js";
import { command, configHelp, configOption, print, type Command, type OptionValues } from "./command.js";
import { withOwnTables } from "./with-own-tables.js";

/** The maximum number of users, keys or sessions that a command lists. */
export const MAX_LISTED = 1_000;

export const jsonOption = { json: { type: "boolean" } } as const;
export const jsonHelp = "  --json            print it as JSON";

/** The users of a configuration, and its database. */
export interface Accounts extends Users {
  readonly model: Model;
  readonly database: Database;
}

/** What is particular to a command about users. */
interface AccountCommand<O extends Options> {
  /** What follows `data-api`. */
  readonly usage: string;
  readonly does: string;
  /** The options besides `--config`, and a line about each. */
  readonly options?: O;
  readonly lines?: readonly string[];
  readonly takesPaths?: true;
  readonly run: (accounts: Accounts, options: OptionValues<O>, paths: readonly string[]) => Promise<unknown>;
}

type Options = NonNullable<ParseArgsConfig["options"]>;

export function accountCommand<const O extends Options>(
  row: AccountCommand<O>,
): Command<typeof configOption> {
  const { usage, does, options, lines = [], takesPaths = false, run } = row;
  return command({
    help: `Usage: data-api ${usage}\n\n${does}\n\n${[configHelp, ...lines].join("\n")}\n\nExit codes: 0 done, 1 a mistake`,
    options: { ...configOption, ...options },
    takesPaths,
    run: (given, paths) =>
      withAccounts(given.config, (accounts) => run(accounts, given as OptionValues<O>, paths)),
  });
}

/** Prints what was found as JSON, or else in lines. */
export function printFound(
  found: unknown,
  { json }: { readonly json?: boolean | undefined },
  lines: readonly string[],
): void {
  for (const line of json === true ? [JSON.stringify(found, null, 2)] : lines.map(oneLine)) print(line);
}

/** Opens the database of the configuration for a command about users. @throws {CommandError} if it has none. */
async function withAccounts(
  file: string | undefined,
  work: (accounts: Accounts) => Promise<unknown>,
): Promise<ExitCode> {
  const model = await loadModel(file);
  if (model.auth?.hasUsers !== true) throw noUsers();
  await withOwnTables(model, "tables of users", async (database) => {
    const users = createUsers(model, database, (message) => process.stderr.write(`${message}\n`));
    if (users === undefined) throw noUsers();
    await work({ ...users, model, database });
  });
  return exitCodes.done;
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
