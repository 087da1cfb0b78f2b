import { areFormatThreadsRunning, formatOnThread, startFormatThreads } from "../format-threads.js";
import { formatText, type Formatting } from "./format-text.js";

/** Prettier options; empty for the defaults. */
export type FormatOptions = Formatting["options"];

/** As many texts take about as long as the start of the threads. */
const MANY = 100;
const waiting: (() => void)[] = [];

export function formatCode(text: string, options: FormatOptions = {}): Promise<string> {
  return format({ text, parser: "typescript", options });
}

export function formatJson(text: string, options: FormatOptions = {}): Promise<string> {
  return format({ text, parser: "json", options });
}

/** Formats many texts on threads, and few in this one. */
async function format(formatting: Formatting): Promise<string> {
  // An object of a plugin has functions, which cannot be sent.
  if (!(formatting.options.plugins ?? []).every((plugin) => typeof plugin === "string"))
    return formatText(formatting);
  if (!areFormatThreadsRunning()) await manyOrAll();
  return areFormatThreadsRunning() ? formatOnThread(formatting) : formatText(formatting);
}

/** Waits until all have asked that ask at once, or for the threads if these are many. */
function manyOrAll(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
    if (waiting.length === MANY && startFormatThreads()) goOn();
  });
}

function goOn(): void {
  for (const resolve of waiting.splice(0)) resolve();
}
