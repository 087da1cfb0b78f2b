import { article, order, RECORDS, UPSERTED, type NewArticle } from "./stock.js";

/** A request to a contestant. */
export interface ManyRequest {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
}

/** A write of many records to measure. */
export interface ManyOperation {
  readonly name: string;
  /**
   * How often it is asked before it is measured: until V8 has compiled what runs for each request, as in a server that
   * has run for a while. Default: 200.
   */
  readonly warmUps?: number;
  readonly status: number;
  /** What request number `n` needs to be there. */
  readonly needed?: (n: number) => readonly NewArticle[];
  /** @param ids The ids of what it needs. */
  readonly ask: (n: number, ids: readonly number[]) => ManyRequest;
  /** The answer, as far as it does not depend on ids. */
  readonly expected: unknown;
}

const PATH = "/api/data/article";
const HALF = UPSERTED / 2;

export const manyOperations: readonly ManyOperation[] = [
  {
    name: "create",
    status: 201,
    ask: (n) => ({ method: "POST", path: PATH, body: articles(`created-${n}`, RECORDS, n) }),
    expected: RECORDS,
  },
  {
    name: "upsert",
    warmUps: 30,
    status: 200,
    needed: (n) => articles(`half-${n}`, HALF, 1),
    ask: (n) => ({
      method: "PUT",
      path: `${PATH}?onConflict=sku`,
      body: articles(`half-${n}`, UPSERTED, 2),
    }),
    expected: { created: HALF, updated: HALF },
  },
  {
    name: "upsert-again",
    warmUps: 30,
    status: 200,
    needed: (n) => articles(`again-${n}`, UPSERTED, 1),
    ask: (n) => ({
      method: "PUT",
      path: `${PATH}?onConflict=sku`,
      body: articles(`again-${n}`, UPSERTED, 2),
    }),
    expected: { updated: UPSERTED },
  },
  {
    name: "update",
    status: 200,
    needed: (n) => articles(`changed-${n}`, RECORDS, 1),
    ask: (n, ids) => ({
      method: "PATCH",
      path: PATH,
      body: ids.map((id, index) => ({ id, title: `Article ${index}, for the ${n}th time`, stock: index })),
    }),
    expected: { count: RECORDS },
  },
  {
    name: "delete-where",
    status: 200,
    needed: (n) => articles(`gone-${n}`, RECORDS, 1, n),
    ask: (n) => ({ method: "DELETE", path: `${PATH}?where=delivery=${n}` }),
    expected: { count: RECORDS },
  },
  {
    name: "nested-order",
    warmUps: 2000,
    status: 201,
    ask: (n) => ({ method: "POST", path: "/api/data/order", body: order(n) }),
    expected: "id",
  },
];

function articles(name: string, count: number, stock: number, delivery = 0): readonly NewArticle[] {
  return Array.from({ length: count }, (_, index) => article(`${name}-${index}`, stock + index, delivery));
}

/** The part of an answer that all contestants must agree on. */
export function essence(answer: unknown): unknown {
  if (typeof answer === "number") return "id";
  if (!Array.isArray(answer)) return answer;
  const outcomes = (answer as readonly unknown[]).flatMap((each) =>
    typeof each === "object" && each !== null && "outcome" in each ? [String(each.outcome)] : [],
  );
  if (outcomes.length === 0) return answer.length;
  return Object.fromEntries(
    [...new Set(outcomes)].toSorted().map((name) => [name, outcomes.filter((each) => each === name).length]),
  );
}
