import { z } from "zod";
import type { Policy } from "../runtime/model/model.js";
import { nameMistake } from "../runtime/model/names.js";
import { DATA_FOLDER } from "./baseline.js";
import type { OutputFolder } from "./output-folder.js";

/**
 * What is known of an entity's files. It makes runs fast and lets files move; without it, or with one that two branches
 * have muddled, a run finds out again from the files and their baselines.
 */
export interface EntityState {
  /** Whose it is. A copy under another name says nothing of that name's files. */
  readonly entity: string | undefined;
  readonly files: Readonly<Record<string, FileState>>;
  /** The names of its fields and lists, so that a rename is done once. */
  readonly fields: readonly string[];
  /** The permissions, so that a change can be told. */
  readonly policy: Policy | undefined;
  /** Files that people had changed when their entity left the configuration: theirs now. */
  readonly detached: readonly string[];
  /** Of every text that it names as generated; after a merge of two branches there may be two for one file. */
  readonly hashes: ReadonlySet<string>;
}

export interface FileState {
  readonly path: string;
  /** Of the text before and after it was formatted. */
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
/** Whatever a state says, nothing but code in the output folder is looked at: no path out of it, and no baselines. */
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

/** The state of what belongs to all entities has a name that no entity can have. */
export function statePath(entity: string | undefined): string {
  return `${DATA_FOLDER}/state/${entity ?? "_index"}.json`;
}

/** What is known of an entity, or undefined if there is nothing or what is there is another entity's. */
export function loadState(entity: string | undefined, folder: OutputFolder): EntityState | undefined {
  const state = readState(entity, folder);
  return state !== undefined && isOwnState({ name: entity, state }) ? state : undefined;
}

export interface States {
  readonly states: ReadonlyMap<string, EntityState>;
  /** Copies under a name that is not the entity's. */
  readonly strays: readonly { readonly name: string; readonly path: string; readonly hint: string }[];
}

/** What is known of all entities, by their names, sorted by code units. */
export function loadStates(folder: OutputFolder): States {
  const all = listStates(folder).map((name) => ({ name, state: readState(name, folder) ?? emptyState }));
  return {
    states: new Map(all.filter(isOwnState).map(({ name, state }) => [name, state])),
    strays: all
      .filter((each) => !isOwnState(each))
      .map(({ name, state }) => ({
        name,
        path: statePath(name),
        hint: `${statePath(name)} is a copy of what is known of "${state.entity ?? ""}", so it counts for nothing and goes`,
      })),
  };
}

/** On some disks a file keeps the letters of the name that it was first given. */
function isOwnState({
  name,
  state,
}: {
  readonly name: string | undefined;
  readonly state: EntityState;
}): boolean {
  return state.entity === undefined || state.entity.toLowerCase() === name?.toLowerCase();
}

/** What the file says, whoever's it is. */
function readState(entity: string | undefined, folder: OutputFolder): EntityState | undefined {
  const text = folder.readRecord(statePath(entity));
  if (text === undefined) return undefined;
  const hashes = new Set(Array.from(text.matchAll(/"generated": "([\w-]+)"/g), ([, hash = ""]) => hash));
  try {
    const { entity: owner, policy, ...state } = stateShape.parse(JSON.parse(text));
    // What JSON leaves out is not there.
    return { ...state, entity: owner, policy: policy as Policy | undefined, hashes };
  } catch {
    return { ...emptyState, hashes };
  }
}

/** Whether it names more than one generated text for a file, as two branches have left it. */
export function isMuddled({ files, hashes }: EntityState): boolean {
  const known = new Set(Object.values(files).map(({ generated }) => generated));
  return [...hashes].some((hash) => !known.has(hash));
}

/** The entities that have a state, sorted by their names' code units. */
export function listStates(folder: OutputFolder): readonly string[] {
  return folder
    .list(`${DATA_FOLDER}/state`)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .filter((name) => nameMistake(name) === undefined);
}

/** Every hash on a line of its own, keys sorted: what git merges best. */
export function formatState(state: EntityState): string {
  const sorted = (_key: string, value: unknown): unknown =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const { detached, entity, fields, files, policy } = state;
  const content = {
    entity,
    ...(detached.length > 0 && { detached }),
    ...(fields.length > 0 && { fields }),
    files,
    policy,
  };
  return `${JSON.stringify(content, sorted, 2)}\n`;
}
