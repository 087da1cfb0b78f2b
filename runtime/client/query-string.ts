import type { AggregateOptions } from "../read/aggregate-options.js";

/** The query string of an aggregate. Conditions are sent as JSON, because `every` and empty groups have no text. */
export function aggregateQuery(options: AggregateOptions): string {
  const { groupBy = [], count, sum, avg, min, max, countDistinct, orderBy, countGroups, ...others } = options;
  const calls = Object.entries({ sum, avg, min, max, "count(distinct": countDistinct }).flatMap(
    ([name, fields = []]) =>
      fields.map((field) => (name.includes("(") ? `${name} ${field})` : `${name}(${field})`)),
  );
  return queryOf({
    select: [...groupBy, ...(count === true ? ["count()"] : []), ...calls].join(),
    orderBy: orderBy?.join(),
    count: countGroups,
    ...others,
  });
}

/** Encodes parameters and leaves out those that are `undefined`. Objects are sent as JSON. */
export function queryOf(parameters: object): string {
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === "object" ? JSON.stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text)}`;
    })
    .join("&");
}
