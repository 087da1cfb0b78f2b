import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { isKey } from "../../runtime/condition/key-condition.js";
import { Repository, type AnyRepository } from "../../runtime/repository/repository.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { useOpened } from "./opened.js";

await describeDialects("a locked record", (target) => {
  const opened = useOpened(target, { note: plain({ title: field("string"), hidden: field("secret") }) });

  it("a lock of a record returns its fields, and waits for earlier locks", async () => {
    const { database, entity } = opened();
    const note = entity("note");
    const notes: AnyRepository = new Repository(note, database);
    await notes.create({ title: "t" });
    const where = isKey(note, [1]);
    const told: string[] = [];
    const hold = (name: string, work?: () => Promise<void>) =>
      database.transaction(async (transaction) => {
        const locked = await transaction.rows(database.statements(note).lock(where));
        told.push(`${name} has ${JSON.stringify(locked)}`);
        await work?.();
        told.push(`${name} ends`);
      });
    let second: Promise<void> | undefined;
    await hold("first", () => {
      second = hold("second");
      return delay(200);
    });
    await second;
    const row = JSON.stringify([[1, "t"]]);
    expect(told).toEqual([`first has ${row}`, "first ends", `second has ${row}`, "second ends"]);
  });
});
