import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { expect, it, onTestFailed } from "vitest";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { expectReports, takeLog } from "../conformance/reports.js";
import { useDatabaseFile } from "../unit/sqlite/open-database.js";
import { expectKept, randomOf, writeAtRandom } from "./ledger.js";
import type { Served } from "./served.js";
import { serveApi } from "../conformance/start.js";

const file = useDatabaseFile();

async function serve(lockTimeout: number) {
  const api = file.createApi(
    { thing: openEntity({ title: field("string"), amount: field("int") }) },
    { lockTimeout },
  );
  const { request } = await serveApi(api);
  const send: Served["send"] = (method, path, { body, prefer } = {}) =>
    request(method, path.startsWith("/") ? path : `/api/data/${path}`, {
      body,
      headers: prefer === undefined ? {} : { Prefer: prefer },
    });
  const { db } = api.repository("thing") as unknown as { db: Kysely<unknown> };
  /** Stops the growth of the file, or allows it again. */
  const fill = async (isFull: boolean) => {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${isFull ? (rows[0]?.page_count ?? 1) : 1_000_000}`).execute(db);
  };
  return { send, fill };
}

it("SQLite: locks of another process and a full disk lose no acknowledged write, and do none twice", async () => {
  const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000);
  onTestFailed(() => {
    process.stderr.write(`To see it again: FAULT_SEED=${seed}\n`);
  });
  const { send, fill } = await serve(60);
  const beside = file.connect();
  beside.exec(`create table ledger (entry integer primary key autoincrement, thing int);
    create trigger noted after update on thing begin insert into ledger (thing) values (new.id); end;
    create trigger noted_too after insert on thing begin insert into ledger (thing) values (new.id); end;`);
  const random = randomOf(seed);
  const over = new AbortController();
  const { signal } = over;
  // Held for shorter and longer times than writes wait for the lock.
  const locks = (async () => {
    while (!signal.aborted) {
      await sleep(random() * 60);
      beside.exec("begin immediate");
      await sleep(random() * 150);
      beside.exec("rollback");
    }
  })();
  const fullDisks = (async () => {
    while (!signal.aborted) {
      await fill(random() < 0.5);
      await sleep(random() * 200);
    }
  })();
  const ledger = await writeAtRandom(send, randomOf(seed + 1), {
    clients: 6,
    isOver: (writes) => writes === 120,
  });
  over.abort();
  await Promise.all([locks, fullDisks]);
  await fill(false);
  // By chance, no lock may have been held for longer than a write waits.
  beside.exec("begin immediate");
  expectProblem(await send("POST", "thing", { body: { title: "locked out" } }), "database-unavailable");
  ledger.refused.push("locked out");
  beside.exec("rollback");
  expect(ledger.records.length).toBeGreaterThan(10);
  expect(ledger.refused.length).toBeGreaterThan(0);
  expect((await send("POST", "thing", { body: { title: "after" } })).status).toBe(201);
  beside.exec("delete from thing where title = 'after'");
  await expectKept(ledger, (text) =>
    Promise.resolve(beside.prepare<[], Record<string, unknown>>(text).all()),
  );
});

it("SQLite: a full disk is a 503 with Retry-After, and reads go on", async () => {
  const { send, fill } = await serve(60);
  await send("POST", "thing", { body: { title: "before" } });
  await fill(true);
  takeLog();
  const title = "x".repeat(250);
  const replies = [];
  for (let count = 0; count < 50; count++) replies.push(await send("POST", "thing", { body: { title } }));
  const refused = replies.filter(({ status }) => status !== 201);
  expect(refused.length).toBeGreaterThan(0);
  for (const reply of refused) {
    expectProblem(reply, "database-unavailable", { detail: /Try again/ });
    expect(reply.headers["retry-after"]).toBe("30");
  }
  // Each failure is reported once, because it is not retried.
  expectReports(refused.length);
  expect((await send("GET", "/readyz")).status).toBe(200);
  const found = await send("GET", "thing/public/findall/id/0/0");
  expect(found.json).toMatchObject({ count: 51 - refused.length });
  await fill(false);
  expect((await send("POST", "thing", { body: { title } })).status).toBe(201);
});
