import type { parseArgs, ParseArgsConfig } from "node:util";
import type { ExitCode } from "../exit-codes.js";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** The options that were given to a command, typed by its table of options. */
export type OptionValues<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>["values"];

/** One command of the CLI. */
export interface Command<O extends Options = Options> {
  readonly help: string;
  readonly options: O;
  /** Whether the command accepts paths as arguments. */
  readonly takesPaths?: boolean;
  /** Resolves to the exit code, if that is not `done`. */
  run(options: OptionValues<O>, paths: readonly string[]): Promise<ExitCode | undefined> | undefined;
}

/** Types the options that a command gets by its table of options. */
export function command<const O extends Options>(described: Command<O>): Command<O> {
  return described;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

export const configOption = { config: { type: "string" } } as const;
export const configHelp = `  --config FILE     the configuration (default: data-api.config.{ts,mts,js,mjs,cjs,json} in this folder)`;
export const outOption = { out: { type: "string" } } as const;
export const outHelp = "  --out DIR         the output folder (default: src/api)";
