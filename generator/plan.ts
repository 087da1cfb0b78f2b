import type { FormatOptions } from "./format.js";
import type { Permission } from "../runtime/model/model.js";
import type { ConflictSide } from "./merge/resolve-markers.js";
import type { FileId } from "./outputs.js";
import type { RenamedLine } from "./renaming/rename-file.js";

/** How people want a run to be done. */
export interface PlanOptions {
  readonly onConflict: "markers" | "yours" | "generated" | "fail";
  /** Paths whose conflicts are settled otherwise than the others. */
  readonly settle: ReadonlyMap<string, ConflictSide>;
  /** Only this entity, and what belongs to all. */
  readonly only: string | undefined;
  /** Take files as they are whose baseline is not there. */
  readonly adopt: boolean;
  /** Paths whose edits are given up. */
  readonly force: ReadonlySet<string>;
  /** Units whose deletion is undone, by path; none stands for the file itself. */
  readonly restore: ReadonlyMap<string, ReadonlySet<string>>;
  /** How the project formats its code. */
  readonly format: FormatOptions;
  readonly onProgress?: (done: number, all: number) => void;
}

/** What a run will do; nothing has been written yet. */
export interface Plan {
  readonly files: readonly FilePlan[];
  /** Changed permissions, before and after. */
  readonly roleChanges: readonly RoleChange[];
  /** What people should know that is not of one file. */
  readonly hints: readonly string[];
  /** What else is written or removed in the folder of the baselines. */
  readonly records: readonly Change[];
}

export interface FilePlan extends FileId {
  readonly path: string;
  readonly action: "none" | "create" | "update" | "delete" | "conflict" | "detach";
  /** What is there now, and what will be; undefined for no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly conflicts: readonly PlannedConflict[];
  readonly warnings: readonly string[];
  /** Lines of people's own code that got a new name, or may mean it. */
  readonly renamed?: readonly RenamedLine[];
  /** Written before the file: what a conflict is about must be known when its markers are there. */
  readonly first: readonly Change[];
  /** Written after it: a run that is cut off before finds the same again. */
  readonly last: readonly Change[];
}

export interface PlannedConflict {
  readonly line: number | undefined;
  readonly unit: string | undefined;
  readonly reason: string;
}

/** A text to write, or a file to remove. */
export interface Change {
  readonly path: string;
  readonly text: string | undefined;
  /** What takes the place of a file that is removed: the same file, where the case of letters does not count. */
  readonly successor?: string;
}

export interface RoleChange {
  readonly entity: string;
  readonly operation: string;
  /** Undefined if it is not known any more. */
  readonly before: readonly Permission[] | undefined;
  readonly after: readonly Permission[];
}
