import { parseArgs } from "node:util";
import { CommandError } from "./command-error.js";
import { print, type Command } from "./commands/command.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import { explainError } from "./config/explain-error.js";
import { styled } from "./colours.js";
import { version } from "./version.js";
import { nearest, suggestion } from "../runtime/errors/nearest.js";

interface ListedCommand {
  readonly summary: string;
  /** Loaded on demand: the dependencies of one command take longer to load than another command takes to run. */
  readonly load: () => Promise<Command>;
}

const webhooks = () => import("./commands/webhook-commands.js");
const users = () => import("./commands/user-commands.js");
const sessions = () => import("./commands/session-commands.js");
const keys = () => import("./commands/key-commands.js");

const commands: Readonly<Record<string, ListedCommand>> = {
  init: {
    summary: "write a first configuration, from a database if you like",
    load: async () => (await import("./commands/init.js")).init,
  },
  validate: {
    summary: "check the configuration and list every mistake in it",
    load: async () => (await import("./commands/validate.js")).validate,
  },
  generate: {
    summary: "write the typed TypeScript of the configuration",
    load: async () => (await import("./commands/generate.js")).generate,
  },
  status: {
    summary: "list the edits by hand in the generated code",
    load: async () => (await import("./commands/status.js")).status,
  },
  diff: {
    summary: "print the edits by hand as a diff",
    load: async () => (await import("./commands/diff.js")).diff,
  },
  openapi: {
    summary: "print the OpenAPI document of the configuration",
    load: async () => (await import("./commands/openapi.js")).openapi,
  },
  dev: {
    summary: "serve while you develop: start again on each change",
    load: async () => (await import("./commands/dev.js")).dev,
  },
  start: {
    summary: "serve the configuration, or run a server file",
    load: async () => (await import("./commands/start.js")).start,
  },
  mcp: {
    summary: "serve one agent on standard input and output",
    load: async () => (await import("./commands/mcp.js")).mcp,
  },
  requests: {
    summary: "write requests to try, for editors",
    load: async () => (await import("./commands/requests.js")).requests,
  },
  export: {
    summary: "write the rows of the database to files",
    load: async () => (await import("./commands/export.js")).exportCommand,
  },
  import: {
    summary: "write the rows of an export into a database",
    load: async () => (await import("./commands/import.js")).importCommand,
  },
  outbox: {
    summary: "show the changes that are kept for live changes",
    load: async () => (await import("./commands/outbox.js")).outbox,
  },
  "db diff": {
    summary: "print the SQL that would make the database match the configuration",
    load: async () => (await import("./commands/db-diff.js")).dbDiff,
  },
  "db push": {
    summary: "make the database match the configuration",
    load: async () => (await import("./commands/db-push.js")).dbPush,
  },
  "db pull": {
    summary: "show what the database has and the configuration does not",
    load: async () => (await import("./commands/db-pull.js")).dbPull,
  },
  "db seed": {
    summary: "write the records that a database begins with",
    load: async () => (await import("./commands/db-seed.js")).dbSeed,
  },
  "db reset": {
    summary: "empty a database for development and fill it again",
    load: async () => (await import("./commands/db-reset.js")).dbReset,
  },
  "migrate new": {
    summary: "write a migration from what the configuration changes",
    load: async () => (await import("./commands/migrate-new.js")).migrateNew,
  },
  "migrate apply": {
    summary: "apply the pending migrations",
    load: async () => (await import("./commands/migrate-apply.js")).migrateApply,
  },
  "migrate status": {
    summary: "show which migrations are applied, and which are not",
    load: async () => (await import("./commands/migrate-status.js")).migrateStatus,
  },
  "migrate resolve": {
    summary: "mark a migration as applied or not, without running it",
    load: async () => (await import("./commands/migrate-resolve.js")).migrateResolve,
  },
  "migrate undo": {
    summary: "run the section `down` of the last migration",
    load: async () => (await import("./commands/migrate-undo.js")).migrateUndo,
  },
  "migrate lint": {
    summary: "say what the statements of a migration lock, lose or may fail on",
    load: async () => (await import("./commands/migrate-lint.js")).migrateLint,
  },
  "migrate diff": {
    summary: "compare a database with its migrations",
    load: async () => (await import("./commands/migrate-diff.js")).migrateDiff,
  },
  "migrate baseline": {
    summary: "take an existing database as the starting point",
    load: async () => (await import("./commands/migrate-baseline.js")).migrateBaseline,
  },
  "migrate verify": {
    summary: "try all migrations on databases of their own",
    load: async () => (await import("./commands/migrate-verify.js")).migrateVerify,
  },
  "webhooks list": {
    summary: "list the webhooks, and how many deliveries are pending or dead",
    load: async () => (await webhooks()).webhooksList,
  },
  "webhooks test": {
    summary: "send a signed test call to a webhook",
    load: async () => (await webhooks()).webhooksTest,
  },
  "webhooks dead": {
    summary: "list the deliveries that were given up",
    load: async () => (await webhooks()).webhooksDead,
  },
  "webhooks resend": {
    summary: "send deliveries again that were given up",
    load: async () => (await webhooks()).webhooksResend,
  },
  "webhooks on": { summary: "switch a webhook on", load: async () => (await webhooks()).webhooksOn },
  "webhooks off": { summary: "switch a webhook off", load: async () => (await webhooks()).webhooksOff },
  "users list": { summary: "list the users", load: async () => (await users()).usersList },
  "users show": { summary: "show a user", load: async () => (await users()).usersShow },
  "users lock": {
    summary: "lock a user out: no log-in, token, session or key works",
    load: async () => (await users()).usersLock,
  },
  "users unlock": {
    summary: "let a locked user log in again",
    load: async () => (await users()).usersUnlock,
  },
  "users end-sessions": {
    summary: "end all tokens and sessions of a user",
    load: async () => (await users()).usersEndSessions,
  },
  "users reset-second-factor": {
    summary: "remove the second factor of a user who has lost it",
    load: async () => (await users()).usersResetSecondFactor,
  },
  "sessions list": {
    summary: "list the sessions of a user",
    load: async () => (await sessions()).sessionsList,
  },
  "sessions end": { summary: "end sessions of a user", load: async () => (await sessions()).sessionsEnd },
  "keys list": { summary: "list the API keys of programs", load: async () => (await keys()).keysList },
  "keys create": { summary: "make an API key and print it", load: async () => (await keys()).keysCreate },
  "keys revoke": { summary: "revoke API keys", load: async () => (await keys()).keysRevoke },
  "user create-admin": {
    summary: "create an admin user",
    load: async () => (await import("./commands/create-admin.js")).createAdmin,
  },
};

const help = `data-api: a data API over your SQL database from one configuration

Usage: data-api <command> [options]

Commands:
${list(Object.keys(commands))}

  --help            this text, or that of a command: data-api generate --help
  --version         the version of data-api`;

function groupHelp(group: string, names: readonly string[]): string {
  return `Usage: data-api ${group} <command> [options]\n\nCommands:\n${list(names)}`;
}

function list(names: readonly string[]): string {
  return names.map((name) => `  ${name.padEnd(18)} ${commands[name]?.summary ?? ""}`).join("\n");
}

const commonOptions = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** Runs a command and explains its error on the standard error. Ends no process, so that it can run in a test. */
export async function main(args: readonly string[]): Promise<ExitCode> {
  try {
    return await run(args);
  } catch (error) {
    process.stderr.write(`${styled("red", explainError(error), process.stderr)}\n`);
    return exitCodes.failed;
  }
}

async function run(args: readonly string[]): Promise<ExitCode> {
  const [first = "--help", ...rest] = args;
  const group = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  const [asked = "--help"] = group.length > 0 ? rest : [first];
  if (asked === "--version" || asked === "-v") return printed(version());
  if (asked === "--help" || asked === "-h" || asked === "help")
    return printed(group.length > 0 ? groupHelp(first, group) : help);
  const name = group.length > 0 ? `${first} ${asked}` : first;
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (listed === undefined) {
    const names = group.length > 0 ? group : Object.keys(commands);
    throw new CommandError(
      `There is no command "${name}".${suggestion(name, names)} Commands: ${names.join(", ")}.`,
    );
  }
  const command = await listed.load();
  const { values: options, positionals } = parseOptions(
    name,
    command,
    group.length > 0 ? rest.slice(1) : rest,
  );
  if (options["help"] === true) return printed(command.help);
  if (options["version"] === true) return printed(version());
  try {
    return (await command.run(options, positionals)) ?? exitCodes.done;
  } catch (error) {
    if (!("config" in command.options)) throw error;
    const { withPlaces } = await import("./config/locate-problems.js");
    throw await withPlaces(error, options["config"] as string | undefined);
  }
}

function parseOptions(
  name: string,
  { options, takesPaths = false }: Command,
  args: readonly string[],
): ReturnType<typeof parseArgs> {
  try {
    return parseArgs({
      args: [...args],
      options: { ...options, ...commonOptions },
      allowPositionals: takesPaths,
    });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(". To specify");
    const [, unknown] = /^Unknown option '--(.+)'$/.exec(sentence) ?? [];
    const guess = unknown === undefined ? undefined : nearest(unknown, Object.keys(options));
    const hint = guess === undefined ? "" : ` Did you mean "--${guess}"?`;
    throw new CommandError(`${sentence.replace(/\.?$/, ".")}${hint} See "data-api ${name} --help".`);
  }
}

function printed(text: string): ExitCode {
  print(text);
  return exitCodes.done;
}
