import { afterAll, describe, expect, it } from "vitest";
import type { Config } from "data-api";
import { checkCondition } from "../../../runtime/condition/check-condition.js";
import { parseCondition } from "../../../runtime/condition/parse-condition.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects.js";
import { EntityStatements } from "../../../runtime/database/statements.js";
import type { Field } from "../../../runtime/model/model.js";
import { field, openEntity } from "../../conformance/fields.js";

const config: Config = {
  database: { dialect: "sqlite", name: ":memory:" },
  entities: {
    note: openEntity(
      {
        title: field("string", { column: 'the "title"' }),
        big: field("bigint"),
        price: field("decimal"),
        views: field("int", { isIndexed: true }),
        hidden: field("secret"),
      },
      { table: "notes", systemFields: { updatedat: false } },
    ),
    bare: openEntity({}, { systemFields: { createdat: false, updatedat: false } }),
  },
};

describe("the text of each statement", () => {
  const model = resolveModel(config);
  const database = new Database(model, dialects.sqlite);
  const [note, bare] = model.entities;
  if (note === undefined || bare === undefined) throw new Error("The configuration has both.");
  const statements = new EntityStatements(note, database);
  const fieldOf = (name: string): Field => note.fieldsByName.get(name) ?? note.keys[0];
  const where = (text: string) => checkCondition(parseCondition(text), note);
  const page = (orderBy: string, isDescending = false, condition?: string) =>
    statements.page({
      orderBy: fieldOf(orderBy),
      isDescending,
      where: condition === undefined ? undefined : where(condition),
    });

  afterAll(() => database.close());

  it("of pages", () => {
    expect(page("id")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
        ],
        "sql": "select "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat" from "notes" order by "notes"."id" limit ? offset ?",
      }
    `);
    expect(page("id", true)).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
        ],
        "sql": "select "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat" from "notes" order by "notes"."id" desc limit ? offset ?",
      }
    `);
    expect(page("title")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
        ],
        "sql": "select "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."the ""title""", "notes"."id" limit ? offset ?) order by "notes"."the ""title""", "notes"."id"",
      }
    `);
    expect(page("views", true)).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
        ],
        "sql": "select "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat" from "notes" order by "notes"."views" desc, "notes"."id" desc limit ? offset ?",
      }
    `);
    expect(page("price", true, 'title~"x"&big>5')).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
          2,
          3,
        ],
        "sql": "select "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat" from "notes" where "id" in (select "id" from "notes" where (instr("the ""title""", ?) > 0 and "big" > ?) order by decimal_sort_key("notes"."price") desc, "notes"."id" desc limit ? offset ?) order by decimal_sort_key("notes"."price") desc, "notes"."id" desc",
      }
    `);
    expect(page("big")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
        ],
        "sql": "select "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat" from "notes" where "id" in (select "id" from "notes" order by "notes"."big", "notes"."id" limit ? offset ?) order by "notes"."big", "notes"."id"",
      }
    `);
  });

  it("of counts and of single records", () => {
    expect(statements.count(undefined)).toMatchInlineSnapshot(`
      {
        "slots": [],
        "sql": "select count(*) from "notes"",
      }
    `);
    expect(statements.count(where("views=1|views=null&(price>=1.5|price<>2)"))).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
          2,
        ],
        "sql": "select count(*) from "notes" where ("views" = ? or ("views" is null and (decimal_sort_key("price") >= decimal_sort_key(?) or "price" <> ?)))",
      }
    `);
    expect(statements.find(where("id=1"))).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
        ],
        "sql": "select "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat" from "notes" where "id" = ?",
      }
    `);
  });

  it("of writes", () => {
    const fields = [fieldOf("title"), fieldOf("big"), fieldOf("hidden")];
    expect(statements.insert(fields, "id")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
          2,
        ],
        "sql": "insert into "notes" ("the ""title""", "big", "hidden") values (?, ?, ?) returning "id"",
      }
    `);
    expect(statements.insert(fields, "record")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
          2,
        ],
        "sql": "insert into "notes" ("the ""title""", "big", "hidden") values (?, ?, ?) returning "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat"",
      }
    `);
    expect(statements.update(fields, where("id=1&title<>null"), "id")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
          2,
          3,
        ],
        "sql": "update "notes" set "the ""title""" = ?, "big" = ?, "hidden" = ? where ("id" = ? and "the ""title""" is not null) returning "id"",
      }
    `);
    expect(statements.update([fieldOf("views")], where("id=1"), "record")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
        ],
        "sql": "update "notes" set "views" = ? where "id" = ? returning "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat"",
      }
    `);
    expect(statements.delete(where("id=1"), "id")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
        ],
        "sql": "delete from "notes" where "id" = ? returning "id"",
      }
    `);
    expect(statements.delete(where("id=1&views<=5"), "record")).toMatchInlineSnapshot(`
      {
        "slots": [
          0,
          1,
        ],
        "sql": "delete from "notes" where ("id" = ? and "views" <= ?) returning "id", "the ""title""", cast("big" as text) as "big", "price", "views", "createdat"",
      }
    `);
    expect(new EntityStatements(bare, database).insert([], "record")).toMatchInlineSnapshot(`
      {
        "slots": [],
        "sql": "insert into "bare" default values returning "id"",
      }
    `);
  });

  it("is compiled once for each shape, and never holds a value", () => {
    expect(page("title", false, 'title="a"')).toBe(page("title", false, 'title="b"'));
    expect(page("title", false, 'title="a"').sql).not.toContain("'a'");
    expect(page("title", false, "title=null")).not.toBe(page("title", false, 'title="null"'));
    expect(page("title", false, "title=a&big=1")).not.toBe(page("title", false, "title=a|big=1"));
    expect(page("title", false, "title=a|big=1&views=1")).not.toBe(
      page("title", false, "(title=a|big=1)&views=1"),
    );
    expect(statements.insert([fieldOf("title")], "id")).not.toBe(
      statements.insert([fieldOf("title")], "record"),
    );
  });

  it("is forgotten when callers ask for very many", () => {
    const first = page("id", false, "id=1");
    for (let index = 0; index < 600; index++) {
      const shape = Array.from(index.toString(2), (digit) => (digit === "0" ? "id>1&" : "id<1&")).join("");
      page("id", false, `${shape}id=1`);
    }
    const again = page("id", false, "id=1");
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });
});
