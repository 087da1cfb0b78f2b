import type { Chance } from "./chance.js";
import type { Node, Value } from "./conditions.js";
import type { List, Order, Plan, Selected } from "./plan.js";
import { numbers, texts } from "./random-schema.js";
import { pathsOf, type Column, type Path, type Schema, type Table } from "./schema.js";

/** What random conditions, orders and selections may contain. */
export interface Makings {
  readonly schema: Schema;
  /** The largest number of nested relations. */
  readonly depth: number;
  /** Whether texts must be able to express it. */
  readonly isText: boolean;
  /** Whether it may name this member. */
  readonly knows: (table: Table, member: string, isSelected: boolean) => boolean;
  readonly follows: (table: Table, path: Path, isSelected: boolean) => boolean;
}

export function randomPlan(chance: Chance, makings: Makings, table: Table): Plan {
  return {
    ...randomList(chance, { ...makings, depth: 3 }, table),
    take: chance.pick([undefined, 0, 1, 2, 3, 5, 100]),
  };
}

function randomList(chance: Chance, makings: Makings, table: Table): List {
  const isSelecting = !chance.oneIn(4);
  const select = isSelecting ? randomSelect(chance, makings, table) : [];
  const orderBy = chance.oneIn(2) ? randomOrder(chance, makings, table) : [];
  const depth = Math.min(makings.depth, 2);
  return {
    ...(select.length > 0 && { select }),
    ...(chance.oneIn(2) && { where: randomCondition(chance, { ...makings, depth }, table) }),
    ...(orderBy.length > 0 && { orderBy }),
    ...(chance.oneIn(3) && { take: chance.pick([0, 1, 2, 3]) }),
    ...(chance.oneIn(6) && { skip: chance.pick([0, 1, 2]) }),
  };
}

function randomSelect(chance: Chance, makings: Makings, table: Table): readonly Selected[] {
  const { schema, depth, knows, follows } = makings;
  const names = [...table.fields, ...table.links].map(({ name }) => name);
  const hasAll = chance.oneIn(3);
  const fields = hasAll
    ? [{ kind: "all" } as const]
    : chance
        .some(names.filter((name) => knows(table, name, true)))
        .map((name) => ({ kind: "field", name }) as const);
  const paths = depth === 0 ? [] : pathsOf(schema, table).filter((path) => follows(table, path, true));
  const relations = chance.some(paths, 3).map((path): Selected => {
    const list = randomList(chance, { ...makings, depth: depth - 1 }, path.target);
    const { select } = list;
    const { name, isList } = path;
    return { kind: "relation", name, isList, list: isList ? list : { ...(select && { select }) } };
  });
  const counts = chance
    .some(
      paths.filter((path) => path.isList && follows(table, path, false)),
      4,
    )
    .map(({ name }): Selected => ({ kind: "count", name }));
  return [...fields, ...relations, ...counts];
}

function randomOrder(chance: Chance, makings: Makings, table: Table): readonly Order[] {
  const orders = chance.times(1 + chance.below(3), (): Order | undefined => {
    const path = randomPath(chance, makings, table, 2);
    return path && { path, isDescending: chance.oneIn(2) };
  });
  return orders.flatMap((order, index) => {
    const isFirst = orders.findIndex((other) => other?.path.join(".") === order?.path.join(".")) === index;
    return order !== undefined && isFirst ? [order] : [];
  });
}

/** A field of a record, or of a related record. */
function randomPath(
  chance: Chance,
  makings: Makings,
  table: Table,
  steps: number,
): readonly string[] | undefined {
  const { schema, knows, follows } = makings;
  const paths = pathsOf(schema, table).filter((path) => !path.isList && follows(table, path, false));
  if (steps > 0 && paths.length > 0 && chance.oneIn(2)) {
    const path = chance.pick(paths);
    const rest = randomPath(chance, makings, path.target, steps - 1);
    return rest && [path.name, ...rest];
  }
  const fields = table.fields.filter(({ name }) => knows(table, name, false));
  return fields.length === 0 ? undefined : [chance.pick(fields).name];
}

export function randomCondition(chance: Chance, makings: Makings, table: Table): Node {
  return randomNode(chance, makings, table, 3);
}

function randomNode(chance: Chance, makings: Makings, table: Table, size: number): Node {
  const smaller = () => randomNode(chance, makings, table, size - 1);
  if (size > 0 && chance.oneIn(3))
    return { kind: chance.pick(["and", "or"] as const), parts: chance.times(2, smaller) };
  if (size > 0 && chance.oneIn(5)) return { kind: "not", part: smaller() };
  const { schema, depth, follows } = makings;
  const paths = pathsOf(schema, table).filter((path) => follows(table, path, false));
  if (depth > 0 && paths.length > 0 && chance.oneIn(2))
    return randomRelated(chance, { ...makings, depth: depth - 1 }, chance.pick(paths), size);
  return randomComparison(chance, makings, table);
}

function randomRelated(
  chance: Chance,
  makings: Makings,
  { name: relation, isList, target }: Path,
  size: number,
): Node {
  if (isList && chance.oneIn(4)) {
    const operator = chance.pick(["eq", "ne", "gt", "gte", "lt", "lte"] as const);
    return { kind: "count", relation, operator, value: chance.below(4) };
  }
  if (chance.oneIn(5)) return { kind: "null", relation, isNegated: chance.oneIn(2) };
  const quantifiers = makings.isText ? (["some", "none"] as const) : (["some", "none", "every"] as const);
  const part = randomNode(chance, makings, target, size - 1);
  return { kind: isList ? chance.pick(quantifiers) : "some", relation, isList, part };
}

function randomComparison(chance: Chance, makings: Makings, table: Table): Node {
  const known = table.fields.filter(({ name }) => makings.knows(table, name, false));
  const field = known.length === 0 ? ({ name: "id", type: "int" } as const) : chance.pick<Column>(known);
  const { name, type } = field;
  const valueOf = (): Value => {
    if (type === "boolean") return chance.oneIn(2);
    return type === "int" ? chance.pick(numbers) : chance.pick(texts);
  };
  if (type !== "boolean" && chance.oneIn(4)) {
    const values = chance.times(chance.below(4), () => (chance.oneIn(5) ? null : valueOf()));
    return { kind: "in", field: name, values, isNegated: chance.oneIn(2) };
  }
  const compare = (
    operator: Operator,
    value: Extract<Node, { kind: "compare" }>["value"],
    ignoresCase = false,
  ): Node => ({
    kind: "compare",
    field: name,
    operator,
    value,
    ignoresCase,
  });
  if (chance.oneIn(6)) return compare(chance.pick(["eq", "ne"] as const), null);
  const equalities = ["eq", "ne"] as const;
  const orders = ["gt", "gte", "lt", "lte"] as const;
  if (type === "boolean") return compare(chance.pick(equalities), valueOf());
  if (type === "int") return compare(chance.pick([...equalities, ...orders]), valueOf());
  if (chance.oneIn(4) || name === "ownerid")
    return compare(chance.pick(equalities), { claim: name === "ownerid" ? "id" : "team" });
  if (chance.oneIn(4)) return compare(chance.pick(orders), valueOf());
  const searches = ["contains", "startsWith", "endsWith"] as const;
  return chance.oneIn(2)
    ? compare(chance.pick([...searches, "notContains"] as const), valueOf())
    : compare(chance.pick([...equalities, ...searches]), valueOf(), true);
}

type Operator = Extract<Node, { kind: "compare" }>["operator"];
