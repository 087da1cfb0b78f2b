import type { Request } from "express";
import type { z } from "zod";
import type { Grant } from "../../access/authorize.js";
import type { Condition } from "../../condition/nodes.js";
import { ApiError } from "../../errors/api-error.js";
import { inputParser } from "../../write/input/parse-input.js";
import type { Awaitable } from "../../time/when-there.js";
import { parsePrefer, preferredMaximum, type Preference } from "../../http/headers/parse-prefer.js";
import { parseEach, readRecords } from "./parse-each.js";
import { parseTags } from "../../http/headers/parse-tags.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { hasKeys } from "../../model/has-keys.js";
import type { Entity } from "../../model/model.js";
import { checkTerms } from "../../read/parse-where-value.js";
import type { ChangedRecord, ManyChanges } from "../../write/many/many-changes.js";
import type { Precondition } from "../../model/precondition.js";
import type { AnyFields } from "../../write/write.js";
import type { CountOptions } from "../../write/write-options.js";
import { parseConditions } from "../query/parse-read.js";
import { parseParameters } from "../../http/parse-parameters.js";

/** The member with the expected version of a record, like `If-Match` for a single record. */
const TAG = "@etag";

/** Parses the headers of a request that changes or deletes several records. @throws {ApiError} `invalid-header` */
export function parseManyOptions(
  req: Request,
  grant: Pick<Grant, "mayRead">,
  entity: Entity,
): CountOptions & Preference {
  const match = req.headers["if-match"];
  if (match !== undefined && match.trim() !== "*") {
    const message = `"If-Match" can only be "*" for several records: send "${TAG}" with each record.`;
    throw new ApiError("invalid-header", message);
  }
  if (req.headers["if-none-match"] !== undefined)
    throw new ApiError("invalid-header", '"If-None-Match" is for one record.');
  const { returning, isStrict } = parsePrefer(req, grant, entity);
  return {
    returning,
    isStrict,
    isCounted: returning !== "record",
    requestId: requestIdOf(req),
    maxAffected: Math.min(entity.limits.maxAffected, preferredMaximum(req) ?? Infinity),
  };
}

/**
 * Parses a request that changes several records: `[{ id, …changes }]`, or changes with `where`.
 * @returns Ids of any type: the write checks them.
 * @throws {ApiError} With every mistake of the records, not only the first.
 */
export async function parseManyChanges<S extends z.ZodType<object>>(
  req: Request,
  schema: S,
  entity: Entity,
  { isStrict }: Pick<Preference, "isStrict">,
  grant?: Grant,
): Promise<ManyChanges<z.output<S>, never>> {
  const condition = conditionOf(req, entity);
  const body = await readRecords(req, entity);
  if (Array.isArray(body)) {
    if (condition !== undefined)
      throw new ApiError("invalid-query", 'Leave out "where": each record of the array has its id.');
    const names = new Map(entity.keys.map(({ name }) => [name.toLowerCase(), name]));
    const taken = new Set([...names.keys(), TAG]);
    const parse = inputParser(schema, entity, { isNew: false, isStrict, taken }, grant);
    const identityOf = identityReader(names);
    return parseEach(body, entity, (item): Awaitable<ChangedRecord<z.output<S>, never>> => {
      const { id, tag } = identityOf(item);
      const precondition = preconditionOf(tag, req, entity);
      const parsed = parse(item);
      // Without a closure for each record of many.
      return parsed instanceof Promise
        ? parsed.then((changes) => ({ id: id as never, changes, precondition }))
        : { id: id as never, changes: parsed, precondition };
    });
  }
  if (condition === undefined) throw conditionMissing();
  checkAnyVersion(req, entity);
  refuseTag(body);
  const changes = await inputParser(schema, entity, { isNew: false, isStrict }, grant)(body);
  return { condition, changes };
}

/** Parses the condition of a request that deletes records. @throws {ApiError} `invalid-query` without one. */
export function parseDeleteCondition(req: Request, entity: Entity): { readonly condition: Condition } {
  const condition = conditionOf(req, entity);
  if (condition === undefined) throw conditionMissing();
  checkAnyVersion(req, entity);
  return { condition };
}

function conditionOf(req: Request, { limits }: Entity): Condition | undefined {
  const where = parseConditions(parseParameters(req.url, ["where"], ["where"]).where, limits, "where");
  checkTerms({ where }, limits);
  return where;
}

function isTag(name: string): boolean {
  return name.length === TAG.length && name.toLowerCase() === TAG;
}

/** @throws {ApiError} if a version is given that would be ignored. */
export function refuseTag(item: object): void {
  for (const name in item)
    if (isTag(name))
      throw new ApiError("invalid-body", `"${TAG}" is only allowed for a record in an array of changes.`);
}

function conditionMissing(): ApiError {
  return new ApiError("invalid-query", 'Give a condition in "where".');
}

/** The id of a record of an array, and its version. */
interface Identity {
  readonly id: unknown;
  readonly tag: unknown;
}

/** Returns a function that reads the identity of a record. @param names The names of the key, by their lower-case form. */
function identityReader(names: ReadonlyMap<string, string>): (item: object) => Identity {
  let keys: readonly string[] = [];
  let only: string | undefined;
  return (item) => {
    // Most records have the keys of the one before.
    if (only !== undefined && hasKeys(item, keys)) return { id: (item as AnyFields)[only], tag: undefined };
    keys = Object.keys(item);
    const own = keys.filter((key) => names.has(key.toLowerCase()) || isTag(key));
    only = names.size === 1 && own.length === 1 && !isTag(own[0] ?? "") ? own[0] : undefined;
    return identityOf(item, names);
  };
}

/** Names are matched case-insensitively. */
function identityOf(item: object, names: ReadonlyMap<string, string>): Identity {
  const key: Record<string, unknown> | undefined = names.size === 1 ? undefined : {};
  let given: string | undefined;
  let id: unknown = key;
  let tag: unknown;
  for (const member in item) {
    const value = (item as Record<string, unknown>)[member];
    // Most names are in lower case already.
    const name = names.get(member) ?? names.get(member.toLowerCase());
    if (name !== undefined && (key === undefined ? given !== undefined : Object.hasOwn(key, name)))
      throw new ApiError("invalid-body", `"${name}" is given more than once.`);
    else if (name !== undefined) {
      given = name;
      if (key === undefined) id = value;
      else key[name] = value;
    } else if (isTag(member)) tag = value;
  }
  return { id, tag };
}

function preconditionOf(tag: unknown, req: Request, entity: Entity): Precondition | undefined {
  if (tag === undefined) {
    checkAnyVersion(req, entity);
    return undefined;
  }
  if (typeof tag !== "string") throw new ApiError("invalid-body", `"${TAG}" must be text.`);
  return { match: parseTags(TAG, tag), noneMatch: undefined };
}

/** @throws {ApiError} `precondition-required` if the entity requires a version and the request has none. */
function checkAnyVersion({ headers }: Request, { requiresPrecondition }: Entity): void {
  if (!requiresPrecondition || headers["if-match"] !== undefined) return;
  const message = `Give the versions: as "${TAG}" in each record of an array, or send "If-Match: *" for any.`;
  throw new ApiError("precondition-required", message);
}
