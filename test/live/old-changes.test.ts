import { expect, test } from "vitest";
import { atEnd } from "../at-end.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { ChangeLog } from "../../runtime/changes/change-log.js";
import { Database } from "../../runtime/database/database.js";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import { insertRows } from "../../runtime/write/steps/table-rows.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";

await describeDialects("old changes", (target) => {
  test("old changes are removed in whole batches, whatever their number, and newer ones stay", async () => {
    const fresh = await target.createDatabase();
    const model = resolveModel({
      database: fresh.database,
      entities: { note: openEntity({ title: field("string") }) },
      changes: { entities: ["note"] },
    });
    const { outbox } = model;
    if (outbox === undefined) throw new Error("There is an outbox.");
    const database = new Database(model, dialects[model.database.dialect]);
    atEnd(() => database.close());
    await database.open();
    const log = new ChangeLog(database, outbox);
    await log.state();
    let id = 0;
    const add = (count: number, at: string) =>
      insertRows(
        database,
        outbox.table,
        Array.from({ length: count }, () => ({
          id: `00000000-0000-7000-8000-${String(id++).padStart(12, "0")}`,
          at,
          entity: "note",
          recordid: "[1]",
          operation: "update",
          former: "{}",
        })),
      );
    const [old, recent] = ["2026-01-01T00:00:00.000Z", "2026-06-01T00:00:00.000Z"];
    const time = "2026-03-01T00:00:00.000Z";
    expect(await log.removeBefore(time)).toBe(false);
    await add(1_500, old);
    while (await log.giveBatch());
    await add(10, old);
    await add(10, recent);
    await log.giveBatch();
    await add(5, recent);
    await log.giveBatch();
    expect((await log.state()).batch).toBe(4);
    while (await log.removeBefore(time));
    // The third batch has both.
    expect(await log.count()).toBe(25);
    expect(await log.state()).toMatchObject({ batch: 4, removed: 2 });
    expect(await log.removeBefore(time)).toBe(false);
    while (await log.removeBefore("2026-07-01T00:00:00.000Z"));
    expect([await log.count(), (await log.state()).removed]).toEqual([0, 4]);
  });
});
