import { readFileSync } from "node:fs";
import { sql, type Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { field, openEntity } from "../../conformance/fields.js";
import type { TestApi } from "../../conformance/start-server.js";
import { useDatabaseFile } from "./open-database.js";

const file = useDatabaseFile();
const entities = { note: openEntity({ title: field("string") }) };

/** The values of `pragma synchronous`. */
const [NORMAL, FULL, EXTRA] = [1, 2, 3];

async function synchronousOf(api: TestApi): Promise<number | undefined> {
  const { db } = api.repository("note") as unknown as { db: Kysely<unknown> };
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  return rows[0]?.synchronous;
}

describe("a commit waits for the disk", () => {
  it.each([
    ["by default", {}, FULL],
    ["with full durability", { durability: "full" }, FULL],
    ["without a write-ahead log, also for the folder", { name: ":memory:" }, EXTRA],
    ["not with relaxed durability", { durability: "relaxed" }, NORMAL],
    [
      "without a write-ahead log, also with relaxed durability",
      { name: ":memory:", durability: "relaxed" },
      FULL,
    ],
  ] as const)("a commit in SQLite waits for the disk as configured: %s", async (_, options, synchronous) => {
    expect(await synchronousOf(file.createApi(entities, options))).toBe(synchronous);
  });

  it("writes that arrive together in SQLite are one commit, and each single write is one", async () => {
    const notes = file.createApi(entities).repository("note");
    await notes.create({ title: "first" });
    const commitsOf = async (work: () => Promise<unknown>) => {
      const before = commits(`${file.path()}-wal`);
      await work();
      return commits(`${file.path()}-wal`) - before;
    };
    const create = (count: number) => notes.create({ title: String(count) });
    expect(await commitsOf(() => Promise.all(Array.from({ length: 100 }, (_, count) => create(count))))).toBe(
      1,
    );
    expect(
      await commitsOf(async () => {
        for (let count = 0; count < 5; count++) await create(count);
      }),
    ).toBe(5);
  });
});

it("a trigger that rolls back the transaction does not lose the other writes of a group commit", async () => {
  const notes = file.createApi(entities).repository("note");
  await notes.create({ title: "first" });
  file
    .connect()
    .exec(
      "create trigger no before insert on note when new.title = 'no' begin select raise(rollback, 'no'); end",
    );
  const writes = ["a", "no", "b"].map((title) => notes.create({ title }));
  const results = await Promise.allSettled(writes);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(results[1]).toMatchObject({ reason: { code: "refused-by-database" } });
  expect((await notes.find()).items.map(({ title }) => title)).toEqual(["first", "a", "b"]);
});

const HEADER = 32;
const FRAME_HEADER = 24;

/**
 * The number of commits in a log: the last frame of a commit contains the size of the database
 * (sqlite.org/fileformat.html#the_write_ahead_log).
 */
function commits(path: string): number {
  const log = readFileSync(path);
  const frame = FRAME_HEADER + log.readUInt32BE(8);
  let count = 0;
  for (let at = HEADER; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) count++;
  return count;
}
