import { quoteValue, type FieldConfig } from "data-api";
import { canonical } from "./exact-json.js";
import { readPage, type Proof } from "./prove.js";
import { bareText } from "./prove-writes.js";
import { idOf, unsorted, type Column, type Row } from "./table.js";

/** How two values compare. A month and 30 days tie as durations, but are not equal. */
interface Compared {
  readonly isEqual: boolean;
  readonly isLess: boolean;
  readonly isTie: boolean;
}

type Compare = (a: Row, b: Row) => Compared | undefined;
type Operator = "=" | "<>" | "<" | "<=" | ">" | ">=";

const operators: readonly Operator[] = ["<>", "<", "<=", ">", ">="];
/** The types without comparisons. */
const untested: readonly FieldConfig["type"][] = ["json", "xml", "other"];
const MAX_VALUE = 1000;

/** Sorts by each column, and compares it with each of its values, and expects the results of SQL. */
export async function proveConditions(proof: Proof): Promise<void> {
  await Promise.all(proof.table.columns.map((column) => proveColumn(proof, column)));
}

async function proveColumn(proof: Proof, column: Column): Promise<void> {
  await proveNulls(proof, column);
  if (untested.includes(column.field.type)) return;
  const compare = await comparison(proof, column);
  await proveValues(proof, column, compare);
  if (!unsorted.includes(column.field.type)) await proveOrder(proof, column, compare);
}

/** Finds the rows with null, or all rows if there are none. */
async function proveNulls(proof: Proof, column: Column): Promise<void> {
  const nulls = proof.rows.filter(({ cells }) => cells.get(column) === null);
  if (nulls.length > 0) await expectRows(proof, column, "=null", nulls);
  else await expectRows(proof, column, "<>null", proof.rows);
}

async function proveValues(proof: Proof, column: Column, compare: Compare): Promise<void> {
  const seen = new Set<string>();
  for (const row of proof.rows) {
    const { json, isOdd } = row.expected.get(column) ?? { json: null, isOdd: true };
    const text = canonical(json);
    if (json === null || isOdd || seen.has(text) || bareText(json).length > MAX_VALUE) continue;
    seen.add(text);
    for (const operator of operatorsOf(column, seen.size)) {
      const right = proof.rows.filter((each) => {
        const found = compare(each, row);
        return found !== undefined && holds(operator, found);
      });
      await expectRows(proof, column, `${operator}${quoteValue(bareText(json))}`, right);
    }
  }
}

/** Equality for each value, and one more operator for every second value. */
function operatorsOf({ field }: Column, count: number): readonly Operator[] {
  if (count % 2 === 0) return ["="];
  return ["=", field.type === "list" ? "<>" : (operators[((count - 1) / 2) % operators.length] ?? "<>")];
}

function holds(operator: Operator, { isEqual, isLess, isTie }: Compared): boolean {
  switch (operator) {
    case "=":
      return isEqual;
    case "<>":
      return !isEqual;
    case "<":
      return isLess;
    case "<=":
      return isLess || isTie;
    case ">":
      return !isLess && !isTie;
    case ">=":
      return !isLess;
  }
}

async function expectRows(
  proof: Proof,
  { name, column }: Column,
  comparison: string,
  right: readonly Row[],
): Promise<void> {
  const { table, report } = proof;
  const path = `findbycondition/${table.order[0]?.name ?? ""}/0/1000/${encodeURIComponent(`${name}${comparison}`)}`;
  const items = await readPage(proof, path);
  if (items === undefined) return;
  const is = items.map((item) => idOf(table, (key) => item[key.name])).toSorted();
  const expected = right.map(({ id }) => id).toSorted();
  if (is.join() !== expected.join())
    report(column, `${comparison} finds ${is.join()}, not ${expected.join()}`);
}

async function proveOrder(proof: Proof, column: Column, compare: Compare): Promise<void> {
  const { table, rows, report } = proof;
  const byKey = await keyOrder(proof);
  const byColumn = nullsFirst(column, compare);
  const ascending = rows.toSorted((a, b) => byColumn(a, b) || byKey(a, b));
  for (const [sign, right] of [
    ["", ascending],
    ["~", ascending.toReversed()],
  ] as const) {
    const items = await readPage(proof, `findall/${sign}${column.name}/0/1000`);
    const is = items?.map((item) => idOf(table, (key) => item[key.name])).join();
    const expected = right.map(({ id }) => id).join();
    if (is !== undefined && is !== expected)
      report(column.name, `the order ${sign}${column.name} is ${is}, not ${expected}`);
  }
}

const keyOrders = new WeakMap<Proof, Promise<(a: Row, b: Row) => number>>();

/** The order of the keys in SQL, which is queried once. */
function keyOrder(proof: Proof): Promise<(a: Row, b: Row) => number> {
  const known = keyOrders.get(proof) ?? findKeyOrder(proof);
  keyOrders.set(proof, known);
  return known;
}

async function findKeyOrder(proof: Proof): Promise<(a: Row, b: Row) => number> {
  const { order } = proof.table;
  const compares = await Promise.all(order.map((column) => comparison(proof, column)));
  const orders = order.map((key, index) => nullsFirst(key, compares[index] as Compare));
  return (a, b) => orders.map((order) => order(a, b)).find((order) => order !== 0) ?? 0;
}

function nullsFirst(column: Column, compare: Compare): (a: Row, b: Row) => number {
  const isNull = (row: Row) => row.cells.get(column) === null;
  return (a, b) => {
    if (isNull(a) || isNull(b)) return Number(isNull(b)) - Number(isNull(a));
    const found = compare(a, b);
    return found === undefined || found.isTie ? 0 : found.isLess ? -1 : 1;
  };
}

/** Queries the database for the comparison of each pair of rows. */
async function comparison({ table, raw, dialect }: Proof, column: Column): Promise<Compare> {
  const { quote, text, flag } = dialect;
  const [a, b] = ["a", "b"].map((name) => dialect.compared(`${name}.${quote(column.column)}`, column.field));
  if (a === undefined || b === undefined) return byValue(column);
  const keysOf = (name: string) => table.keys.map((key) => text(`${name}.${quote(key.column)}`, key.field));
  const isEqual = dialect.equal?.(a, b, column.field);
  const less = dialect.less?.(a, b, column.field) ?? `${a} < ${b}`;
  const isLess = unsorted.includes(column.field.type) ? "1 = 0" : less;
  const found = await raw.rows(
    `select ${[...keysOf("a"), ...keysOf("b"), flag(isEqual ?? `${a} = ${b}`), flag(isLess), flag(`${a} = ${b}`)].join(", ")} from ${table.place} a cross join ${table.place} b`,
  );
  const size = table.keys.length;
  const byKeys = new Map(
    found.map((values) => [
      JSON.stringify(values.slice(0, 2 * size)),
      {
        isEqual: isOne(values[2 * size]),
        isLess: isOne(values[2 * size + 1]),
        isTie: isOne(values[2 * size + 2]),
        isNull: values[2 * size] === null,
      },
    ]),
  );
  const cellsOf = (row: Row) => table.keys.map((key) => row.cells.get(key) ?? null);
  return (first, second) => {
    const pair = byKeys.get(JSON.stringify([...cellsOf(first), ...cellsOf(second)]));
    return pair === undefined || pair.isNull ? undefined : pair;
  };
}

function isOne(cell: string | null | undefined): boolean {
  return cell?.endsWith("1") === true;
}

/** Compares the values of answers, for columns whose stored texts do not show the order. */
function byValue(column: Column): Compare {
  const textOf = (row: Row) => canonical(row.expected.get(column)?.json).replace(/Z?"$/, "");
  return (a, b) => {
    if (a.cells.get(column) === null || b.cells.get(column) === null) return undefined;
    const isEqual = textOf(a) === textOf(b);
    return { isEqual, isLess: textOf(a) < textOf(b), isTie: isEqual };
  };
}
