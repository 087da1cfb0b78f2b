import { expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { field, openEntity } from "../conformance/fields.js";
import { expectReports, lineLike, takeLines } from "../conformance/reports.js";
import { useFresh } from "./fresh.js";
import { openPort } from "../conformance/start.js";

const entities = {
  thing: openEntity({
    title: field("string", { isUnique: true }),
    sort: field("int", { isIndexed: true }),
    owner: field("int", { foreignKey: { targetEntityName: "owner", resolvedEntityName: "theOwner" } }),
  }),
  owner: openEntity({}),
};
const verify = { schema: "verify" } as const;
const off = { schema: "off" } as const;

await describeDialects("verifying tables", (dialect) => {
  const { start, refusal, dump } = useFresh(dialect);

  it('with schema "verify", a start succeeds if the tables match, and changes nothing', async () => {
    await start(entities);
    const made = await dump();
    const api = await start(entities, verify);
    expect(await api.repository("thing").create({ title: "a" })).toMatchObject({ title: "a" });
    expect(await dump()).toBe(made);
  });

  it('with schema "verify", a start succeeds if only indexes are missing or not configured', async () => {
    await start({ thing: openEntity({ title: field("string", { isUnique: true }), sort: field("int") }) });
    const made = await dump();
    await start(
      { thing: openEntity({ title: field("string"), sort: field("int", { isIndexed: true }) }) },
      verify,
    );
    expect(await dump()).toBe(made);
  });

  it('with schema "verify", a start creates nothing, and reports everything that is missing', async () => {
    expect(await refusal(entities, verify)).toBe(
      [
        "The database differs from the configuration:",
        '  - The table "thing" is missing.',
        '  - The table "owner" is missing.',
        ...(dialect.name === "sqlite" ? [] : ['  - The foreign key from "thing"."owner" is missing.']),
        '"data-api db push" adds what is missing.',
      ].join("\n"),
    );
    expect(await dump()).toBe("");
    await start({ thing: openEntity({ title: field("string"), sort: field("string") }) });
    const made = await dump();
    const message = await refusal(entities, verify);
    expect(message.replace(/is of type ".*"/, "is of type …").split("\n")).toEqual([
      "The database differs from the configuration:",
      '  - The table "owner" is missing.',
      '  - The column "thing"."sort" is of type ….',
      '  - The column "thing"."owner" is missing.',
      '  - The unique index on "thing"."title" is missing.',
      '"data-api db push" adds what is missing.',
    ]);
    expect(await dump()).toBe(made);
  });
});

await describeDialects("trusting tables", (dialect) => {
  const { start, dump } = useFresh(dialect);

  it('with schema "off", a start succeeds without tables, and a request for one is database-incomplete', async () => {
    const api = await start(entities);
    await api.stopAsync();
    const untouched = await dump();
    const more = await start({ ...entities, more: openEntity({}) }, off);
    expect(await dump()).toBe(untouched);
    expect(await more.repository("thing").create({ title: "a" })).toMatchObject({ title: "a" });

    takeLines();
    more.setupApiEndpoints();
    await more.stopAsync();
    const { request } = await openPort(more);
    const path = "/api/data/more/public/findall/id/0/9";
    expectProblem(await request("GET", path), "database-incomplete");
    await lineLike({ msg: "The database lacks a table or column." });
    expectReports(1);
  });
});

await describeDialects("names of tables and columns", (dialect) => {
  const { start, dump } = useFresh(dialect);
  // As long as PostgreSQL allows; the other databases allow longer names.
  const long = "long_".repeat(12);

  it.each([
    ["long", { table: `${long}_t`, column: `${long}_c` }, /ux_(?:long_)+/],
    ["with dots", { table: "a.b", column: "c.d" }, /ux_a\\\\.b\.c\\\\.d/],
    ["with quotes", { table: `it's "a" \`b\``, column: `"c" 'd' \`e\`` }, /ux_it's/],
    ["with brackets and blanks", { table: "[a] b", column: " c ]d" }, /ux_\[a\] b\. c \]d/],
    ["with non-English letters", { table: "größe", column: "naïve_\u{e9}" }, /ux_größe\.naïve_é/],
    ["SQL keywords", { table: "order", column: "select" }, /ux_order\.select/],
  ])("names of tables and columns may be %s", async (_, { table, column }, index) => {
    const named = {
      thing: openEntity(
        {
          f: field("string", { column, isUnique: true }),
          g: field("int", { column: `${column}2`, isIndexed: true }),
          h: field("int", {
            column: `${column}3`,
            foreignKey: { targetEntityName: "thing", resolvedEntityName: "it" },
          }),
        },
        { table },
      ),
    };
    const api = await start(named);
    const made = await dump();
    expect(made.replaceAll('\\"', '"')).toMatch(index);
    const things = api.repository("thing");
    await things.create({ f: "a" });
    await expect(things.create({ f: "a" })).rejects.toMatchObject({ issues: [{ path: "f" }] });
    await expect(things.create({ h: 999 })).rejects.toMatchObject({ issues: [{ path: "h" }] });
    expect(await things.find({ where: 'f="a"', orderBy: "g" })).toMatchObject({ count: 1 });
    await start(named);
    expect(await dump()).toBe(made);
    await start(named, verify);
  });
});
