import type { Request } from "express";
import { ApiError, type InputIssue } from "../../errors/api-error.js";
import type { Awaitable } from "../../time/when-there.js";
import type { Entity } from "../../model/model.js";
import { invalidFields } from "../../write/input/check-input.js";
import { inRecord } from "../../write/input/in-record.js";
import { mostRecords, tooManyRecords } from "../../write/many/too-many-records.js";
import { isPlainObject } from "../../model/values/plain-object.js";
import { readJsonBody } from "../../http/bodies/read-body.js";

/**
 * Reads a body that is a JSON object or an array.
 * @throws {ApiError} 413, 415, `malformed-json` or `invalid-body`.
 */
export async function readRecords(req: Request, { limits }: Entity): Promise<object | unknown[]> {
  const body = await readJsonBody(req, limits);
  if (Array.isArray(body) || isPlainObject(body)) return body;
  throw new ApiError("invalid-body", "The body must be a JSON object, or an array of them.");
}

/** Parses the records of an array. @throws {ApiError} `too-many-records`, or the mistakes of all records. */
export async function parseEach<T>(
  items: readonly unknown[],
  entity: Entity,
  parse: (item: object) => Awaitable<T>,
): Promise<T[]> {
  checkSize(items, entity);
  const records: T[] = [];
  const issues: InputIssue[] = [];
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    try {
      if (!isPlainObject(item)) throw new ApiError("invalid-body", "Each record must be a JSON object.");
      const parsed = parse(item);
      records.push(parsed instanceof Promise ? await parsed : parsed);
    } catch (error) {
      const placed = inRecord(error, index);
      if (!(placed instanceof ApiError) || placed.code !== "invalid-fields") throw placed;
      issues.push(...placed.issues);
    }
  }
  if (issues.length > 0) throw invalidFields(issues);
  return records;
}

function checkSize(items: readonly unknown[], entity: Entity): void {
  if (entity.users !== undefined) throw new ApiError("invalid-body", "Users are written one at a time.");
  const { maxAffected } = entity.limits;
  if (items.length > maxAffected) throw tooManyRecords(maxAffected);
  const max = mostRecords(entity, items.filter(isPlainObject), maxAffected);
  if (items.length > max) throw tooManyRecords(max);
}
