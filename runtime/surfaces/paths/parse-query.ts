import type { Grant } from "../../access/authorize.js";
import { ApiError, type InputIssue } from "../../errors/api-error.js";
import type { Entity } from "../../model/model.js";
import { resolveQuery, type Query } from "../../read/query.js";
import { usableFields } from "../../access/granted-rights.js";

/** The unparsed query parameters of a path. */
export interface QueryParams {
  readonly orderBy: string;
  readonly skip: string | number;
  readonly take: string | number;
  readonly condition?: string;
}

/** The parameters of a path that finds records. */
export interface FindParams extends Record<string, string | undefined> {
  readonly access: string;
  readonly orderBy: string;
  readonly skip: string;
  readonly take: string;
  readonly condition?: string;
}

/**
 * @param grant Limits the query to the fields that the caller may use. Default: all fields.
 * @throws {ApiError} `invalid-order`, `invalid-page` or `invalid-condition`.
 */
export function parseQuery(
  { orderBy, skip, take, condition }: QueryParams,
  entity: Entity,
  grant?: Grant,
): Query {
  const { limits } = entity;
  const issues = [...checkCount("skip", skip, limits.maxSkip), ...checkCount("take", take, limits.maxTake)];
  if (issues.length > 0)
    throw new ApiError("invalid-page", issues.map(({ message }) => message).join(" "), { issues });
  const options = { where: condition, orderBy, skip: Number(skip), take: Number(take) };
  return resolveQuery(options, entity, usableFields(entity, grant), limits);
}

function checkCount(path: string, value: string | number, max: number): readonly InputIssue[] {
  if (/^\d{1,16}$/.test(String(value)) && Number(value) <= max) return [];
  const isNumber = /^\d+$/.test(String(value));
  const message = isNumber
    ? `"${path}" must be at most ${max}.`
    : `"${path}" must be a whole number from 0 on.`;
  return [{ path, code: isNumber ? "out-of-range" : "wrong-type", message }];
}
