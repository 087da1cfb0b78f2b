import { expect, it } from "vitest";
import type { EntityConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field } from "../conformance/fields.js";
import type { AnyRepository } from "../../runtime/repository/repository.js";
import { parseSelectValue } from "../../runtime/read/select-object.js";
import { useFresh } from "../schema/fresh.js";

/** A type where values can be equal by "=" without being equal in the sort order, or vice versa, with such values. */
const words = ["a", "A", "b", "a", "B", "A", "b"];
const types: Readonly<
  Record<
    string,
    readonly (readonly [column: string, type: "string" | "duration", values: readonly string[]])[]
  >
> = {
  sqlite: [
    ["varchar(20) collate nocase", "string", words],
    ["varchar(20) collate rtrim", "string", ["a", "a ", "b", "a", "b  ", "a  ", "b"]],
  ],
  postgres: [
    ["interval", "duration", ["1 month", "30 days", "1 day", "720:00:00", "1 month", "24:00", "1 day"]],
  ],
  mysql: [["varchar(20) character set utf8mb4 collate utf8mb4_general_ci", "string", words]],
  mssql: [["nvarchar(20) collate Latin1_General_CI_AS", "string", words]],
};

await describeDialects("pages by cursor", (target) => {
  const fresh = useFresh(target);
  const ordered = (types[target.name] ?? []).flatMap((each) =>
    ["word", "~word"].map((orderBy) => [orderBy, ...each] as const),
  );
  it.each(ordered)(
    "pages by cursor have each record once if equality and order differ: %s %s",
    async (orderBy, column, type, values) => {
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
      const found = await walk(repository, orderOf(orderBy));
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
    },
  );

  const related = [
    ...ordered.map(([orderBy, column, type, values]) => [orderBy, column, field(type), values] as const),
    // PostgreSQL's own enums list every value.
    ...(target.name === "postgres" ? [] : ["word", "~word"]).map((orderBy) => {
      const column = target.name === "mysql" ? "enum('z','a')" : "varchar(9)";
      const listed = field("enum", { values: ["z", "a"] });
      return [orderBy, column, listed, ["z", "a", "nope", "other", "z", "nope", "a"]] as const;
    }),
  ];
  it.each(related)(
    "pages by cursor have each record once in the order of a related field: %s %s",
    async (orderBy, column, word, values) => {
      const rows = values.map((value, index) => `(${index + 1}, '${value}')`);
      await fresh.database().run([
        `create table noted (id integer not null primary key, word ${column})`,
        `${target.name === "mysql" ? "insert ignore" : "insert"} into noted (id, word) values ${[...rows, "(8, null)"].join()}`,
        "create table line (id integer not null primary key, noteid integer references noted (id))",
        // Two for each note, and two without one.
        `insert into line (id, noteid) values ${Array.from({ length: 18 }, (_, index) => `(${index + 1}, ${index % 9 === 8 ? "null" : (index % 9) + 1})`).join()}`,
      ]);
      const id = field("int", { isRequired: true, isEditable: false });
      const rest = { permissions: { read: ["guest"] }, isReadOnly: true, primaryKey: "id" } as const;
      const noteid = field("int", { foreignKey: { targetEntityName: "noted", resolvedEntityName: "note" } });
      const noted: EntityConfig = { fields: { id, word }, ...rest };
      const line: EntityConfig = { fields: { id, noteid }, ...rest };
      const repository = (await fresh.start({ noted, line })).repository("line");
      const order = [
        { path: ["note", "word"], isDescending: orderBy.startsWith("~"), place: { path: "orderBy" } },
      ];
      const all = await repository.read({ orderBy: order, take: 40 });
      expect(all.items).toHaveLength(18);
      expect(await walk(repository, order)).toEqual(all.items);
      expect(await walk(repository, order, 5)).toEqual(all.items);
    },
  );

  it.each([
    ["", 1],
    ["word", 1],
    ["~word", 2],
    ["~word", 3],
  ])(
    "pages by cursor have all records of a table without a key, also equal ones: %s, %d",
    async (orderBy, take) => {
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
      const found = await walk(repository, order, take);
      expect(found).toEqual(all.items);
      expect(found).toHaveLength(8);
      const begun = await repository.read({ orderBy: order, take: 1, skip: 1 });
      const later = await repository.read({ orderBy: order, take: 7, after: begun.next });
      expect([...begun.items, ...later.items]).toEqual(all.items.slice(1));
    },
  );

  it.each(ordered.flatMap((each) => [1, 2, 3].map((take) => [...each, take] as const)))(
    "pages by cursor have all records of a table without a key whose values share a place: %s %s",
    async (orderBy, column, type, values, take) => {
      const rows = [...values.map((value) => `'${value}'`), "null", "null"];
      await fresh
        .database()
        .run([
          `create table alike (word ${column})`,
          `insert into alike (word) values ${rows.map((row) => `(${row})`).join()}`,
        ]);
      const alike: EntityConfig = {
        fields: { word: field(type) },
        permissions: { read: ["guest"] },
        isReadOnly: true,
        primaryKey: [],
      };
      const repository = (await fresh.start({ alike })).repository("alike");
      const all = await repository.read({ orderBy: orderOf(orderBy), take: 20 });
      expect(all.items).toHaveLength(9);
      expect(await walk(repository, orderOf(orderBy), take)).toEqual(all.items);
    },
  );

  it("pages by cursor have all records of a table without a key if only members without an order are selected", async () => {
    const values = ["'<b/>', 2", "'<a/>', 1", "'<b/>', 1", "'<a/>', 2", "null, 1"];
    await fresh
      .database()
      .run([
        `create table marked (doc ${target.name === "mysql" ? "longtext" : "xml"}, place integer)`,
        `insert into marked (doc, place) values ${values.map((row) => `(${row})`).join()}`,
      ]);
    const marked: EntityConfig = {
      fields: { doc: field("xml"), place: field("int") },
      permissions: { read: [{ role: "blind", fields: { exclude: ["place"] } }] },
      isReadOnly: true,
      primaryKey: [],
    };
    const api = await fresh.start({ marked });
    const repository = api.repository("marked");
    const docs = parseSelectValue({ doc: true });
    const all = await repository.read({ select: docs, orderBy: orderOf("place"), take: 20 });
    const found: unknown[] = [];
    let after: string | undefined;
    do {
      const page = await repository.read({ select: docs, take: 1, after });
      found.push(...page.items);
      after = page.next;
    } while (after !== undefined && found.length < 60);
    expect(found).toHaveLength(5);
    const texts = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item)).sort();
    expect(texts(found)).toEqual(texts(all.items));
    const blind = { userId: "1", roles: ["blind"] };
    await expect(repository.as(blind).read({ select: docs })).rejects.toMatchObject({
      code: "invalid-order",
      message: 'There is no field to sort "marked" by.',
    });
  });

  const enums = [["z", "a"], ...(target.name === "mysql" ? [["z", "", "a"]] : [])];
  const cases = enums.flatMap((values) => ["kind", "~kind"].map((orderBy) => [values, orderBy] as const));
  it.skipIf(target.name === "postgres").each(cases)(
    "pages by cursor have records with values that the enum does not list: %j, %s",
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
      const found = await walk(repository, orderOf(orderBy));
      expect(found).toEqual(all.items);
      expect(found).toHaveLength(6);
    },
  );
});

/** Reads page after page. */
async function walk(
  repository: Pick<AnyRepository, "read">,
  orderBy: ReturnType<typeof orderOf>,
  take = 1,
): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  let after: string | undefined;
  do {
    const page = await repository.read({ orderBy, take, after });
    found.push(...page.items);
    after = page.next;
    // An endless walk is a failure, too.
  } while (after !== undefined && found.length < 60);
  return found;
}

function orderOf(text: string) {
  const isDescending = text.startsWith("~");
  return [{ path: [text.replace("~", "")], isDescending, place: { path: "orderBy" } }];
}
