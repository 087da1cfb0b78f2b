#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DatabaseError } from "../runtime/database/database-error.js";
import { ConfigError } from "../runtime/errors/config-error.js";
import { CommandError } from "./command-error.js";
import type { Command } from "./commands/command.js";
import { print } from "./commands/command.js";
import { exitCodes, type ExitCode } from "./exit-codes.js";
import { nearest, suggestion } from "../runtime/errors/nearest.js";

/** Loaded when they are called: what one needs takes longer to load than another takes to run. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["init", async () => (await import("./commands/init.js")).init],
  ["validate", async () => (await import("./commands/validate.js")).validate],
  ["generate", async () => (await import("./commands/generate.js")).generate],
  ["status", async () => (await import("./commands/status.js")).status],
  ["start", async () => (await import("./commands/start.js")).start],
]);

async function help(): Promise<string> {
  const loaded = await Promise.all(Array.from(commands.values(), (load) => load()));
  return `data-api: a data API over your SQL database from one configuration

Usage: data-api <command> [options]

Commands:
${loaded.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}`).join("\n")}

  --help     this text, or that of a command: data-api generate --help
  --version  the version of data-api`;
}

const commonOptions = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

async function run(args: readonly string[]): Promise<ExitCode> {
  const [name = "--help", ...rest] = args;
  if (name === "--version" || name === "-v") return printed(version());
  if (name === "--help" || name === "-h" || name === "help") return printed(await help());
  const load = commands.get(name);
  if (load === undefined) {
    const names = [...commands.keys()];
    throw new CommandError(
      `There is no command "${name}".${suggestion(name, names)} Commands: ${names.join(", ")}.`,
    );
  }
  const command = await load();
  const options = parseOptions(command, rest);
  if (options["help"] === true) return printed(command.help);
  if (options["version"] === true) return printed(version());
  return command.run(options);
}

function parseOptions(
  { name, options }: Command,
  args: readonly string[],
): ReturnType<typeof parseArgs>["values"] {
  try {
    return parseArgs({ args: [...args], options: { ...options, ...commonOptions } }).values;
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

function version(): string {
  // The sources are one level below the package, the built code two.
  for (const place of ["../package.json", "../../package.json"]) {
    try {
      return (JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")) as { version: string })
        .version;
    } catch {
      continue;
    }
  }
  throw new Error("The package has no package.json.");
}

/** What a person at a terminal sees of an error: what to put right, without a stack, unless it is our own mistake. */
function explain(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof DatabaseError)
    return error.message;
  const { code, message, stack } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE")
    return `The port is taken by another program (${message}). Choose another with --port.`;
  if (code !== undefined) return message;
  return `This is a mistake in data-api, please report it:\n${stack ?? message}`;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = exitCodes.failed;
}
