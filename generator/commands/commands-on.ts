import type { ParseArgsConfig } from "node:util";
import { exitCodes } from "../exit-codes.js";
import { oneLine } from "../one-line.js";
import { command, configHelp, configOption, print, type Command, type OptionValues } from "./command.js";

export const jsonOption = { json: { type: "boolean" } } as const;
export const jsonHelp = "  --json            print it as JSON";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** A command on something that is opened for it. */
interface CommandRow<T, O extends Options> {
  /** What follows `data-api`. */
  readonly usage: string;
  readonly does: string;
  /** The options besides `--config`, and a line about each. */
  readonly options?: O;
  readonly lines?: readonly string[];
  readonly takesPaths?: true;
  readonly run: (opened: T, options: OptionValues<O>, paths: readonly string[]) => Promise<unknown>;
}

export type CommandsOn<T> = <const O extends Options>(row: CommandRow<T, O>) => Command<typeof configOption>;

/** Returns a function that makes commands. @param open Opens what they need, from the configuration in a file. */
export function commandsOn<T>(
  open: (file: string | undefined, work: (opened: T) => Promise<unknown>) => Promise<void>,
): CommandsOn<T> {
  return <const O extends Options>(row: CommandRow<T, O>) => {
    const { usage, does, options, lines = [], takesPaths = false, run } = row;
    return command({
      help: `Usage: data-api ${usage}\n\n${does}\n\n${[configHelp, ...lines].join("\n")}\n\nExit codes: 0 done, 1 a mistake`,
      options: { ...configOption, ...options },
      takesPaths,
      run: async (given, paths) => {
        await open(given.config, (opened) => run(opened, given as OptionValues<O>, paths));
        return exitCodes.done;
      },
    });
  };
}

/** Prints what was found as JSON, or else in lines. */
export function printFound(
  found: unknown,
  { json }: { readonly json?: boolean | undefined },
  lines: readonly string[],
): void {
  for (const line of json === true ? [JSON.stringify(found, null, 2)] : lines.map(oneLine)) print(line);
}
