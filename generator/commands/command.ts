import type { ParseArgsConfig } from "node:util";
import type { ExitCode } from "../exit-codes.js";

/** One command of the CLI. */
export interface Command {
  readonly name: string;
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  /** Whether the command accepts paths as arguments. */
  readonly takesPaths?: boolean;
  readonly run: (options: CommandOptions, paths: readonly string[]) => Promise<ExitCode>;
}

export type CommandOptions = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The value of a text option, if it was given. */
export function textOption(options: CommandOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
}

/** The values of an option that can be repeated. */
export function listOption(options: CommandOptions, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export const configOption = { config: { type: "string" } } as const;
export const configHelp = `  --config FILE     the configuration (default: data-api.config.{ts,mts,js,mjs,cjs,json} in this folder)`;
export const outOption = { out: { type: "string" } } as const;
export const outHelp = "  --out DIR         the output folder (default: src/api)";
