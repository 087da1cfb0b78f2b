import { mergeFile, type MergeInput, type MergeResult } from "../../../generator/merge/index.js";

export type Merged = Extract<MergeResult, { kind: "merged" }>;

/** Merges, and expects that the files can be merged. */
export function merge(base: string, yours: string, next: string, options: Partial<MergeInput> = {}): Merged {
  const result = mergeFile({ base, yours, next, onConflict: "markers", ...options });
  if (result.kind !== "merged") throw new Error(`Not merged: ${JSON.stringify(result)}`);
  return result;
}

/** Replaces a part of a text, which must occur exactly once. */
export function edit(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2)
    throw new Error(`"${from}" is there ${text.split(from).length - 1} times.`);
  return text.replace(from, () => to);
}

export function edits(text: string, ...pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs.reduce((now, [from, to]) => edit(now, from, to), text);
}

/** The conflict in git's format. */
export function conflict(yours: string, base: string, next: string): string {
  const section = (text: string): string => (text === "" ? "" : `${text}\n`);
  return `<<<<<<< yours\n${section(yours)}||||||| base\n${section(base)}=======\n${section(next)}>>>>>>> generated`;
}
