import { createHash } from "node:crypto";
import { z } from "zod";
import { toPlain, type OutputFolder } from "./output-folder.js";
import type { FileId } from "./outputs.js";

/**
 * What is kept of each file as it was last generated, so that the next run can tell what people did from what the
 * configuration did. Keyed by entity and artifact, so that a file may move. All of it is committed.
 */
export const DATA_FOLDER = ".data-api";

/** The text as it was last generated. */
export function basePath(file: FileId): string {
  return `${DATA_FOLDER}/base/${keyOf(file)}.ts.base`;
}

/** What a conflict that is not settled yet was about. */
export function pendingPath(file: FileId): string {
  return `${DATA_FOLDER}/pending/${keyOf(file)}.json`;
}

function keyOf({ entity, artifact }: FileId): string {
  return entity === undefined ? artifact : `${entity}/${artifact}`;
}

/**
 * Keeps LF in every checkout, also where `core.autocrlf` is on; folds the baselines away in reviews; and lets git merge
 * what two branches have generated: both sides' lines are kept, and the next run puts in order what is left of them.
 */
export const attributesFile = {
  path: `${DATA_FOLDER}/.gitattributes`,
  text: [
    "* text eol=lf",
    "base/** linguist-generated merge=union",
    "state/** linguist-generated merge=union",
    "",
  ].join("\n"),
} as const;

/** A conflict that has been written into a file and is not settled yet. */
export interface Pending {
  /** The hash of the file before the conflict was written into it: a file that is so again has been put back. */
  readonly before: string;
  /** The generated text that was merged in. It becomes the base when the conflict is settled. */
  readonly generated: string;
  /** The words that were replaced in it on this occasion, and by what: the baseline has the new ones. */
  readonly renames?: Readonly<Record<string, string>> | undefined;
}

const pendingShape = z.object({
  before: z.string(),
  generated: z.string(),
  renames: z.record(z.string(), z.string()).optional(),
});

export function loadPending(file: FileId, folder: OutputFolder): Pending | undefined {
  const text = folder.readRecord(pendingPath(file));
  if (text === undefined) return undefined;
  try {
    return pendingShape.parse(JSON.parse(text));
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

/** The baseline, whatever line ends a checkout has given it. */
export function readBase(file: FileId, folder: OutputFolder): string | undefined {
  return folder.readRecord(basePath(file));
}

/** Of a file that people have: its line ends and its byte order mark do not count. */
export function plainHashOf(text: string): string {
  return hashOf(toPlain(text));
}

export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
