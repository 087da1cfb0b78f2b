import type { Chance } from "../reads/random/chance.js";

/** A record of the model. */
export interface Stored {
  readonly id: number;
  readonly sku: string;
  readonly code: string | null;
  readonly amount: number | null;
}

export type Given = Partial<Omit<Stored, "id">> & { readonly id?: number };

/** A write of several records. */
export interface ManyWrite {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly query: string;
  readonly body?: readonly Given[] | Given;
  readonly ignoresDuplicates?: boolean;
  /** Whether the condition of the query selects a record. */
  readonly meant?: (record: Stored) => boolean;
}

/** The expected answer. `either`: success or conflict, by the order in which the database writes. */
export type Outcome =
  | { readonly kind: "refused"; readonly statuses: readonly number[] }
  | { readonly kind: "done" | "either"; readonly records: readonly Stored[]; readonly answer: unknown };

/** The caller may write only records below this amount. `undefined` allows all. */
export interface Rule {
  readonly below: number | undefined;
}

/** The status for callers who may not and cannot log in. */
const DENIED = 403;

const codes = ["a", "b", "c", "d", "e"];
const skus = Array.from({ length: 14 }, (_, index) => `s${index}`);

export function randomWrite(chance: Chance, records: readonly Stored[]): ManyWrite {
  const body = Array.from({ length: 1 + chance.below(8) }, () => randomGiven(chance, true));
  switch (chance.below(5)) {
    case 0:
      return { method: "POST", query: "", body };
    case 1:
      return { method: "PUT", query: "?onConflict=sku", body, ignoresDuplicates: chance.below(4) === 0 };
    case 2:
      return { method: "PATCH", query: "", body: randomChanges(chance, records) };
    case 3: {
      const { meant, query } = randomCondition(chance);
      return { method: "PATCH", query, meant, body: { amount: chance.below(60) } };
    }
    default: {
      const { meant, query } = randomCondition(chance);
      return { method: "DELETE", query, meant };
    }
  }
}

function randomChanges(chance: Chance, records: readonly Stored[]): readonly Given[] {
  const some = records.filter(() => chance.below(3) > 0);
  const ids = some.map(({ id }) => id);
  if (chance.below(8) === 0) ids.push(1_000_000);
  if (chance.below(12) === 0 && ids[0] !== undefined) ids.push(ids[0]);
  return ids.map((id) => {
    const { code, amount } = randomGiven(chance, false);
    return { id, amount: amount ?? chance.below(60), ...(code !== undefined && { code }) };
  });
}

function randomGiven(chance: Chance, isNew: boolean): Given {
  const code = chance.below(6) === 0 ? codes[chance.below(codes.length)] : undefined;
  return {
    ...(isNew && { sku: skus[chance.below(skus.length)] ?? "" }),
    ...(code !== undefined && { code }),
    ...(chance.below(4) > 0 && { amount: chance.below(12) === 0 ? null : chance.below(52) }),
  };
}

function randomCondition(chance: Chance) {
  const limit = chance.below(50);
  return chance.below(2) === 0
    ? { query: `?where=amount<${limit}`, meant: ({ amount }: Stored) => amount !== null && amount < limit }
    : { query: `?where=amount=null`, meant: ({ amount }: Stored) => amount === null };
}

/** The outcome that the documentation promises. New records have the id 0: the database generates the real one. */
export function outcomeOf(write: ManyWrite, before: readonly Stored[], rule: Rule): Outcome {
  const { method, body, meant, ignoresDuplicates = false } = write;
  const list = Array.isArray(body) ? (body as readonly Given[]) : [];
  if (meant !== undefined) {
    const those = before.filter(meant);
    const changes = method === "DELETE" ? undefined : (body as Given);
    return finish(
      before,
      those.map((record) => ({ record, after: changes && { ...record, ...changes } })),
      { count: those.length },
      rule,
    );
  }
  const steps: Step[] = [];
  const outcomes: unknown[] = [];
  const seen = new Set<unknown>();
  for (const given of list) {
    if (method === "POST") {
      steps.push({ after: created(given) });
      continue;
    }
    const name = method === "PUT" ? given.sku : given.id;
    if (seen.has(name)) return { kind: "refused", statuses: [400] };
    seen.add(name);
  }
  if (method === "POST") return finish(before, steps, list.length, rule);
  for (const given of list) {
    const record = before.find(({ id, sku }) => (method === "PUT" ? sku === given.sku : id === given.id));
    const { sku, ...changes } = given;
    if (record === undefined && method === "PATCH") return { kind: "refused", statuses: [404, DENIED] };
    if (record === undefined) {
      steps.push({ after: created({ sku: sku ?? "", ...changes }) });
      outcomes.push("created");
    } else if (ignoresDuplicates || Object.keys(changes).length === 0) outcomes.push("unchanged");
    else {
      steps.push({ record, after: { ...record, ...changes } });
      outcomes.push("updated");
    }
  }
  return finish(before, steps, method === "PUT" ? outcomes : { count: list.length }, rule);
}

interface Step {
  readonly record?: Stored;
  /** `undefined` for a delete. */
  readonly after?: Stored | undefined;
}

function created(given: Given): Stored {
  return { code: null, amount: null, sku: "", ...given, id: 0 };
}

function finish(
  before: readonly Stored[],
  steps: readonly Step[],
  answer: unknown,
  { below }: Rule,
): Outcome {
  const mayBe = ({ amount }: Stored) => below === undefined || (amount !== null && amount < below);
  const isAllowed = steps.every(
    ({ record, after }) => (record === undefined || mayBe(record)) && (after === undefined || mayBe(after)),
  );
  // Updates run before creates, one by one.
  const inOrder = steps.toSorted((a, b) => Number(a.record === undefined) - Number(b.record === undefined));
  let records = before;
  let isUniqueInOrder = true;
  for (const { record, after } of inOrder) {
    records = [...records.filter((each) => each !== record), ...(after === undefined ? [] : [after])];
    isUniqueInOrder &&= isUnique(records);
  }
  if (!isUnique(records)) return { kind: "refused", statuses: isAllowed ? [409] : [409, DENIED] };
  if (!isAllowed) return { kind: "refused", statuses: isUniqueInOrder ? [DENIED] : [409, DENIED] };
  return { kind: isUniqueInOrder ? "done" : "either", records, answer };
}

function isUnique(records: readonly Stored[]): boolean {
  const given = records.flatMap(({ code, sku }) => [
    `sku ${sku}`,
    ...(code === null ? [] : [`code ${code}`]),
  ]);
  return new Set(given).size === given.length;
}
