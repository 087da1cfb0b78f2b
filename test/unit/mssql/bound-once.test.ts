import { describe, expect, it } from "vitest";
import type { CheckedCondition } from "../../../runtime/condition/checked.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import { orderBy } from "../../../runtime/database/sql/order.js";
import { EntityStatements } from "../../../runtime/database/sql/statements.js";
import { firstKey } from "../../../runtime/model/fields.js";
import type { Entity, Field } from "../../../runtime/model/model.js";
import { field, openEntity } from "../../conformance/fields.js";

const model = resolveModel({
  database: { dialect: "mssql", name: "x" },
  entities: { thing: openEntity({ name: field("string"), data: field("json") }) },
});
const thing = model.entitiesByName.get("thing") as Entity;
const database = new Database(model, dialects.mssql);

/** A page with its count, which has the condition twice. */
function counted(...conditions: readonly CheckedCondition[]) {
  const { countedPage } = dialects.mssql;
  if (countedPage === undefined) throw new Error("There is no counted page.");
  const order = [orderBy(firstKey(thing))];
  const page = { order, where: { kind: "and" as const, conditions }, take: 1, skip: 0 };
  return new EntityStatements(thing, database).countedPage(page, countedPage);
}

const [name, data] = ["name", "data"].map((each) => thing.fieldsByName.get(each)) as [Field, Field];
const listOf = (count: number): CheckedCondition => ({
  kind: "in",
  field: name,
  values: Array.from({ length: count }, (_, index) => `n${index}`),
  hasNull: false,
});
const ends = (count: number) =>
  Array.from({ length: count }, (_, index): CheckedCondition => ({
    kind: "comparison",
    field: name,
    operator: "$=",
    value: `e${index}`,
  }));
const inside: CheckedCondition = {
  kind: "json",
  field: data,
  path: ["a", "b"],
  operator: "=",
  value: { type: "text", text: "c" },
};

// SQL Server takes 2,100 parameters, two of which are the driver's.
describe("a value in a statement for SQL Server", () => {
  it("a value of a condition is one parameter for SQL Server, however often the statement has it", () => {
    const { parameters } = counted(listOf(1000), ...ends(40), inside);
    // Padded: see `paddedCount`. Two keys, a value, and the limits of the page.
    expect(parameters).toHaveLength(1024 + 40 + 3 + 2);
    expect(new Set(parameters.slice(0, 1000)).size).toBe(1000);
  });

  it("the parameters of a statement for SQL Server are counted before it runs", () => {
    expect(counted(...ends(2096)).parameters).toHaveLength(2098);
    expect(() => counted(...ends(2097))).toThrow(
      expect.objectContaining({
        code: "invalid-condition",
        status: 400,
        issues: [expect.objectContaining({ code: "too-many-values", path: "where" })],
      }),
    );
  });

  it("a long list of values is a table in a statement for SQL Server, which each use of the list reads once", () => {
    const { sql } = counted(listOf(100)).statement;
    // Once for the page, once for its count.
    expect(sql.match(/datalength/g)).toHaveLength(4);
  });
});

it("a value in a user's own query for SQL Server is one parameter, in this query only", () => {
  const at = new Date(0);
  const compiled = () =>
    database.kysely
      .selectFrom("thing")
      .select("name")
      .where("at", "=", at)
      .where("until", ">", at)
      .where("a", "=", 1)
      .where("b", "=", 1)
      .compile();
  for (const { sql, parameters } of [compiled(), compiled()]) {
    expect(sql).toBe('select "name" from "thing" where "at" = @1 and "until" > @1 and "a" = @2 and "b" = @3');
    expect(parameters).toEqual([at, 1, 1]);
  }
});
