import { expect } from "vitest";
import { expectProblem } from "../conformance/expectations.js";
import type { Reply } from "../conformance/http-client.js";
import type { Served } from "./served.js";

type Send = Served["send"];
type Random = () => number;

/** What a client has if the server ends before it answers. */
export const NO_REPLY: Reply = { status: 0, headers: {}, bytes: Buffer.alloc(0), text: "", json: undefined };

/** A record as one client, who alone writes it, knows it. */
interface Known {
  readonly id: number;
  readonly title: string;
  /** What the amount may be: the last one that was acknowledged, and what nobody knows of since. */
  amounts: (number | null)[];
  /** How often it has been changed for certain, and how often at most. */
  changes: { certain: number; possible: number };
  isThere: "yes" | "no" | "maybe";
}

/** What clients have been told of their writes. */
export interface Ledger {
  readonly records: Known[];
  /** The titles of creates of which nobody knows whether they were done. */
  readonly unknown: string[];
  /** The titles of creates that were not done, as the server said. */
  readonly refused: string[];
}

/** Numbers from 0 to 1 that a seed gives again (mulberry32). */
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
 * Creates, updates and deletes records of `thing` as several clients at once, and notes what each is told.
 * @param isOver Whether a client that has written so often writes no more.
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

/** Nothing but a 503, or a server that ended, may stand in for a success. */
function isUnknown(reply: Reply): boolean {
  if (reply === NO_REPLY) return true;
  const isUnknown = reply.text.includes('"code":"outcome-unknown"');
  expectProblem(reply, isUnknown ? "outcome-unknown" : "database-unavailable");
  return isUnknown;
}

/**
 * Every acknowledged write is there, once; none that the server says was not done is; and what nobody knows of is there
 * once or not at all.
 * @param run Gives the rows of a statement, beside the server.
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
