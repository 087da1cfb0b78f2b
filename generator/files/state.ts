import { z } from "zod";
import type { Policy } from "../../runtime/model/model.js";
import { nameMistake } from "../../runtime/model/names.js";
import { DATA_FOLDER } from "../artifacts.js";
import type { OutputFolder } from "./output-folder.js";

/**
 * What was recorded about an entity's files. It makes runs fast and lets files be moved. If it is missing, or
 * two branches were merged into it, a run works from the files and their baselines.
 */
export interface EntityState {
  /** The entity of this state. A copy under another file name is ignored. */
  readonly entity: string | undefined;
  readonly files: Readonly<Record<string, FileState>>;
  /** The names of its fields and lists, so that a rename is applied only once. */
  readonly fields: readonly string[];
  /** The permissions, so that changes can be reported. */
  readonly policy: Policy | undefined;
  /** Edited files that were kept when their entity was removed. They are no longer generated. */
  readonly detached: readonly string[];
  /** The hashes of all generated texts in the state. After a merge of two branches, a file may have two. */
  readonly hashes: ReadonlySet<string>;
}

export interface FileState {
  readonly path: string;
  /** The hash of the input that the file was rendered from, and the hash of the text. */
  readonly rendered: string;
  readonly generated: string;
}

export const emptyState: EntityState = {
  entity: undefined,
  files: {},
  fields: [],
  policy: undefined,
  detached: [],
  hashes: new Set(),
};

const names = z.array(z.string());
const rule = z.object({
  role: z.string(),
  fields: z.object({ include: names.optional(), exclude: names.optional() }).optional(),
  where: z.string().optional(),
});
const permissions = z.array(z.union([z.string(), rule]));
/** Only source files inside the output folder: a manipulated state must not lead anywhere else. */
const path = z.string().regex(/^(?!\/)(?!.*(^|\/)\.)[^\\:]+\.[mc]?tsx?$/);
const stateShape = z.object({
  entity: z.string().optional(),
  detached: z.array(path).default([]),
  fields: names.default([]),
  files: z.record(z.string(), z.object({ path, rendered: z.string(), generated: z.string() })).default({}),
  policy: z
    .object({ read: permissions, create: permissions, update: permissions, delete: permissions })
    .optional(),
});

/** The path of a state. The state that belongs to all entities has a name that no entity can have. */
export function statePath(entity: string | undefined): string {
  return `${DATA_FOLDER}/state/${entity ?? "_index"}.json`;
}

/** The state of an entity. `undefined` if there is none, or if the file is a copy of another entity's state. */
export function loadState(entity: string | undefined, folder: OutputFolder): EntityState | undefined {
  const state = readState(entity, folder);
  return state !== undefined && isOwnState(entity, state) ? state : undefined;
}

/**
 * The states of all entities by name, sorted by code units. The strays are copies of a state under another entity's
 * name.
 */
export function loadStates(folder: OutputFolder) {
  const states = new Map<string, EntityState>();
  const strays: { readonly name: string; readonly path: string; readonly hint: string }[] = [];
  for (const name of listStates(folder)) {
    const state = readState(name, folder) ?? emptyState;
    const path = statePath(name);
    const hint = `${path} is a copy of the state of "${state.entity ?? ""}", so it is ignored and removed`;
    if (isOwnState(name, state)) states.set(name, state);
    else strays.push({ name, path, hint });
  }
  return { states, strays };
}

/** Compares without case, because on a case-insensitive file system a file keeps the case of its first name. */
function isOwnState(name: string | undefined, { entity }: EntityState): boolean {
  return entity === undefined || entity.toLowerCase() === name?.toLowerCase();
}

/** The content of a state file, even if it belongs to another entity. */
function readState(entity: string | undefined, folder: OutputFolder): EntityState | undefined {
  const text = folder.readRecord(statePath(entity));
  if (text === undefined) return undefined;
  const hashes = new Set(Array.from(text.matchAll(/"generated": "([\w-]+)"/g), ([, hash = ""]) => hash));
  try {
    const { entity: owner, policy, ...state } = stateShape.parse(JSON.parse(text));
    // The policy type is checked above; Zod only adds `undefined` to its optional members.
    return { ...state, entity: owner, policy: policy as Policy | undefined, hashes };
  } catch {
    return { ...emptyState, hashes };
  }
}

/** Whether a file has more than one generated text, as after a merge of two branches. */
export function isMuddled({ files, hashes }: EntityState): boolean {
  const known = new Set(Object.values(files).map(({ generated }) => generated));
  return [...hashes].some((hash) => !known.has(hash));
}

/** The entities that have a state, sorted by code units. */
export function listStates(folder: OutputFolder): readonly string[] {
  return folder
    .list(`${DATA_FOLDER}/state`)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .filter((name) => nameMistake(name) === undefined);
}

/** Sorts keys and puts each hash on its own line, so that git can merge states. */
export function formatState(state: EntityState): string {
  const { detached, entity, fields, files, policy } = state;
  const content = {
    entity,
    ...(detached.length > 0 && { detached }),
    ...(fields.length > 0 && { fields }),
    files,
    policy,
  };
  return `${JSON.stringify(sorted(content), null, 2)}\n`;
}

function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}
