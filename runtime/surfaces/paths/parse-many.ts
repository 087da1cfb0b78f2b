import type { Request } from "express";
import type { z } from "zod";
import type { Grant } from "../../access/authorize.js";
import type { Condition } from "../../condition/nodes.js";
import { ApiError } from "../../errors/api-error.js";
import { parseInput } from "../../http/parse-body.js";
import { parsePrefer, preferredMaximum, type Preference } from "../../http/parse-prefer.js";
import { parseEach, readRecords } from "../../http/parse-records.js";
import { parseTags } from "../../http/parse-tags.js";
import { requestIdOf } from "../../http/request-id.js";
import type { Entity } from "../../model/model.js";
import { checkTerms } from "../../repository/parse-where-value.js";
import { keyRecord } from "../../repository/parse-id.js";
import type { ManyChanges } from "../../write/many-changes.js";
import type { Precondition } from "../../write/precondition.js";
import type { ManyOptions } from "../../write/write-options.js";
import { parseConditions } from "../query/parse-read.js";
import { parseParameters } from "../query/parse-parameters.js";

/** The member of a record with the version that it was read with, as `If-Match` has it for one record. */
const TAG = "@etag";

/**
 * Parses the headers of a request that changes or deletes several records.
 * @throws {ApiError} `invalid-header`
 */
export function parseManyOptions(
  req: Request,
  grant: Pick<Grant, "mayRead">,
  entity: Entity,
): ManyOptions & Preference {
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
  const parse = (given: object) => parseInput(given, schema, entity, { isNew: false, isStrict }, grant);
  if (Array.isArray(body)) {
    if (condition !== undefined)
      throw new ApiError("invalid-query", 'Leave out "where": each record of the array has its id.');
    return parseEach(body, entity, async (item) => {
      const { id, tag, changes } = split(item, entity);
      const precondition = preconditionOf(tag, req, entity);
      return { id: id as never, changes: await parse(changes), precondition };
    });
  }
  if (condition === undefined) throw conditionMissing();
  checkAnyVersion(req, entity);
  refuseTag(body);
  return { condition, changes: await parse(body) };
}

/**
 * Parses the condition of a request that deletes records.
 * @throws {ApiError} `invalid-query` without one.
 */
export function parseMeant(req: Request, entity: Entity): { readonly condition: Condition } {
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
  return name.toLowerCase() === TAG;
}

/** @throws {ApiError} if a version is given where it would be ignored. */
export function refuseTag(item: object): void {
  if (Object.keys(item).some(isTag))
    throw new ApiError("invalid-body", `"${TAG}" is for the changes of a record in an array.`);
}

function conditionMissing(): ApiError {
  return new ApiError("invalid-query", 'Say by "where" which records are meant.');
}

/** The id of a record of an array, its version, and what is left. Names are matched case-insensitively. */
function split(item: object, entity: Entity) {
  const names = new Map(entity.keys.map(({ name }) => [name.toLowerCase(), name]));
  const key = new Map<string, unknown>();
  const changes: [string, unknown][] = [];
  let tag: unknown;
  for (const [name, value] of Object.entries(item)) {
    const keyName = names.get(name.toLowerCase());
    if (keyName !== undefined && key.has(keyName))
      throw new ApiError("invalid-body", `"${keyName}" is given more than once.`);
    else if (keyName !== undefined) key.set(keyName, value);
    else if (isTag(name)) tag = value;
    else changes.push([name, value]);
  }
  const values = entity.keys.map(({ name }) => key.get(name));
  const id = values.length === 1 ? values[0] : keyRecord(entity, values);
  return { id, tag, changes: Object.fromEntries(changes) };
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
  const message = `Say which versions are meant: by "${TAG}" in each record of an array, or by "If-Match: *" for any.`;
  throw new ApiError("precondition-required", message);
}
