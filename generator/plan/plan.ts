import type { FormatOptions } from "../files/format.js";
import type { FileLocator } from "../files/locate-files.js";
import type { OutputFolder } from "../files/output-folder.js";
import type { Model, Permission } from "../../runtime/model/model.js";
import type { ConflictSide } from "../merge/index.js";
import type { FileId } from "../artifacts.js";
import type { RenamedLine } from "../renaming/rename-file.js";

/** The options of a run. */
export interface PlanOptions {
  readonly onConflict: "markers" | "yours" | "generated" | "fail";
  /** Paths whose conflicts are resolved differently from `onConflict`. */
  readonly settle: ReadonlyMap<string, ConflictSide>;
  /** Plan only this entity and the files that belong to all entities. */
  readonly only: string | undefined;
  /** Accept files without a baseline as they are. */
  readonly adopt: boolean;
  /** Paths whose edits by hand are discarded. */
  readonly force: ReadonlySet<string>;
  /** The units to restore, by path. An empty set restores the file itself. */
  readonly restore: ReadonlyMap<string, ReadonlySet<string>>;
  /** The project's Prettier options. */
  readonly format: FormatOptions;
  readonly onProgress?: (done: number, all: number) => void;
}

/** What everything in a run starts from. */
export interface Run {
  readonly model: Model;
  readonly folder: OutputFolder;
  readonly locator: FileLocator;
  readonly options: PlanOptions;
}

/** The plan of a run. Nothing has been written yet. */
export interface Plan {
  readonly files: readonly FilePlan[];
  /** The changed permissions, before and after. */
  readonly roleChanges: readonly RoleChange[];
  /** Hints that do not belong to one file. */
  readonly hints: readonly string[];
  /** Other files to write or remove in the folder of the baselines. */
  readonly records: readonly Change[];
}

export interface FilePlan extends FileId {
  readonly path: string;
  readonly action: "none" | "create" | "update" | "delete" | "conflict" | "detach";
  /** The text now and after the run; `undefined` for no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly conflicts: readonly PlannedConflict[];
  readonly warnings: readonly string[];
  /** Lines of edits by hand that were renamed, or that may use the former name. */
  readonly renamed?: readonly RenamedLine[];
  /** Written before the file: the record of a merge must exist when its result does. */
  readonly first: readonly Change[];
  /** Written after the file, so that a run that is interrupted and repeated plans the same. */
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
  /** The file that replaces a removed one. On a case-insensitive file system, both may be the same file. */
  readonly successor?: string;
}

export interface RoleChange {
  readonly entity: string;
  readonly operation: string;
  /** `undefined` if unknown. */
  readonly before: readonly Permission[] | undefined;
  readonly after: readonly Permission[];
}
