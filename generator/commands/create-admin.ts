import { createInterface } from "node:readline";
import { Writable, type Readable } from "node:stream";
import { DatabaseError } from "../../runtime/database/wire/database-error.js";
import { ApiError } from "../../runtime/errors/api-error.js";
import { quoteName } from "../../runtime/model/names.js";
import { CommandError } from "../command-error.js";
import { loadConfig } from "../config/load-config.js";
import { command, configHelp, configOption, print } from "./command.js";

/** Fields that `--set` refuses: each has an option of its own or is fixed. */
const NOT_SET = ["username", "password", "email", "firstname", "lastname", "roles"];

export const createAdmin = command({
  help: `Usage: data-api user create-admin --username NAME [options]

Creates a user with the role "admin", which registration cannot give. Creates missing tables first, as a server does when
it starts. Asks for the password twice.

${configHelp}
  --username NAME   the user name for log-ins
  --email ADDRESS   the e-mail address
  --first-name NAME
  --last-name NAME
  --set FIELD=VALUE another field of your configuration; can be repeated
  --password-stdin  read the password from the first line of the standard input instead of asking

Exit codes: 0 done, 1 a mistake (no user was created)`,
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
    const { username, set = [] } = options;
    if (username === undefined) throw new CommandError("The user name is missing: add --username NAME.");
    const fields = parseFields(set);
    const config = await loadConfig(options.config);
    // Imported late, so that `--help` is fast.
    const { DataApi } = await import("../../runtime/data-api.js");
    const api = new DataApi(config);
    if (config.auth?.secretKey === undefined)
      throw new CommandError('The configuration has no "auth.secretKey", so there are no users.');
    const password = await findPassword(options["password-stdin"] === true);
    try {
      await api.repository("user").create({
        ...fields,
        username,
        password,
        email: options.email,
        firstname: options["first-name"],
        lastname: options["last-name"],
        roles: ["admin"],
      });
    } catch (error) {
      throw explain(error, username);
    } finally {
      await api.stopAsync();
    }
    print(`The user ${quoteName(username.trim())} was created with the role "admin".`);
  },
});

function findPassword(isPiped: boolean): Promise<string> {
  if (isPiped) return readLine(process.stdin);
  if (process.stdin.isTTY) return askPassword(process.stdin, process.stderr);
  throw new CommandError(
    "There is no terminal to ask for the password: pass it on the standard input, with --password-stdin.",
  );
}

function parseFields(given: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [name = "", value] = text.split(/=(.*)/s);
      if (name === "" || value === undefined)
        throw new CommandError(`"${text}" is not FIELD=VALUE: write --set FIELD=VALUE.`);
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
  if (isTaken) return new CommandError(`There is already a user with the name ${quoteName(username)}.`);
  const reasons = error.issues.length === 0 ? [error.message] : error.issues.map(({ message }) => message);
  return new CommandError(["No user was created:", ...reasons.map((reason) => `  - ${reason}`)].join("\n"));
}

/** Asks twice for a new password, without echo. @throws {CommandError} if the two differ, or on interrupt. */
export async function askPassword(input: Readable, prompts: Writable): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  terminal.on("SIGINT", () => terminal.close());
  const lines: AsyncIterator<string, unknown> = terminal[Symbol.asyncIterator]();
  const ask = async (prompt: string): Promise<string> => {
    prompts.write(prompt);
    const line = await lines.next();
    prompts.write("\n");
    if (line.done === true) throw new CommandError("Interrupted: no user was created.");
    return line.value;
  };
  try {
    const password = await ask("Password: ");
    if ((await ask("Repeat the password: ")) !== password)
      throw new CommandError("The passwords differ: no user was created.");
    return password;
  } finally {
    terminal.close();
  }
}

/** Reads the first line, without its line end. @throws {CommandError} if the input is empty. */
async function readLine(input: Readable): Promise<string> {
  const reader = createInterface({ input });
  const lines: AsyncIterator<string, unknown> = reader[Symbol.asyncIterator]();
  const line = await lines.next();
  reader.close();
  if (line.done === true) throw new CommandError("There is no password on the standard input.");
  return line.value;
}
