import {
  basePath,
  formatPending,
  hashOf,
  pendingPath,
  plainHashOf,
  readBase,
  type Pending,
} from "../files/baseline.js";
import type { Location } from "../files/locate-files.js";
import type { Output } from "../outputs.js";
import type { Entity } from "../../runtime/model/model.js";
import type { FileId, Tree } from "../artifacts.js";
import { CommandError } from "../command-error.js";
import { hashOfRendered, type Rendered } from "../render.js";
import type { OnConflict } from "../merge/index.js";
import type { Change, FilePlan, PlannedConflict, Run } from "./plan.js";
import { noRenames, type Renames } from "./entity-renames.js";
import type { EntityState, FileState } from "../files/state.js";

export interface FileInput extends Pick<Run, "folder" | "options"> {
  /** Its path is where the file will be. */
  readonly output: Output;
  /** Where the file is now. */
  readonly location: Location;
  /** `undefined` for a file that belongs to all entities. */
  readonly entity: Entity | undefined;
  /** What was recorded about the files of the entity. */
  readonly state: EntityState | undefined;
  /** The former name of the entity, if it has just been renamed. */
  readonly former: string | undefined;
  readonly renames: Renames;
  readonly tree: Tree;
}

/** The input of a file that belongs to no entity. */
export const ofNoEntity = { entity: undefined, former: undefined, renames: noRenames } as const;

export interface PlannedFile {
  readonly file: FilePlan;
  /** The state of the file after the run. */
  readonly state: FileState | undefined;
  /** Whether the file stays unchanged until the developer corrects something. */
  readonly isLeftAlone: boolean;
  /** The new generated text, if it was rendered. */
  readonly next?: string;
}

/** A merge with conflicts. */
export interface Markers {
  readonly text: string;
  readonly next: string;
  readonly conflicts: readonly PlannedConflict[];
  readonly warnings: readonly string[];
  readonly renames: Renames;
}

/** The declaration to restore does not exist in any version of the file. */
export class MistakenUnit extends CommandError {}

export function untouched(
  { entity, artifact, path }: FileId & { readonly path: string },
  found: string | undefined,
): FilePlan {
  return {
    entity,
    artifact,
    path,
    action: "none",
    before: found,
    after: found,
    conflicts: [],
    warnings: [],
    first: [],
    last: [],
  };
}

/** What is known about a file, and its possible outcomes, each with the records that it changes. */
export class FileOutcomes {
  readonly input: FileInput;
  /** What was recorded about the file. */
  readonly known: FileState | undefined;
  /** The id of the file before its entity was renamed. */
  readonly former: FileId;
  /** A hash of everything that the file and its format depend on, which is cheaper than rendering. */
  readonly renderedHash: string;
  readonly how: OnConflict;

  constructor(input: FileInput, rendered: Rendered = input.output) {
    const { output, former, state, options } = input;
    const { settle, onConflict, format } = options;
    this.input = input;
    this.known = state?.files[output.artifact];
    this.former = { entity: former ?? output.entity, artifact: output.artifact };
    this.renderedHash = hashOfRendered(rendered, format);
    this.how = settle.get(output.path) ?? (onConflict === "fail" ? "markers" : onConflict);
  }

  /** The file stays as it is, with nothing to report. */
  unchanged(found: string): PlannedFile {
    return { file: untouched(this.input.output, found), state: this.known, isLeftAlone: false };
  }

  /** The file stays as it is until the developer settles the conflict. */
  conflict(found: string | undefined, reason: string, line?: number): PlannedFile {
    const conflicts = [{ line, unit: undefined, reason }];
    const file: FilePlan = { ...untouched(this.input.output, found), action: "conflict", conflicts };
    return { file, state: this.known, isLeftAlone: true };
  }

  /** The file still has conflict markers of an earlier run, or of an interrupted run of this same plan. */
  unresolved(
    found: string,
    { lines, wayOut }: { readonly lines: readonly number[]; readonly wayOut: string },
    pending: Pending | undefined,
    next: string,
  ): PlannedFile {
    const reason = "conflict markers are still there";
    const conflicts = lines.map((line, index) => ({
      line,
      unit: undefined,
      reason: index === 0 ? `${reason}: ${wayOut}` : reason,
    }));
    const isDone = pending?.generated === next;
    const file: FilePlan = {
      ...untouched(this.input.output, found),
      action: "conflict",
      conflicts,
      last: isDone ? this.#leftovers() : [],
    };
    return { file, state: isDone ? this.#movedState : this.known, isLeftAlone: !isDone };
  }

  /** The file stays deleted. */
  deleted(next: string, warnings: readonly string[]): PlannedFile {
    return this.#recorded({ ...untouched(this.input.output, undefined), warnings }, next);
  }

  /** The file is written with its baseline, and records of settled conflicts are removed. */
  write(
    found: string | undefined,
    after: string,
    next: string,
    warnings: readonly string[] = [],
  ): PlannedFile {
    if (this.#isInTheWay(found, after)) return this.#blocked(found);
    const isMoved = this.#movedFrom !== undefined;
    const action = found === undefined ? "create" : found === after && !isMoved ? "none" : "update";
    return this.#recorded({ ...untouched(this.input.output, found), action, after, warnings }, next);
  }

  /**
   * The merged file is written, and before it a record for the next run if this one is killed: with the former baseline,
   * an edit beside a line that the merge took away would look like a change of that line.
   */
  writeMerged(found: string, text: string, next: string, warnings: readonly string[]): PlannedFile {
    const { folder, output } = this.input;
    const planned = this.write(found, text, next, warnings);
    const isSafe = text === found || text === next || planned.isLeftAlone;
    if (isSafe || folder.exists(pendingPath(output))) return planned;
    const hashes = { before: plainHashOf(found), after: plainHashOf(text) };
    const pending = formatPending(output, { ...hashes, generated: next });
    const { file } = planned;
    const last = [...file.last, { path: pending.path, text: undefined }];
    return { ...planned, file: { ...file, first: [pending], last } };
  }

  /** The conflict is written into the file. The baseline stays, except for renamed names. */
  writeMarkers(found: string, base: string, merged: Markers): PlannedFile {
    const { output, former } = this.input;
    const { text, next, conflicts, warnings, renames } = merged;
    if (this.#isInTheWay(found, text)) return this.#blocked(found);
    const pending = formatPending(output, {
      before: plainHashOf(found),
      generated: next,
      ...(renames.size > 0 && { renames: Object.fromEntries(renames) }),
    });
    const file: FilePlan = {
      ...untouched(output, found),
      action: "conflict",
      after: text,
      conflicts,
      warnings,
      first:
        renames.size > 0 || former !== undefined
          ? [pending, { path: basePath(output), text: base }]
          : [pending],
      last: this.#leftovers(),
    };
    return { file, state: this.#movedState, isLeftAlone: false, next };
  }

  #recorded(file: FilePlan, next: string): PlannedFile {
    const { folder, output } = this.input;
    const base = basePath(output);
    const last: Change[] = readBase(output, folder) === next ? [] : [{ path: base, text: next }];
    last.push(...this.#leftovers());
    if (folder.exists(pendingPath(output))) last.push({ path: pendingPath(output), text: undefined });
    const state = { path: output.path, rendered: this.renderedHash, generated: hashOf(next) };
    return { file: { ...file, last }, state, isLeftAlone: false, next };
  }

  get #movedFrom(): string | undefined {
    const { location, output } = this.input;
    return location.kind === "here" && location.path !== output.path ? location.path : undefined;
  }

  get #movedState(): FileState | undefined {
    return this.known && { ...this.known, path: this.input.output.path };
  }

  /** Removals of the records and the file under their former name. */
  #leftovers(): Change[] {
    const { folder, output, former } = this.input;
    const last: Change[] = [];
    const from = this.#movedFrom;
    if (from !== undefined) last.push({ path: from, text: undefined, successor: output.path });
    if (former === undefined) return last;
    for (const pathOf of [basePath, pendingPath]) {
      const path = pathOf(this.former);
      if (folder.exists(path)) last.push({ path, text: undefined, successor: pathOf(output) });
    }
    return last;
  }

  /** Whether the file would overwrite another file that is not part of this run. */
  #isInTheWay(found: string | undefined, after: string): boolean {
    const { folder, output, location } = this.input;
    if (found !== undefined && this.#movedFrom === undefined) return false;
    if (location.kind === "here" && folder.isSame(location.path, output.path)) return false;
    const there = folder.read(output.path);
    return there !== undefined && there !== after;
  }

  #blocked(found: string | undefined): PlannedFile {
    const { path } = this.input.output;
    return this.conflict(found, `it moves to "${path}", where there is another file: move that file away`);
  }
}
