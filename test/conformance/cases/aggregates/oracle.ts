/** Groups and aggregates of records in memory, with exact arithmetic. It shares no code with the product. */

export type Value = string | number | boolean | null;
export type Line = Record<string, unknown>;
export type Sale = Readonly<Record<string, Value | Readonly<Record<string, Value>>>>;

export interface Question {
  readonly groupBy: readonly string[];
  readonly aggregates: readonly string[];
  readonly orderBy: readonly string[];
  readonly having?: { readonly of: string; readonly operator: "gt" | "lte"; readonly value: string };
}

/** The facts about fields that the oracle needs. */
export interface Facts {
  /** The numeric fields, whose values may be texts, and the scale of each decimal field. */
  readonly numbers: readonly string[];
  readonly scales: Readonly<Record<string, number>>;
  /** The order of an enum's values. */
  readonly enums: Readonly<Record<string, readonly string[]>>;
}

/** The expected lines: for each group, the values by term. */
export function answerOf(records: readonly Sale[], question: Question, facts: Facts): readonly Line[] {
  const { groupBy, aggregates, orderBy, having } = question;
  const groups = new Map<string, Sale[]>();
  for (const record of records) {
    const key = JSON.stringify(groupBy.map((term) => groupValue(record, term)));
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  if (groupBy.length === 0) groups.set("[]", [...records]);
  const ordered = orderBy.map((text) => text.replace("~", ""));
  const terms = new Set([...aggregates, ...ordered.filter((term) => !groupBy.includes(term))]);
  if (having !== undefined) terms.add(having.of);
  const lines = [...groups].map(([key, members]) => {
    const values = JSON.parse(key) as readonly Value[];
    const line: Line = Object.fromEntries(groupBy.map((term, index) => [term, values[index]]));
    for (const term of terms) if (!groupBy.includes(term)) line[term] = aggregateOf(members, term, facts);
    return line;
  });
  const direction = orderBy.at(-1)?.startsWith("~") === true ? "~" : "";
  const order = [
    ...orderBy,
    ...groupBy.filter((term) => !ordered.includes(term)).map((term) => direction + term),
  ];
  return lines
    .filter((line) => having === undefined || holds(line[having.of] as Value, having))
    .sort((first, second) => compareLines(first, second, order, facts))
    .map((line) => nested(line, groupBy, aggregates));
}

function holds(value: Value, { operator, value: than }: NonNullable<Question["having"]>): boolean {
  if (value === null) return false;
  const difference = compareNumbers(String(value), than);
  return operator === "gt" ? difference > 0 : difference <= 0;
}

function nested(line: Line, groupBy: readonly string[], aggregates: readonly string[]): Line {
  const answer: Line = {};
  for (const term of groupBy) {
    const [first = "", ...rest] = term.includes("(") ? [term] : term.split(".");
    let into = answer;
    let name = first;
    for (const next of rest) {
      into = (into[name] ??= {}) as Line;
      name = next;
    }
    into[name] = line[term];
  }
  for (const term of aggregates) answer[term] = line[term];
  return answer;
}

const TERM = /^(\w+)\((?:distinct )?([\w.]*)\)$/;

function groupValue(record: Sale, term: string): Value {
  const [, part, path] = TERM.exec(term) ?? [];
  const value = valueAt(record, path ?? term);
  if (part === undefined || value === null) return value;
  const text = String(value);
  const pieces = { date: [0, 10], year: [0, 4], month: [5, 7], day: [8, 10], hour: [11, 13] } as const;
  const piece = text.slice(...pieces[part as keyof typeof pieces]);
  return part === "date" ? piece : Number(piece);
}

function valueAt(record: Sale, path: string): Value {
  let value: unknown = record;
  for (const name of path.split(".")) value = value === null ? null : (value as Sale)[name];
  return value as Value;
}

function aggregateOf(records: readonly Sale[], term: string, { numbers, scales }: Facts): Value {
  const [, name = "", path = ""] = TERM.exec(term) ?? [];
  if (term === "count()") return records.length;
  const values = records.map((record) => valueAt(record, path)).filter((value) => value !== null);
  if (name === "count") return new Set(values).size;
  if (values.length === 0) return null;
  const scale = scales[path] ?? 0;
  const total = values.reduce(
    (sum, value) => sum + (name === "sum" || name === "avg" ? toUnits(value, scale) : 0n),
    0n,
  );
  if (name === "sum") return path in scales ? toText(total, scale) : toNumber(total);
  if (name === "avg") return toText(divided(total * 10n ** 6n, BigInt(values.length)), scale + 6);
  const sorted = values.toSorted((first, second) => comparePlain(first, second, numbers.includes(path)));
  return (name === "min" ? sorted[0] : sorted.at(-1)) ?? null;
}

function divided(total: bigint, count: bigint): bigint {
  const [size, sign] = total < 0n ? [-total, -1n] : [total, 1n];
  return sign * ((2n * size + count) / (2n * count));
}

function toUnits(value: Value, scale: number): bigint {
  const [whole = "", fraction = ""] = String(value).split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

function toText(units: bigint, scale: number): string {
  const size = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const text = `${size.slice(0, size.length - scale)}.${size.slice(size.length - scale)}`;
  return (units < 0n ? "-" : "") + text.replace(/\.?0+$/, "");
}

function toNumber(units: bigint): number | string {
  return Number.isSafeInteger(Number(units)) ? Number(units) : String(units);
}

function compareLines(first: Line, second: Line, order: readonly string[], facts: Facts): number {
  for (const part of order) {
    const isDescending = part.startsWith("~");
    const term = isDescending ? part.slice(1) : part;
    const difference = compareValues(first[term] as Value, second[term] as Value, term, facts);
    if (difference !== 0) return isDescending ? -difference : difference;
  }
  return 0;
}

function compareValues(first: Value, second: Value, term: string, { numbers, enums }: Facts): number {
  if (first === null || second === null) return Number(first !== null) - Number(second !== null);
  const listed = enums[term];
  if (listed !== undefined) return listed.indexOf(String(first)) - listed.indexOf(String(second));
  const [, name, path = ""] = TERM.exec(term) ?? [];
  const isNumeric = name === "sum" || name === "avg" || numbers.includes(term) || numbers.includes(path);
  return comparePlain(first, second, isNumeric);
}

function comparePlain(first: Value, second: Value, isNumeric: boolean): number {
  if (isNumeric || typeof first === "number") return compareNumbers(String(first), String(second));
  if (typeof first === "boolean") return Number(first) - Number(second);
  return Buffer.compare(Buffer.from(String(first)), Buffer.from(String(second)));
}

function compareNumbers(first: string, second: string): number {
  const [a, b] = [toUnits(first, 20), toUnits(second, 20)];
  return a === b ? 0 : a < b ? -1 : 1;
}
