import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { everybody, field } from "../conformance/fields.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { Chance } from "../reads/random/chance.js";
import { outcomeOf, randomWrite, type Stored } from "./many-model.js";
import { SEED } from "./settings.js";

/** The number of writes for each entity. */
const WRITES = 120;

const fields = {
  sku: field("string", { isRequired: true, isUnique: true, isEditable: false }),
  code: field("string", { isUnique: true }),
  amount: field("int"),
};
const systemFields = { ownerid: false };
const below = { role: "guest", where: "amount<45" };

/** The same fields without and with hooks and rules, which each use another code path for many writes. */
const entities = {
  plain: { fields, permissions: everybody, systemFields },
  hooked: { fields, permissions: everybody, systemFields, hooks: { afterUpdate: () => undefined } },
  ruled: {
    fields,
    systemFields,
    permissions: { read: ["guest"], create: [below], update: [below], delete: [below] },
  },
};

await describeDialects("random writes of many records", (dialect) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer("dynamic", dialect, { entities });
  });
  afterAll(() => server.stop());

  it.each(["plain", "hooked", "ruled"])(
    "random writes of many records are applied completely or not at all, as documented: %s",
    async (entity) => {
      onTestFailed(() => {
        process.stderr.write(`To see it again: FUZZ_SEED=${SEED}\n`);
      });
      const chance = new Chance(SEED);
      const rule = { below: entity === "ruled" ? 45 : undefined };
      const path = `/api/data/${entity}`;
      let records: readonly Stored[] = [];
      const kinds = new Set<string>();
      for (let turn = 0; turn < WRITES; turn++) {
        const write = randomWrite(chance, records);
        const expected = outcomeOf(write, records, rule);
        const headers = write.ignoresDuplicates === true ? { Prefer: "resolution=ignore-duplicates" } : {};
        const reply = await server.request(write.method, `${path}${write.query}`, {
          headers,
          ...(write.body !== undefined && { body: write.body }),
        });
        const stored = await storedIn(server, path);
        const said = `write ${turn}: ${JSON.stringify(write)}: ${reply.text}`;
        const isDone = reply.status < 300;
        if (expected.kind === "refused" || (expected.kind === "either" && !isDone)) {
          expect(expected.kind === "refused" ? expected.statuses : [409], said).toContain(reply.status);
          expect(stored, said).toEqual(records);
        } else {
          expect(isDone, said).toBe(true);
          expect(essence(reply.json), said).toEqual(expected.answer);
          expect(withoutNewIds(stored, records), said).toEqual(withoutNewIds(expected.records, records));
        }
        kinds.add(`${write.method} ${Math.floor(reply.status / 100)}`);
        records = stored;
      }
      // Fewer kinds of outcome would prove little.
      expect(kinds.size).toBeGreaterThan(5);
    },
    30_000,
  );
});

async function storedIn(server: TestServer, path: string): Promise<readonly Stored[]> {
  const reply = await server.request("GET", `${path}?select=id,sku,code,amount&orderBy=sku&take=100`);
  return (reply.json as { readonly items: readonly Stored[] }).items;
}

/** Replaces the ids of new records, which the model cannot predict, by 0. */
function withoutNewIds(stored: readonly Stored[], before: readonly Stored[]): readonly Stored[] {
  const known = new Set(before.map(({ id }) => id));
  const records = stored.map((record) => ({ ...record, id: known.has(record.id) ? record.id : 0 }));
  return records.toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
}

/** The part of an answer that the model predicts. */
function essence(answer: unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  const list = answer as readonly (number | { readonly outcome: string })[];
  return list.every((each) => typeof each === "object") ? list.map(({ outcome }) => outcome) : list.length;
}
