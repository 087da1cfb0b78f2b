import { expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import type { Dialect } from "../../../runtime/database/dialect.js";
import { sql } from "kysely";
import type { RepeatedStatement } from "../../../runtime/database/sql/statement.js";
import type { Entity, Field } from "../../../runtime/model/model.js";
import { field, plain } from "../../conformance/fields.js";

const { sqlite } = dialects;

/** A dialect whose statements contain each integer twice. */
const writesTwice: Dialect = {
  ...sqlite,
  columns: {
    ...sqlite.columns,
    int: { ...sqlite.columns.int, cast: (value) => sql`coalesce(${value}, ${value})` },
  },
};

const records = [
  [1, "a", 7],
  [2, "b", 8],
];

function statementsFor(dialect: Dialect) {
  const model = resolveModel({
    database: { dialect: "sqlite", name: "x" },
    entities: { item: plain({ size: field("int"), label: field("string"), rank: field("int") }) },
  });
  const item = model.entities.find(({ name }) => name === "item") as Entity;
  const named = (name: string) => item.fieldsByName.get(name) as Field;
  return { each: new Database(model, dialect).statements(item).writes.each, named };
}

/** The parameters of each run. */
function parametersOf({ runs }: RepeatedStatement): readonly (readonly unknown[])[] {
  return Array.from({ length: runs.count }, (_, run) => [...runs.parametersAt(run)]);
}

it("repeated writes pass the values of records as parameters unchanged", () => {
  const { each, named } = statementsFor(sqlite);
  const fields = ["size", "label", "rank"].map(named);
  const inserts = each.insert(fields, records);
  const updates = each.update([named("rank")], fields.slice(0, 2), records, undefined);
  for (const { runs } of [inserts, updates]) expect(runs.parametersAt(1)).toBe(records[1]);
  expect(inserts.runs.countsKeys).toBe(true);
});

it("repeated writes send a value twice that is in the statement twice", () => {
  const { each, named } = statementsFor(writesTwice);
  const fields = ["size", "label", "rank"].map(named);
  const twice = [
    [1, 1, "a", 7, 7],
    [2, 2, "b", 8, 8],
  ];
  const inserts = each.insert(fields, records);
  expect(parametersOf(inserts)).toEqual(twice);
  expect(inserts.runs.countsKeys).toBe(true);
  expect(parametersOf(each.update([named("rank")], fields.slice(0, 2), records, undefined))).toEqual(twice);
});
