import type { Request } from "express";
import type { z } from "zod";
import type { Grant } from "../../access/authorize.js";
import { ApiError } from "../../errors/api-error.js";
import { inputParser, settableNames } from "../../write/input/parse-input.js";
import { whenThere, type Awaitable } from "../../time/when-there.js";
import { resolutionOf, type Preference } from "../../http/headers/parse-prefer.js";
import { parseEach, readRecords } from "./parse-each.js";
import { conflictTargets } from "../../model/conflict-targets.js";
import { hasKeys } from "../../model/has-keys.js";
import type { Entity } from "../../model/model.js";
import { writableLists } from "../../model/fields.js";
import { parseAlike } from "../../model/schemas/parse-alike.js";
import { invalidFields } from "../../write/input/check-input.js";
import { refusedLists } from "../../write/nested/nested-list.js";
import { UPSERT } from "../../write/many/run-upsert.js";
import type { AnyFields } from "../../write/write.js";
import type { ConflictOptions, ManyOptions } from "../../write/write-options.js";
import { parseParameters } from "../../http/parse-parameters.js";
import { parseManyOptions, refuseTag } from "./parse-many.js";

/** The record to create, or the changes if it exists. */
interface UpsertRecord<N, C> {
  readonly create: N;
  readonly update: C;
}

/** The records of a request, and whether its body is an array. */
export interface Upserts<N, C> {
  readonly records: readonly UpsertRecord<N, C>[];
  readonly isList: boolean;
}

/**
 * Parses the query string and the headers of a request that creates or changes records.
 * @throws {ApiError} `invalid-query` or `invalid-header`
 */
export function parseUpsertOptions(
  req: Request,
  grant: Pick<Grant, "mayRead">,
  entity: Entity,
): ManyOptions & Preference & ConflictOptions {
  const names = parseParameters(req.url, ["onConflict"]).onConflict?.[0]?.split(",");
  const { requiresPrecondition, keys } = entity;
  if (requiresPrecondition && req.headers["if-match"] === undefined)
    throw new ApiError("precondition-required", 'Send "If-Match: *", which accepts any version.');
  return {
    ...parseManyOptions(req, grant, entity),
    onConflict: names?.map((name) => fieldNamed(name.trim(), entity)) ?? keys.map(({ name }) => name),
    ignoresDuplicates: resolutionOf(req) === "ignore-duplicates",
  };
}

/** The name of the field in its own spelling. Unknown names are kept: the write rejects them. */
function fieldNamed(name: string, entity: Entity): string {
  const fields = conflictTargets(entity).flat();
  return fields.find((field) => field.name.toLowerCase() === name.toLowerCase())?.name ?? name;
}

/**
 * Reads a body with one record or an array of records, as new records and as changes.
 * @throws {ApiError} With every mistake, not only the first.
 */
export async function parseUpserts<N extends z.ZodType<object>, C extends z.ZodType<object>>(
  req: Request,
  schemas: { readonly newRecord: N; readonly changes: C },
  entity: Entity,
  { isStrict, onConflict = [] }: Pick<Preference, "isStrict"> & Pick<ConflictOptions, "onConflict">,
  grants: { readonly create: Grant; readonly update: Grant },
): Promise<Upserts<z.output<N>, z.output<C>>> {
  const body = await readRecords(req, entity);
  const parseNew = inputParser(schemas.newRecord, entity, { isNew: true, isStrict }, grants.create);
  // A member that only creates may set is not a mistake.
  const parseChanges = inputParser(schemas.changes, entity, { isNew: false, isStrict: false }, grants.update);
  const follow = followingChanges(schemas, entity, grants, onConflict);
  const changesOf = (item: object, create: z.output<N>): Awaitable<z.output<C>> =>
    follow === undefined ? parseChanges(item) : follow(item, create);
  const later = (item: object, created: Awaitable<z.output<N>>) =>
    whenThere(created, (create) => whenThere(changesOf(item, create), (update) => ({ create, update })));
  const hasLists = writableLists(entity).length > 0;
  const parse = (item: object): Awaitable<UpsertRecord<z.output<N>, z.output<C>>> => {
    refuseTag(item);
    const refused = hasLists ? refusedLists(entity, [item], UPSERT) : [];
    if (refused.length > 0) throw invalidFields(refused);
    const created = parseNew(item);
    // Without a closure for each of many records.
    return follow === undefined || created instanceof Promise
      ? later(item, created)
      : { create: created, update: follow(item, created) };
  };
  if (Array.isArray(body)) return { records: await parseEach(body, entity, parse), isList: true };
  return { records: [await parse(body)], isList: false };
}

/**
 * Returns a function that takes the changes from the parsed new record, because parsing the same values twice would
 * take twice the time. `undefined` if changes are parsed differently, or if changes may set members that creates may
 * not.
 */
function followingChanges<C extends z.ZodType<object>>(
  { newRecord, changes }: { readonly newRecord: z.ZodType<object>; readonly changes: C },
  entity: Entity,
  grants: { readonly create: Grant; readonly update: Grant },
  onConflict: readonly string[],
): ((item: object, created: object) => z.output<C>) | undefined {
  const names = settableNames(changes, entity, grants.update);
  const created = settableNames(newRecord, entity, grants.create);
  const isSame = parseAlike(changes, newRecord) && [...names.keys()].every((name) => created.has(name));
  if (!isSame) return undefined;
  // Changes do not include the members that identify the record.
  const members = [...names]
    .map(([lowerCase, name]) => ({ lowerCase, name }))
    .filter(({ name }) => !onConflict.includes(name));
  const isOwn = (key: string) => names.get(key.toLowerCase()) === key || onConflict.includes(key);
  let own: readonly string[] | undefined;
  return (item, record) => {
    // A copy of each record of many takes time and memory. The write leaves out what identifies the record.
    if (item === record && (own === undefined || !hasKeys(record, own))) {
      const keys = Object.keys(record);
      own = keys.every(isOwn) ? keys : undefined;
    }
    if (item === record && own !== undefined) return record as z.output<C>;
    const taken: Record<string, unknown> = {};
    // In the schema's order, so that all records that change the same members are in one statement.
    for (const { lowerCase, name } of members)
      if (isGiven(item as AnyFields, name, lowerCase)) taken[name] = (record as AnyFields)[name];
    return taken as z.output<C>;
  };
}

function isGiven(item: AnyFields, name: string, lowerCase: string): boolean {
  if (Object.hasOwn(item, name)) return item[name] !== undefined;
  return Object.keys(item).some((key) => key.toLowerCase() === lowerCase && item[key] !== undefined);
}
