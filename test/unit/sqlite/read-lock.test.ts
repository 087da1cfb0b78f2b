import { existsSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import type Sqlite from "better-sqlite3";
import { sql, type Kysely } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ReadLock } from "../../../runtime/database/dialects/sqlite/connection/read-lock.js";
import { field, openEntity } from "../../conformance/fields.js";
import { useDatabaseFile } from "./open-database.js";

interface Notes {
  readonly db: Kysely<unknown>;
}

const file = useDatabaseFile();
const entities = { note: openEntity({ title: field("string") }) };

async function opened() {
  const api = file.createApi(entities);
  const notes = api.repository("note");
  await notes.create({ title: "first" });
  const other = file.connect();
  other.pragma("busy_timeout = 0");
  await nextTurn();
  const titles = async () => (await notes.find()).items.map(({ title }) => title);
  return { api, notes, other, titles };
}

const insert = (other: Sqlite.Database, title: string) =>
  other.exec(
    `insert into note (title, createdat, updatedat) values ('${title}', '2026-01-01', '2026-01-01')`,
  );

/** Whether a reader prevents a reset of the log. Inserts a record, because the log must not be empty for this. */
function isRead(other: Sqlite.Database): boolean {
  insert(other, "by another connection");
  const [{ busy } = {}] = other.pragma("wal_checkpoint(restart)") as { busy?: number }[];
  return busy === 1;
}

describe("reads in one turn of the event loop", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("reads in one turn of the event loop share the read lock of the log until the turn ends", async () => {
    const { titles, other } = await opened();
    vi.useFakeTimers({ toFake: ["performance"] });
    await titles();
    await titles();
    expect(isRead(other)).toBe(true);
    await nextTurn();
    expect(isRead(other)).toBe(false);
  });

  it("reads in one turn of the event loop see records that another connection has committed in between", async () => {
    const { titles, other } = await opened();
    expect(await titles()).toEqual(["first"]);
    expect(await titles()).toEqual(["first"]);
    insert(other, "second");
    expect(await titles()).toEqual(["first", "second"]);
  });

  it("reads release the read lock after a millisecond, so that other processes can reset the log", async () => {
    const { titles, other } = await opened();
    vi.useFakeTimers({ toFake: ["performance"] });
    await titles();
    await titles();
    vi.advanceTimersByTime(2);
    await titles();
    expect(isRead(other)).toBe(false);
  });

  it("reads release the read lock of the log for a write that arrived before them", async () => {
    const { notes, titles, other } = await opened();
    const written = notes.create({ title: "by the API" });
    // After a few microtasks, the write waits for the end of the turn.
    for (let step = 0; step < 20; step++) await Promise.resolve();
    await titles();
    await titles();
    await written;
    expect(isRead(other)).toBe(false);
  });

  it.each([
    ["a transaction", ({ db }: Notes) => db.transaction().execute(() => Promise.resolve())],
    ["a query of the user's own", ({ db }: Notes) => sql`select 1`.execute(db)],
  ])("reads release the read lock of the log for %s", async (_, work) => {
    const { notes, titles, other } = await opened();
    await titles();
    await titles();
    await work(notes);
    expect(isRead(other)).toBe(false);
  });
});

it("a read lock that cannot be acquired is not retried, and no read fails", async () => {
  let attempts = 0;
  const lock = new ReadLock(() => {
    attempts++;
    throw new Error("The process may open no more files.");
  });
  for (let turn = 0; turn < 2; turn++) {
    for (let read = 0; read < 5; read++) lock.noteRead();
    await nextTurn();
  }
  lock.release();
  lock.close();
  expect(attempts).toBe(1);
});

it("a server leaves no write-ahead log of SQLite behind after reads", async () => {
  const { api, titles, other } = await opened();
  await titles();
  await titles();
  other.close();
  await api.stopAsync();
  expect(existsSync(`${file.path()}-wal`)).toBe(false);
});
