import os from "node:os";
import type { DumpProgress } from "../runtime/dump/dump-progress.js";
import { dumpFormats, type DumpFormat } from "../runtime/dump/manifest.js";
import { CommandError } from "./command-error.js";
import { createDumpBar } from "./dump-bar.js";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs an export or an import with its progress on the standard error. A signal lets it end after its current step;
 * the second one ends the process at once.
 */
export async function runDump<T>(
  work: (watch: { readonly progress: DumpProgress; readonly signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const progress = createDumpBar();
  const controller = new AbortController();
  const stop = (signal: (typeof SIGNALS)[number]) => {
    if (controller.signal.aborted) process.exit(128 + os.constants.signals[signal]);
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await work({ progress, signal: controller.signal });
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    progress.clear();
  }
}

/** @throws {CommandError} */
export function parseFormat(text: string | undefined): DumpFormat | undefined {
  const format = dumpFormats.find((each) => each === text);
  if (format !== undefined || text === undefined) return format;
  throw new CommandError(`--format cannot be "${text}": it is ${dumpFormats.join(" or ")}.`);
}

/** The names in `a,b`. @throws {CommandError} if there is none. */
export function parseNames(text: string | undefined): readonly string[] | undefined {
  const names = text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names?.length === 0) throw new CommandError("--entity names no entity: write --entity author,post.");
  return names;
}

/** `3 tables with 1200 rows` */
export function tablesAndRows(counts: readonly number[]): string {
  const rows = counts.reduce((sum, count) => sum + count, 0);
  return `${counts.length} ${counts.length === 1 ? "table" : "tables"} with ${rows} ${rows === 1 ? "row" : "rows"}`;
}

export const dumpOptions = {
  entity: { type: "string" },
  format: { type: "string" },
  resume: { type: "boolean" },
} as const;
