import { afterEach, expect, test } from "vitest";
import { ChangeLog } from "../../../runtime/changes/change-log.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { compareSchema } from "../../../runtime/database/schema/compare/compare-schema.js";
import type { Entity } from "../../../runtime/model/model.js";
import { Repository, type AnyRepository } from "../../../runtime/repository/repository.js";
import { field, openEntity } from "../../conformance/fields.js";

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

test("a database that cannot number a change as it writes it keeps the changes of writes", async () => {
  const model = resolveModel({
    database: { dialect: "sqlite", name: ":memory:" },
    entities: { note: openEntity({ title: field("string") }) },
    changes: { entities: ["note"] },
  });
  const { openNumber, ...writes } = dialects.sqlite.writes;
  expect(openNumber).toBeDefined();
  const database = new Database(model, { ...dialects.sqlite, writes });
  closings.push(() => database.close());
  await database.open();
  const notes: AnyRepository = new Repository(model.entitiesByName.get("note") as Entity, database);
  await notes.create({ title: "a" });
  await notes.createMany([{ title: "b" }, { title: "c" }]);
  await notes.update(1, { title: "d" });
  await notes.delete(1);
  const log = new ChangeLog(database, model.outbox as NonNullable<typeof model.outbox>);
  await log.state();
  await log.giveBatch();
  const changes = await log.changes(0, 1);
  expect(changes.map(({ operation }) => operation)).toEqual([
    ...["create", "create", "create", "update", "delete"],
  ]);
});

test("a configured schema is a mistake on a database without schemas, which is named", () => {
  const model = resolveModel({
    database: { dialect: "mysql", name: "shop", userName: "shop" },
    entities: { note: { ...openEntity({ title: field("string") }), schema: "crm" } },
  });
  const { schemas, ...schema } = dialects.mysql.schema;
  expect(schemas).toBeDefined();
  const changes = compareSchema(
    model,
    { tables: [], defaultSchema: undefined },
    { ...dialects.mysql, schema },
  );
  expect(changes.map(({ message }) => message)).toEqual([
    'The entity "note" is in the schema "crm", but MySQL has no schemas.',
  ]);
});
