import { expect, it } from "vitest";
import type { EntityConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field } from "../conformance/fields.js";
import { useFresh } from "../schema/fresh.js";

/** A type where values can be equal by "=" without being equal in the sort order, or vice versa, with such values. */
const types: Readonly<
  Record<string, readonly [column: string, type: "string" | "duration", values: readonly string[]]>
> = {
  sqlite: ["varchar(20) collate nocase", "string", ["a", "A", "b", "a", "B", "A", "b"]],
  postgres: [
    "interval",
    "duration",
    ["1 month", "30 days", "1 day", "720:00:00", "1 month", "24:00", "1 day"],
  ],
  mysql: [
    "varchar(20) character set utf8mb4 collate utf8mb4_general_ci",
    "string",
    ["a", "A", "b", "a", "B", "A", "b"],
  ],
  mssql: ["nvarchar(20) collate Latin1_General_CI_AS", "string", ["a", "A", "b", "a", "B", "A", "b"]],
};

await describeDialects("pages by cursor", (target) => {
  const fresh = useFresh(target);
  it.each(["word", "~word"])("have each record once if equality and order differ: %s", async (orderBy) => {
    const [column, type, values] = types[target.name] ?? ["", "string", []];
    const rows = values.map((value, index) => `(${index + 1}, '${value}')`);
    await fresh
      .database()
      .run([
        `create table noted (id integer not null primary key, word ${column})`,
        `insert into noted (id, word) values ${[...rows, "(8, null)", "(9, null)"].join()}`,
      ]);
    const noted: EntityConfig = {
      fields: { id: field("int", { isRequired: true, isEditable: false }), word: field(type) },
      permissions: { read: ["guest"] },
      isReadOnly: true,
      primaryKey: "id",
    };
    const repository = (await fresh.start({ noted })).repository("noted");
    const all = await repository.read({ select: undefined, orderBy: orderOf(orderBy), take: 20 });
    const found: unknown[] = [];
    let after: string | undefined;
    do {
      const page = await repository.read({ orderBy: orderOf(orderBy), take: 1, after });
      found.push(...page.items);
      after = page.next;
    } while (after !== undefined && found.length < 20);
    expect(found).toEqual(all.items);
    expect(found).toHaveLength(9);
    const groupBy = ["word", "id"];
    const groups = await repository.aggregate({ groupBy, orderBy: [orderBy] });
    expect(groups.items).toHaveLength(9);
    const lines: unknown[] = [];
    let rest: string | undefined;
    do {
      const page = await repository.aggregate({ groupBy, orderBy: [orderBy], take: 1, after: rest });
      lines.push(...page.items);
      rest = page.next;
    } while (rest !== undefined && lines.length < 20);
    expect(lines).toEqual(groups.items);
  });

  it.each([
    ["", 1],
    ["word", 1],
    ["~word", 2],
    ["~word", 3],
  ])("have all records of a table without a key, equal ones too: %s, %d", async (orderBy, take) => {
    const values = ["'a'", "'a'", "'a'", "'b'", "'b'", "null", "null", "null"];
    const rows = values.map((value) => `(${value})`).join();
    await fresh
      .database()
      .run(["create table doubled (word varchar(9))", `insert into doubled (word) values ${rows}`]);
    const doubled: EntityConfig = {
      fields: { word: field("string") },
      permissions: { read: ["guest"] },
      isReadOnly: true,
      primaryKey: [],
    };
    const repository = (await fresh.start({ doubled })).repository("doubled");
    const order = orderBy === "" ? [] : orderOf(orderBy);
    const all = await repository.read({ orderBy: order, take: 20 });
    const found: unknown[] = [];
    let after: string | undefined;
    do {
      const page = await repository.read({ orderBy: order, take, after });
      found.push(...page.items);
      after = page.next;
    } while (after !== undefined && found.length < 20);
    expect(found).toEqual(all.items);
    expect(found).toHaveLength(8);
    const begun = await repository.read({ orderBy: order, take: 1, skip: 1 });
    const later = await repository.read({ orderBy: order, take: 7, after: begun.next });
    expect([...begun.items, ...later.items]).toEqual(all.items.slice(1));
  });
  const enums = [["z", "a"], ...(target.name === "mysql" ? [["z", "", "a"]] : [])];
  const cases = enums.flatMap((values) => ["kind", "~kind"].map((orderBy) => [values, orderBy] as const));
  it.skipIf(target.name === "postgres").each(cases)(
    "have records with values that the enum does not list: %j, %s",
    async (values, orderBy) => {
      const type =
        target.name === "mysql" ? `enum(${values.map((each) => `'${each}'`).join()})` : "varchar(9)";
      const insert = target.name === "mysql" ? "insert ignore" : "insert";
      const rows = "(1, 'z'), (2, 'a'), (3, ''), (4, 'nope'), (5, null), (6, 'z')";
      await fresh
        .database()
        .run([
          `create table sorted (id integer not null primary key, kind ${type})`,
          `${insert} into sorted (id, kind) values ${rows}`,
        ]);
      const sorted: EntityConfig = {
        fields: {
          id: field("int", { isRequired: true, isEditable: false }),
          kind: field("enum", { values: [...values] }),
        },
        permissions: { read: ["guest"] },
        systemFields: { createdat: false, updatedat: false, ownerid: false },
        primaryKey: "id",
      };
      const repository = (await fresh.start({ sorted })).repository("sorted");
      const all = await repository.read({ orderBy: orderOf(orderBy), take: 20 });
      const found: unknown[] = [];
      let after: string | undefined;
      do {
        const page = await repository.read({ orderBy: orderOf(orderBy), take: 1, after });
        found.push(...page.items);
        after = page.next;
      } while (after !== undefined && found.length < 20);
      expect(found).toEqual(all.items);
      expect(found).toHaveLength(6);
    },
  );
});

function orderOf(text: string) {
  const isDescending = text.startsWith("~");
  return [{ path: [text.replace("~", "")], isDescending, place: { path: "orderBy" } }];
}
