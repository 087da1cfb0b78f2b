import { hash } from "node:crypto";
import { z } from "zod";
import { toPlain, type OutputFolder } from "./output-folder.js";
import { DATA_FOLDER, markOf, type FileId } from "../artifacts.js";

/** The path of the baseline: the text as it was last generated. */
export function basePath(file: FileId): string {
  return `${DATA_FOLDER}/base/${markOf(file)}.ts.base`;
}

/** The path of the record of a merge. */
export function pendingPath(file: FileId): string {
  return `${PENDING_FOLDER}/${markOf(file)}.json`;
}

const PENDING_FOLDER = `${DATA_FOLDER}/pending`;

/**
 * Keeps LF in every checkout, even with `core.autocrlf`, and collapses the baselines in reviews. With the union
 * merge, git keeps the lines of both branches, and the next run puts them in order.
 */
export const attributesFile = {
  path: `${DATA_FOLDER}/.gitattributes`,
  text: [
    "* text eol=lf",
    "base/** linguist-generated merge=union",
    "state/** linguist-generated merge=union",
    "*.ts linguist-generated merge=union",
    "",
  ].join("\n"),
} as const;

const pendingShape = z.object({
  /** The hash of the file before the merge. If the file has this hash again, the merge was undone. */
  before: z.string(),
  /** The generated text that was merged in. It becomes the baseline when the conflict is settled. */
  generated: z.string(),
  /** The hash of the file after a merge without conflicts. The record counts only while the file has it. */
  after: z.string().optional(),
  /** The names that this merge replaced, with their new names: the baseline already has the new ones. */
  renames: z.record(z.string(), z.string()).optional(),
});

/**
 * A merge that is in a file and not yet in its baseline: its conflicts are not settled, or the run was killed in between.
 */
export type Pending = Readonly<z.output<typeof pendingShape>>;

/** @param found The text of the file; `undefined` for no file. */
export function loadPending(
  file: FileId,
  folder: OutputFolder,
  found: string | undefined,
): Pending | undefined {
  // Most projects have none.
  if (!folder.exists(PENDING_FOLDER)) return undefined;
  const text = folder.readRecord(pendingPath(file));
  if (text === undefined) return undefined;
  try {
    const pending = pendingShape.parse(JSON.parse(text));
    const isPast =
      pending.after !== undefined && (found === undefined || plainHashOf(found) !== pending.after);
    return isPast ? undefined : pending;
  } catch {
    return undefined;
  }
}

export function formatPending(
  file: FileId,
  pending: Pending,
): { readonly path: string; readonly text: string } {
  return { path: pendingPath(file), text: `${JSON.stringify(pending, null, 2)}\n` };
}

/** Reads the baseline. Line ends that a checkout has changed do not matter. */
export function readBase(file: FileId, folder: OutputFolder): string | undefined {
  return folder.readRecord(basePath(file));
}

/** The hash of a project's file, regardless of its line ends and byte order mark. */
export function plainHashOf(text: string): string {
  return hashOf(toPlain(text));
}

export function hashOf(text: string): string {
  return hash("sha256", text, "base64url");
}
