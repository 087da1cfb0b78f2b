import { attributesFile, basePath } from "./baseline.js";
import type { GeneratedFile } from "./generate.js";
import type { OutputFolder } from "./output-folder.js";

/** What a run will do; nothing has been written yet. */
export interface Plan {
  /** In the order of the configuration. */
  readonly files: readonly FilePlan[];
  /** The baselines that change with them. */
  readonly baselines: readonly Write[];
}

export type FilePlan = Write | Conflict | { readonly kind: "unchanged"; readonly path: string };

export interface Write {
  readonly kind: "write";
  readonly path: string;
  readonly text: string;
  /** What is there now; undefined for a new file. */
  readonly before: string | undefined;
}

/** A file that people have changed, and that the configuration now wants different. */
export interface Conflict {
  readonly kind: "conflict";
  readonly path: string;
  readonly reason: string;
}

/** Compares what the configuration gives with what is there. A file that is not as last generated is never overwritten. */
export function planRun(generated: readonly GeneratedFile[], folder: OutputFolder): Plan {
  const plans = generated.map((file) => planFile(file, folder));
  const attributes = writeIfDifferent(attributesFile.path, attributesFile.text, folder);
  return {
    files: plans.map(({ file }) => file),
    baselines: [...attributes, ...plans.flatMap(({ baseline }) => baseline)],
  };
}

function planFile(
  generated: GeneratedFile,
  folder: OutputFolder,
): { readonly file: FilePlan; readonly baseline: readonly Write[] } {
  const { path, text } = generated;
  const yours = folder.read(path);
  const base = folder.read(basePath(generated));
  const baseline = writeIfDifferent(basePath(generated), text, folder);
  if (yours === text || (yours !== undefined && base === text))
    return { file: { kind: "unchanged", path }, baseline };
  if (yours === undefined || yours === base)
    return { file: { kind: "write", path, text, before: yours }, baseline };
  const reason =
    base === undefined
      ? "it is not known how it was generated"
      : "it was edited by hand, and the configuration changes it too";
  return { file: { kind: "conflict", path, reason }, baseline: [] };
}

function writeIfDifferent(path: string, text: string, folder: OutputFolder): readonly Write[] {
  const before = folder.read(path);
  return before === text ? [] : [{ kind: "write", path, text, before }];
}
