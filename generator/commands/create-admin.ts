import { DatabaseError } from "../../runtime/database/wire/database-error.js";
import { ApiError } from "../../runtime/errors/api-error.js";
import { quoteName } from "../../runtime/model/names.js";
import { askPassword, readLine } from "../ask-password.js";
import { CommandError } from "../command-error.js";
import { exitCodes } from "../exit-codes.js";
import { loadConfig } from "../load-config.js";
import {
  configHelp,
  configOption,
  listOption,
  print,
  textOption,
  type Command,
  type CommandOptions,
} from "./command.js";

/** Fields that `--set` refuses: each has an option of its own or is fixed. */
const NOT_SET = ["username", "password", "email", "firstname", "lastname", "roles"];

export const createAdmin: Command = {
  name: "user create-admin",
  help: `Usage: data-api user create-admin --username NAME [options]

Makes a user with the role "admin", whom no registration can make. Missing tables are made first, as at a start. The
password is asked for, twice.

${configHelp}
  --username NAME   the name to log in with
  --email ADDRESS   the e-mail address
  --first-name NAME
  --last-name NAME
  --set FIELD=VALUE another field of the configuration's own; can be repeated
  --password-stdin  take the password from the first line of the standard input, and do not ask

Exit codes: 0 done, 1 a mistake (no user was made)`,
  options: {
    ...configOption,
    username: { type: "string" },
    email: { type: "string" },
    "first-name": { type: "string" },
    "last-name": { type: "string" },
    set: { type: "string", multiple: true },
    "password-stdin": { type: "boolean" },
  },
  run: async (options) => {
    const username = textOption(options, "username");
    if (username === undefined) throw new CommandError("Give the name to log in with: --username NAME.");
    const fields = parseFields(listOption(options, "set"));
    const config = await loadConfig(textOption(options, "config"));
    // Imported late, so that `--help` is fast.
    const { DataApi } = await import("../../runtime/data-api.js");
    const api = new DataApi(config);
    if (config.auth?.secretKey === undefined)
      throw new CommandError('The configuration has no "auth.secretKey", and so no users.');
    const password = await findPassword(options);
    try {
      await api.repository("user").create({
        ...fields,
        username,
        password,
        email: textOption(options, "email"),
        firstname: textOption(options, "first-name"),
        lastname: textOption(options, "last-name"),
        roles: ["admin"],
      });
    } catch (error) {
      throw explain(error, username);
    } finally {
      await api.stopAsync();
    }
    print(`The user ${quoteName(username.trim())} has been made, with the role "admin".`);
    return exitCodes.done;
  },
};

function findPassword(options: CommandOptions): Promise<string> {
  if (options["password-stdin"] === true) return readLine(process.stdin);
  if (process.stdin.isTTY) return askPassword(process.stdin, process.stderr);
  throw new CommandError(
    "There is no terminal to ask for the password: give it on the standard input, with --password-stdin.",
  );
}

function parseFields(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [name = "", value] = text.split(/=(.*)/s);
      if (name === "" || value === undefined)
        throw new CommandError(`"${text}" sets nothing: write --set FIELD=VALUE.`);
      if (NOT_SET.includes(name.toLowerCase())) throw new CommandError(`--set cannot set "${name}".`);
      return [name, value] as const;
    }),
  );
}

/** Turns errors that the user can correct into a `CommandError` or the database's own error. */
function explain(error: unknown, username: string): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.cause instanceof DatabaseError && error.status >= 500) return error.cause;
  const isTaken = error.issues.some(({ path, code }) => path === "username" && code === "not-unique");
  if (isTaken) return new CommandError(`There is a user of the name ${quoteName(username)} already.`);
  const reasons = error.issues.length === 0 ? [error.message] : error.issues.map(({ message }) => message);
  return new CommandError(["No user was made:", ...reasons.map((reason) => `  - ${reason}`)].join("\n"));
}
