import type { StreamEvent } from "./change-stream.js";

export type AnyRecord = Readonly<Record<string, unknown>>;

/** The first records in an order. */
export interface LivePage {
  readonly items: readonly AnyRecord[];
  /** Whether records follow that are not in the page. */
  readonly hasMore: boolean;
}

/**
 * The page after a change. The same one if the change is outside of it.
 * @returns `undefined` if only the database can tell: it knows the order of texts, and what follows a page.
 */
export function changedPage(
  page: LivePage,
  { type, data }: StreamEvent,
  orderBy: readonly string[],
  take: number,
): LivePage | undefined {
  const { items, hasMore } = page;
  if (type !== "create" && type !== "update" && type !== "delete") return type === "reset" ? undefined : page;
  const key = Object.entries(data["key"] as AnyRecord);
  // Without their keys, records cannot be found.
  if (items.some((item) => key.some(([name]) => !(name in item)))) return undefined;
  const place = items.findIndex((item) => key.every(([name, value]) => item[name] === value));
  const others = items.filter((_, index) => index !== place);
  if (type === "delete") {
    if (place < 0) return page;
    return hasMore ? undefined : { items: others, hasMore };
  }
  const record = data["record"] as AnyRecord;
  const before = items[place];
  if (before !== undefined && orderBy.every((term) => isSame(before, record, pathIn(term))))
    return { items: items.map((item) => (item === before ? record : item)), hasMore };
  const order = [...orderBy, ...key.map(([name]) => name)];
  const places = others.map((other) => compare(record, other, order));
  if (places.includes(undefined)) return undefined;
  const index = places.findIndex((sign) => (sign ?? 0) < 0);
  if (index < 0 && hasMore) return before === undefined ? page : undefined;
  const end = index < 0 ? others.length : index;
  const changed = [...others.slice(0, end), record, ...others.slice(end)];
  return { items: changed.slice(0, take), hasMore: hasMore || changed.length > take };
}

/**
 * Below 0 if the first record comes first.
 * @returns `undefined` if that depends on the database. Numbers, truth values and times have one order everywhere.
 */
function compare(one: AnyRecord, other: AnyRecord, order: readonly string[]): number | undefined {
  for (const term of order) {
    const values = [one, other].map((record) => valueAt(record, pathIn(term)));
    if (!areComparable(values)) return undefined;
    const [a, b] = values;
    if (a !== b) return a < b === !term.startsWith("~") ? -1 : 1;
  }
  return undefined;
}

const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/;

function areComparable(values: readonly unknown[]): values is [number, number] {
  const [a, b] = values;
  if (typeof a === "string" && typeof b === "string")
    return a.length === b.length && TIME.test(a) && TIME.test(b);
  return typeof a === typeof b && (typeof a === "number" || typeof a === "boolean");
}

/** Whether both records have the same value there. Values that are not selected may differ. */
function isSame(one: AnyRecord, other: AnyRecord, path: string): boolean {
  const value = valueAt(one, path);
  return value !== undefined && value === valueAt(other, path);
}

function pathIn(term: string): string {
  return term.replace(/^~/, "");
}

function valueAt(record: AnyRecord, path: string): unknown {
  return path
    .split(".")
    .reduce((value: unknown, name) => (value as AnyRecord | null | undefined)?.[name], record);
}
