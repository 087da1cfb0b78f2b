import { expect, it } from "vitest";
import type { EntityConfig } from "data-api";
import { dialects } from "../../runtime/database/dialects/dialects.js";
import type { FieldTypeName } from "../../runtime/model/field-type.js";
import type { DialectName } from "../../runtime/model/model.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { useFresh } from "./fresh.js";

const HARD =
  "it's \"quoted\", \\ back\\slashed\\', `ticked`, [in] {braces} --;/* %s ? :x $1 \u{1f600} é\tend";

/** Each type with a default that contains special characters or extreme values. */
const defaults: EntityConfig["fields"] = {
  astring: field("string", { default: HARD }),
  atext: field("text", { default: `${HARD}\n${HARD}` }),
  arich: field("richtext", { default: `<b>${HARD}</b>` }),
  anint: field("int", { default: -2_147_483_648 }),
  abigint: field("bigint", { default: "-9223372036854775808" }),
  afloat: field("float", { default: -1.7e-7 }),
  adecimal: field("decimal", { default: "-12345678901234567890.5", precision: 30, scale: 5 }),
  atrue: field("boolean", { default: true }),
  afalse: field("boolean", { default: false }),
  adate: field("date", { default: "0001-01-01" }),
  adatetime: field("datetime", { default: "2024-02-29T23:59:59.999Z" }),
  auuid: field("uuid", { default: "01234567-89ab-4def-8123-456789abcdef" }),
  ajson: field("json", { default: { text: HARD, list: [1, null, true], 'a "key"': {} } }),
};
const references: EntityConfig["fields"] = {
  owner: field("uuid", { foreignKey: { targetEntityName: "owner", resolvedEntityName: "theOwner" } }),
  parent: field("int", { foreignKey: { targetEntityName: "thing", resolvedEntityName: "above" } }),
};
const owner = openEntity({ name: field("string", { isUnique: true }) }, { systemFields: { id: "uuid" } });
const whole = {
  thing: openEntity({
    ...defaults,
    ...references,
    must: field("string", { isRequired: true, isIndexed: true }),
    code: field("string", { isUnique: true }),
    secret: field("secret"),
  }),
  owner,
};

await describeDialects("creating tables", (dialect) => {
  const { start, refusal, dump, database } = useFresh(dialect);

  it("a start creates missing tables, and the next start changes nothing", async () => {
    const first = await start(whole);
    const made = await dump();
    expect(made).toContain("ux_thing.code");
    expect(made).toContain("ix_thing.must");
    expect(made).toContain("ux_owner.name");
    const created = await first.repository("thing").create({ must: "x", code: "y" });
    const second = await start(whole);
    expect(await dump()).toBe(made);
    expect(await second.repository("thing").findById(created.id)).toEqual(created);
  });

  it("created tables enforce references, including those between two tables in both directions", async () => {
    const pointing = (targetEntityName: string) =>
      field("int", { foreignKey: { targetEntityName, resolvedEntityName: "it" } });
    const api = await start({ a: openEntity({ b: pointing("b") }), b: openEntity({ a: pointing("a") }) });
    const a = await api.repository("a").create({});
    const b = await api.repository("b").create({ a: a.id });
    await api.repository("a").update(a.id, { b: b.id });
    for (const breaking of [
      () => api.repository("a").create({ b: 999 }),
      () => api.repository("b").delete(b.id),
    ])
      await expect(breaking()).rejects.toMatchObject({ code: "foreign-key-conflict" });
  });

  it("a start adds columns with their defaults, which existing records get too", async () => {
    const first = await start({ thing: openEntity({ old: field("int") }), owner });
    const { id } = await first.repository("thing").create({ old: 1 });
    await first.repository("thing").create({ old: 2 });
    const second = await start({
      ...whole,
      thing: openEntity({ old: field("int"), ...defaults, ...references }),
    });
    const record = await second.repository("thing").findById(id);
    const expected = Object.fromEntries(
      Object.entries(defaults).map(([name, { default: value }]) => [name, value]),
    );
    // An exact number is a number, any other number is a text.
    expect(record).toMatchObject({ old: 1, ...expected, owner: null, parent: null });
    expect(await second.repository("thing").create({ old: 3 })).toMatchObject(expected);
    await expect(second.repository("thing").create({ parent: 999 })).rejects.toMatchObject({
      code: "foreign-key-conflict",
    });
  });

  it("new tables have the defaults of the configuration", async () => {
    const bare = { systemFields: { createdat: false, updatedat: false } };
    const api = await start({ thing: openEntity({ n: field("int"), ...defaults }, bare) });
    // Without the product, which would fill in the defaults itself.
    await database().run(["insert into thing (n) values (1)"]);
    expect(await api.repository("thing").find()).toMatchObject({
      items: [Object.fromEntries(Object.entries(defaults).map(([name, each]) => [name, each.default]))],
    });
  });

  it("a start adds missing indexes, and recognizes existing ones by name or by columns", async () => {
    const fields = (options: object) => ({ code: field("string", options), sort: field("int", {}) });
    await start({ thing: openEntity(fields({})) });
    await database().run(["create index of_somebody_else on thing (sort)"]);
    const indexed = {
      thing: openEntity({ ...fields({ isUnique: true }), sort: field("int", { isIndexed: true }) }),
    };
    const api = await start(indexed);
    const made = await dump();
    expect(made).toContain("ux_thing.code");
    expect(made).not.toContain("ix_thing.sort");
    await api.repository("thing").create({ code: "a" });
    await expect(api.repository("thing").create({ code: "a" })).rejects.toMatchObject({
      code: "unique-conflict",
      issues: [{ path: "code" }],
    });
    await start(indexed);
    expect(await dump()).toBe(made);
  });

  it("a unique field allows any number of records with null", async () => {
    const api = await start({ thing: openEntity({ code: field("string", { isUnique: true }) }) });
    for (let count = 0; count < 3; count++) await api.repository("thing").create({});
    await api.repository("thing").create({ code: "a" });
    await api.repository("thing").update(1, { code: "b" });
    await api.repository("thing").update(1, { code: null });
    await expect(api.repository("thing").update(2, { code: "a" })).rejects.toMatchObject({
      code: "unique-conflict",
    });
    expect(await api.repository("thing").count("code=null")).toBe(3);
  });

  it("a start reports once that records are not unique, and changes nothing", async () => {
    const first = await start({ thing: openEntity({ title: field("string") }) });
    for (let count = 0; count < 2; count++) await first.repository("thing").create({ title: "twice" });
    const before = await dump();
    const message = await refusal({ thing: openEntity({ title: field("string", { isUnique: true }) }) });
    expect(message).toMatch(
      /^The unique index on "thing"\."title" is missing\. It cannot be added: .+\.\n {2}create unique index .+;$/,
    );
    expect(await dump()).toBe(before);
  });

  it("a start rolls back its changes if a later one fails, if the database can", async () => {
    const first = await start({ thing: openEntity({ title: field("string") }) });
    for (let count = 0; count < 2; count++) await first.repository("thing").create({ title: "twice" });
    const before = await dump();
    const thing = openEntity({ title: field("string", { isUnique: true }), more: field("int") });
    await refusal({ thing, other: openEntity({}) });
    const isUndone = dialect.name !== "mysql";
    expect((await dump()) === before).toBe(isUndone);
    // In any case, a later start completes the work when the cause is gone.
    await database().run(["delete from thing"]);
    await start({ thing, other: openEntity({}) });
  });

  const { columns } = dialects[dialect.name as DialectName];
  const declared = (type: FieldTypeName) =>
    columns[type].declaration({
      maxLength: undefined,
      precision: undefined,
      scale: undefined,
      storedAs: undefined,
    });

  it("a start reports all differences of tables at once, and changes nothing", async () => {
    await start({
      a: openEntity({ x: field("int"), y: field("string"), z: field("json") }),
      b: openEntity({}, { systemFields: { updatedat: false } }),
    });
    const before = await dump();
    const message = await refusal({
      fresh: openEntity({}),
      a: openEntity({
        x: field("boolean"),
        y: field("string", { isRequired: true }),
        z: field("date"),
        must: field("int", { isRequired: true }),
        may: field("int"),
      }),
      b: openEntity({}),
    });
    const lines = message.split("\n");
    expect(lines[0]).toBe("The database differs from the configuration:");
    expect(lines.slice(1).map((line) => line.replace(/of type "[^"]+"/, "of type …"))).toEqual([
      `  - The column "a"."x" is of type …, the field "x" needs "${declared("boolean")}".`,
      '  - The column "a"."y" is nullable, the field "y" is required.',
      `  - The column "a"."z" is of type …, the field "z" needs "${declared("date")}".`,
      '  - The column "a"."must" is missing and cannot be added, because existing records would have no value for it: give the field a "default" or make it not required.',
      '  - The column "b"."updatedat" is missing and cannot be added, because existing records would have no value for it: add it by hand or switch it off with "systemFields".',
    ]);
    const [, ofX = ""] = /"x" is of type "([^"]+)"/.exec(message) ?? [];
    expect(columns.int.stored).toContain(ofX);
    expect(await dump()).toBe(before);
  });

  it("a start rejects columns that are too narrow, on databases with such columns", async () => {
    const sized = (maxLength: number, precision: number, scale: number) => ({
      thing: openEntity({
        title: field("string", { maxLength }),
        price: field("decimal", { precision, scale }),
      }),
    });
    await start(sized(20, 8, 4));
    await start(sized(10, 6, 3));
    // In SQLite, text columns have no length, and decimal columns no precision.
    if (dialect.name === "sqlite") {
      await start(sized(30, 9, 5));
      return;
    }
    for (const [length, precision, scale, wrong] of [
      [30, 8, 4, ["title"]],
      [20, 9, 4, ["price"]],
      [20, 8, 5, ["price"]],
      [20, 9, 5, ["price"]],
      [30, 9, 5, ["title", "price"]],
    ] as const) {
      const message = await refusal(sized(length, precision, scale));
      expect(Array.from(message.matchAll(/"thing"\."(\w+)" is of type/g), ([, name]) => name)).toEqual(wrong);
    }
  });
});
