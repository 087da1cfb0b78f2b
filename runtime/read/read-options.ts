import { parseOrderValue } from "./parse-order.js";
import { parseWhereValue } from "./parse-where-value.js";
import type { ReadRequest } from "./read-request.js";
import { parseSelectValue } from "./select-object.js";
import type { ReadOptions } from "./select-types.js";

/** The options without the types of an entity. */
type AnyOptions = { readonly [N in keyof ReadOptions<never, unknown>]?: unknown } & {
  readonly take?: number | undefined;
  readonly skip?: number | undefined;
  readonly after?: string | undefined;
  readonly count?: boolean | undefined;
};

/**
 * Parses the options of server code. Conditions have no maximum length.
 * @throws {ApiError} `invalid-select`, `invalid-condition` or `invalid-order`.
 */
export function requestOf(options: AnyOptions, { maxTake }: { readonly maxTake: number }): ReadRequest {
  const { select, where, orderBy, take = maxTake, skip, after, count } = options;
  return {
    select: parseSelectValue(select),
    where: where === undefined ? undefined : parseWhereValue(where, undefined, "where"),
    orderBy: orderBy === undefined ? undefined : parseOrderValue(orderBy, { path: "orderBy" }),
    take,
    skip,
    after,
    isCounted: count,
  };
}
