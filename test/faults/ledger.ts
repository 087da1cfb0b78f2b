import { expect } from "vitest";
import { expectProblem } from "../conformance/expectations.js";
import type { Reply } from "../conformance/http-client.js";
import type { Served } from "./served.js";

type Send = Served["send"];
type Random = () => number;

/** The reply if the server ends before it answers. */
export const NO_REPLY: Reply = { status: 0, headers: {}, bytes: Buffer.alloc(0), text: "", json: undefined };

/** A record as known by the only client that writes it. */
interface Known {
  readonly id: number;
  readonly title: string;
  /** The possible amounts: the last acknowledged one, and later ones with an unknown outcome. */
  amounts: (number | null)[];
  /** The number of changes that certainly happened, and the greatest possible number. */
  changes: { certain: number; possible: number };
  isThere: "yes" | "no" | "maybe";
}

/** The outcomes of writes that clients were told. */
export interface Ledger {
  readonly records: Known[];
  /** The titles of creates with an unknown outcome. */
  readonly unknown: string[];
  /** The titles of creates that, according to the server, were not done. */
  readonly refused: string[];
}

/** Repeatable random numbers from 0 to 1 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Creates, updates and deletes records of `thing` as several concurrent clients, and notes the outcomes.
 * @param isOver Whether a client stops after this number of writes.
 */
export async function writeAtRandom(
  send: Send,
  random: Random,
  { clients, isOver }: { readonly clients: number; readonly isOver: (writes: number) => boolean },
): Promise<Ledger> {
  const ledger: Ledger = { records: [], unknown: [], refused: [] };
  const write = async (client: number) => {
    const own: Known[] = [];
    for (let count = 0; !isOver(count); count++) {
      const prefer = random() < 0.3 ? { prefer: "return=representation" } : {};
      const choice = random();
      const known = own[Math.floor(random() * own.length)];
      if (known === undefined || choice < 0.4) await create(`${client}-${count}`, prefer);
      else if (choice < 0.9) await update(known, count, prefer);
      else await remove(known);
    }

    async function create(title: string, prefer: { prefer?: string }): Promise<void> {
      const reply = await send("POST", "thing", { body: { title }, ...prefer });
      if (reply.status === 201) {
        const id = typeof reply.json === "number" ? reply.json : (reply.json as { id: number }).id;
        const record: Known = {
          id,
          title,
          amounts: [null],
          changes: { certain: 1, possible: 1 },
          isThere: "yes",
        };
        own.push(record);
        ledger.records.push(record);
      } else {
        (isUnknown(reply) ? ledger.unknown : ledger.refused).push(title);
      }
    }

    async function update(known: Known, amount: number, prefer: { prefer?: string }): Promise<void> {
      const reply = await send("PATCH", `thing/${known.id}`, { body: { amount }, ...prefer });
      if (reply.status === 404) {
        expect(known.isThere).not.toBe("yes");
        known.isThere = "no";
      } else if (reply.status === 200) {
        expect(known.isThere).not.toBe("no");
        known.isThere = "yes";
        known.amounts = [amount];
        known.changes.certain++;
        known.changes.possible++;
      } else if (isUnknown(reply)) {
        known.amounts.push(amount);
        known.changes.possible++;
      }
    }

    async function remove(known: Known): Promise<void> {
      const reply = await send("DELETE", `thing/${known.id}`);
      if (reply.status === 404) expect(known.isThere).not.toBe("yes");
      if (reply.status === 404 || reply.status === 200) known.isThere = "no";
      else if (isUnknown(reply) && known.isThere === "yes") known.isThere = "maybe";
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => write(client)));
  return ledger;
}

/** The only alternatives to a success are a 503 and a server that ended. */
function isUnknown(reply: Reply): boolean {
  if (reply === NO_REPLY) return true;
  const isUnknown = reply.text.includes('"code":"outcome-unknown"');
  expectProblem(reply, isUnknown ? "outcome-unknown" : "database-unavailable");
  return isUnknown;
}

/**
 * Expects each acknowledged write once, no write that the server reported as not done, and each write with an
 * unknown outcome at most once.
 * @param run Runs a statement without the product and returns its rows.
 */
export async function expectKept(
  { records, unknown, refused }: Ledger,
  run: (text: string) => Promise<readonly Record<string, unknown>[]>,
): Promise<void> {
  const rows = await run("select id, title, amount from thing");
  const changes = await run("select thing, count(*) as number from ledger group by thing");
  const stored = new Map(rows.map((row) => [Number(row["id"]), row]));
  const counted = new Map(changes.map((row) => [Number(row["thing"]), Number(row["number"])]));
  const titles = rows.map(({ title }) => String(title));
  expect(titles).toHaveLength(new Set(titles).size);
  for (const title of refused) expect(titles).not.toContain(title);
  const known = new Set([...records.map(({ title }) => title), ...unknown]);
  expect(titles.filter((title) => !known.has(title))).toEqual([]);
  for (const record of records) {
    const row = stored.get(record.id);
    if (record.isThere !== "maybe") expect(row !== undefined, record.title).toBe(record.isThere === "yes");
    if (row !== undefined) {
      expect(row["title"]).toBe(record.title);
      expect(record.amounts).toContain(row["amount"]);
    }
    const number = counted.get(record.id) ?? 0;
    expect(number).toBeGreaterThanOrEqual(record.changes.certain);
    expect(number).toBeLessThanOrEqual(record.changes.possible);
  }
}
