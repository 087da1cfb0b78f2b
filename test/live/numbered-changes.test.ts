import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { atEnd } from "../at-end.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { ChangeLog } from "../../runtime/changes/change-log.js";
import { DataApi } from "../../runtime/index.js";
import { insertRows } from "../../runtime/write/steps/table-rows.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";

const entities = { note: openEntity({ title: field("string", { isUnique: true }) }) };
const changes = { entities: ["note"], interval: 60_000 };

await describeDialect("changes on a database with one writer", "sqlite", (target) => {
  async function open() {
    const fresh = await target.createDatabase();
    const api = new DataApi({ database: fresh.database, entities, changes });
    const notes = api.repository("note");
    const stored = () =>
      fresh.run(["select batch, operation, recordid from data_api_outbox order by batch, id"]);
    await Promise.all(["a", "b", "c"].map((title) => notes.create({ title })));
    return { fresh, notes, stored };
  }

  test("changes in SQLite join the batch that is open, until a server closes it", async () => {
    const { fresh, notes, stored } = await open();
    await notes.update(2, { title: "d" });
    // As another process that has filled some.
    await fresh.run(["update data_api_outbox set batch = 5 where operation = 'update'"]);
    await notes.update(3, { title: "e" });
    await fresh.run([
      `insert or replace into data_api_outbox_state (name, epoch, batch, removed)
       values ('changes', '12345678', 7, 7)`,
    ]);
    await notes.delete(1);
    expect(await stored()).toEqual([
      { batch: 1, operation: "create", recordid: "[1]" },
      { batch: 1, operation: "create", recordid: "[2]" },
      { batch: 1, operation: "create", recordid: "[3]" },
      { batch: 5, operation: "update", recordid: "[2]" },
      { batch: 5, operation: "update", recordid: "[3]" },
      { batch: 8, operation: "delete", recordid: "[1]" },
    ]);
  });

  test("changes in SQLite begin another batch after a thousand, one by one and many in a write", async () => {
    const { fresh, notes } = await open();
    for (let count = 0; count < 1_200; count++) await notes.update(1, { title: `${count}` });
    await notes.createMany(Array.from({ length: 2_500 }, (_, index) => ({ title: `many ${index}` })));
    const counts = await fresh.run(["select batch, count(*) as n from data_api_outbox group by batch"]);
    expect(counts.map(({ n }) => Number(n)).toSorted((x, y) => y - x)).toEqual([1_203, 1_000, 1_000, 500]);
  });

  describe.each(["abort", "fail", "rollback"])("that a trigger refuses by raise(%s)", (way) => {
    test("a change that a trigger refuses undoes its write, but no others that arrived together", async () => {
      const { notes, stored } = await open();
      await sql
        .raw(
          `create trigger refuse after insert on data_api_outbox
           when new.recordid = '[2]' begin select raise(${way}, 'not this one'); end`,
        )
        .execute(notes.db);
      const written = await Promise.allSettled([1, 2, 3].map((id) => notes.update(id, { title: `${id}` })));
      expect(written.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect((await notes.find()).items.map(({ title }) => title)).toEqual(["1", "b", "3"]);
      expect((await stored()).slice(3)).toEqual([
        { batch: 1, operation: "update", recordid: "[1]" },
        { batch: 1, operation: "update", recordid: "[3]" },
      ]);
    });
  });

  test("a refused write leaves no change, and others that arrived together keep theirs", async () => {
    const { notes, stored } = await open();
    const titles = ["d", "a", "e"];
    const written = await Promise.allSettled(titles.map((title) => notes.create({ title })));
    expect(written.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await stored()).map(({ recordid }) => recordid)).toEqual(["[1]", "[2]", "[3]", "[4]", "[5]"]);
  });

  test("old changes in SQLite are removed when their batch is closed and has no newer ones", async () => {
    const fresh = await target.createDatabase();
    const model = resolveModel({ database: fresh.database, entities, changes });
    const { outbox } = model;
    if (outbox === undefined) throw new Error("There is an outbox.");
    const database = new Database(model, dialects.sqlite);
    atEnd(() => database.close());
    await database.open();
    const log = new ChangeLog(database, outbox);
    await log.state();
    const [old, recent, time] = ["2026-01-01", "2026-03-01", "2026-02-01"].map(
      (day) => `${day}T00:00:00.000Z`,
    );
    let id = 0;
    const add = (count: number, batch: number, at: string) => {
      const rows = Array.from({ length: count }, () => {
        const own = { id: `00000000-0000-7000-8000-${String(id++).padStart(12, "0")}`, at, batch };
        return { ...own, entity: "note", recordid: "[1]", operation: "create" };
      });
      return insertRows(database, outbox.table, rows);
    };
    await add(2, 1, old as string);
    expect(await log.removeBefore(time as string)).toBe(false);
    expect(await log.summary(["note"])).toMatchObject({ kept: 2, waiting: 2, lastBatch: 0 });
    expect(await log.giveBatch()).toBe(false);
    expect(await log.summary(["note"])).toMatchObject({ kept: 2, waiting: 0, lastBatch: 1 });
    await log.removeBefore(time as string);
    expect(await log.state()).toMatchObject({ batch: 1, removed: 1 });
    // As several processes fill them together.
    await add(1_500, 2, old as string);
    await add(1_500, 3, old as string);
    await add(1, 3, recent as string);
    await log.giveBatch();
    while (await log.removeBefore(time as string));
    expect(await log.state()).toMatchObject({ batch: 3, removed: 2 });
    expect(await log.count()).toBe(1_501);
  });
});
