import { beforeAll, describe, expect, it } from "vitest";
import type { CompositeForeignKeyConfig, EntityConfig, FieldConfig } from "data-api";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { everybody, field, plain } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const key = { isRequired: true, isEditable: false };
const region = (options = {}) => field("string", { maxLength: 12, ...options });

/** The key of a city is its region and number. */
const city = plain(
  { region: region(key), nr: field("int", key), name: field("string"), mayor: field("string") },
  { primaryKey: ["region", "nr"] },
);

const toCity = (fields: readonly string[], resolvedEntityName?: string): CompositeForeignKeyConfig => ({
  fields,
  targetEntityName: "City",
  resolvedEntityName,
});

/** A key of each type that a key can have, and two of its values. */
const keysOfTypes: Readonly<Record<string, readonly [FieldConfig, of: unknown, above: unknown]>> = {
  byint: [field("int"), 2, -1],
  bybigint: [field("bigint"), "9007199254740993", "-9223372036854775808"],
  bydecimal: [field("decimal", { precision: 8, scale: 2 }), "12.5", "-0.25"],
  byboolean: [field("boolean"), true, false],
  bydate: [field("date"), "2024-02-29", "0001-01-01"],
  bydatetime: [field("datetime"), "2024-02-29T10:00:00.123Z", "2024-03-01T00:00:00.000Z"],
  bylocal: [
    field("datetime", { zone: "none", precision: 6 }),
    "2024-02-29T12:00:00.123456",
    "0001-01-01T00:00:00.000",
  ],
  bytime: [field("time", { precision: 6 }), "13:45:30.123456", "00:00:00"],
  byduration: [field("duration"), "P-1Y3DT0.000001S", "P1D"],
  byyear: [field("year"), 2024, 0],
  byuuid: [field("uuid"), "7b0c1b2e-92d7-4a3e-8a55-0f6f0d6f2f11", "00000000-0000-4000-8000-000000000000"],
  bytext: [field("string", { maxLength: 20 }), "it's", "\u{1f600}"],
  listed: [field("string", { values: ["a", "b"] }), "b", "a"],
};

/** Foreign keys of several fields. */
export function compositeReferenceCases({ serve }: Harness): void {
  describe("of several fields", () => {
    const server = serve({
      entities: {
        visit: plain(
          {
            title: field("string"),
            region: region({
              foreignKey: { targetEntityName: "region", resolvedEntityName: "theRegion" },
            }),
            from: field("int"),
            to: field("bigint"),
            until: field("int"),
          },
          {
            foreignKeys: [toCity(["region", "from"], "start"), toCity(["region", "until"], "end")],
          },
        ),
        alone: plain({ region: region(), nr: field("int") }, { foreignKeys: [toCity(["region", "nr"])] }),
        region: plain({ code: region(key), name: field("string") }, { primaryKey: "code" }),
        city,
        ...Object.fromEntries(
          Object.entries(keysOfTypes).map(([name, [type]]) => [
            name,
            plain(
              { tree: field("uuid", key), nr: { ...type, ...key }, aboveNr: type },
              {
                primaryKey: ["tree", "nr"],
                foreignKeys: [
                  { fields: ["tree", "aboveNr"], targetEntityName: name, resolvedEntityName: "above" },
                ],
              },
            ),
          ]),
        ),
      },
    });
    const north = { code: "north", name: "The North" };
    const oslo = { region: "north", nr: 1, name: "Oslo", mayor: null };
    const bergen = { region: "north", nr: 2, name: "Bergen", mayor: null };
    /** The ids are set when the database has assigned them. */
    const visits = [
      {
        ...{ id: 1, title: "b", region: "north", theRegion: north, from: 1, start: oslo, to: null },
        ...{ until: 2, end: bergen },
      },
      {
        ...{ id: 2, title: "a", region: "north", theRegion: north, from: 2, start: bergen, to: null },
        ...{ until: null, end: null },
      },
      {
        ...{ id: 3, title: "c", region: null, theRegion: null, from: 77, start: null, to: null },
        ...{ until: null, end: null },
      },
    ];
    const [first, second, third] = visits;

    beforeAll(async () => {
      const create = (name: string, record: object) => server.api.repository(name).create({ ...record });
      const createVisit = async (index: number, record: object) => {
        const { id } = await create("visit", record);
        Object.assign(visits[index] ?? {}, { id });
      };
      await create("region", north);
      await create("region", { code: "south", name: "The South" });
      await create("city", { region: "north", nr: 1, name: "Oslo" });
      await create("city", { region: "north", nr: 2, name: "Bergen" });
      await create("city", { region: "south", nr: 9, name: "Nice" });
      await createVisit(0, { title: "b", region: "north", from: 1, until: 2 });
      await createVisit(1, { title: "a", region: "north", from: 2 });
      await createVisit(2, { title: "c", from: 77 });
    });

    it.each([
      ["id", [first, second, third]],
      ["title", [second, first, third]],
      ["~title", [third, first, second]],
      ["from", [first, second, third]],
    ])(
      "resolved records of composite foreign keys follow the last field of their key, sorted by %s",
      async (orderBy, items) => {
        expectJson(await server.get(paths.findAll("visit", orderBy)), 200, { count: 3, items });
      },
    );

    it("records of composite foreign keys are resolved by id, by condition and on each page", async () => {
      expectJson(await server.get(paths.findById("visit", 1)), 200, { count: 1, items: [first] });
      const found = paths.findByCondition("visit", "region=north&until=null");
      expectJson(await server.get(found), 200, { count: 1, items: [second] });
      expectJson(await server.get(paths.findAll("visit", "~id", 1, 1)), 200, {
        count: 3,
        items: [second],
      });
    });

    it("server code and answers to writes contain the records of composite foreign keys too", async () => {
      expect(await server.api.repository("visit").findById(1)).toEqual(first);
      const prefer = { headers: { Prefer: "return=representation" }, body: { title: "b" } };
      expectJson(await server.request("PATCH", paths.record("visit", 1), prefer), 200, first);
    });

    it("a composite foreign key without a resolved name returns only its fields", async () => {
      const { id } = await server.api.repository("alone").create({ region: "north", nr: 1 });
      expectJson(await server.get(paths.findById("alone", id)), 200, {
        count: 1,
        items: [{ id, region: "north", nr: 1 }],
      });
    });

    const broken = (...names: readonly string[]) => ({
      detail: `${names.map((name) => `"${name}"`).join(", ")} together refer to a record that does not exist.`,
      errors: names.map((path) => ({
        path,
        code: "no-such-record",
        message: expect.stringContaining("together refer") as string,
      })),
    });

    it("a create without the target of a composite foreign key is rejected, with all fields of the key", async () => {
      const wrong = { body: { region: "north", from: 9 } };
      expectProblem(
        await server.request("POST", paths.entity("visit"), wrong),
        "foreign-key-conflict",
        broken("region", "from"),
      );
      // Both values exist, but not together.
      const mixed = { body: { region: "south", nr: 1 } };
      expectProblem(
        await server.request("POST", paths.entity("alone"), mixed),
        "foreign-key-conflict",
        broken("region", "nr"),
      );
    });

    it("an update of one field of a composite foreign key is checked together with the others", async () => {
      const { id } = await server.api.repository("alone").create({ region: "north", nr: 1 });
      const path = paths.record("alone", id);
      const wrong = { body: { nr: 9 } };
      expectProblem(
        await server.request("PATCH", path, wrong),
        "foreign-key-conflict",
        broken("region", "nr"),
      );
      const right = { body: { nr: 2 } };
      expect((await server.request("PATCH", path, right)).status).toBe(200);
      const nothing = { body: { region: null, nr: 4711 } };
      expect((await server.request("PATCH", path, nothing)).status).toBe(200);
    });

    it("a missing target of a foreign key of one field is reported for this field alone", async () => {
      const wrong = { body: { region: "east", from: null } };
      expectProblem(await server.request("POST", paths.entity("visit"), wrong), "foreign-key-conflict", {
        errors: [{ path: "region", code: "no-such-record", message: expect.any(String) as string }],
      });
    });

    it("a record that composite foreign keys refer to cannot be deleted", async () => {
      expectProblem(await server.delete(`${paths.entity("city")}/north/1`), "foreign-key-conflict", {
        detail: "Another record refers to this one.",
      });
      expect((await server.delete(`${paths.entity("city")}/south/9`)).status).toBe(200);
    });

    it.each(Object.entries(keysOfTypes))(
      "composite foreign keys with a uuid and a key of any type find their records, even in the same entity (%s)",
      async (name, [, nr, aboveNr]) => {
        const [tree, other] = [
          "7b0c1b2e-92d7-4a3e-8a55-0f6f0d6f2f11",
          "7b0c1b2e-92d7-4a3e-8a55-0f6f0d6f2f12",
        ];
        const records = server.api.repository(name);
        for (const each of [tree, other]) await records.create({ tree: each, nr: aboveNr });
        await records.create({ tree, nr, aboveNr });
        const above = { tree, nr: aboveNr, aboveNr: null };
        const page = pageOf(await server.get(paths.findAll(name, "~aboveNr")));
        expect(page.items).toHaveLength(3);
        expect(page.items).toContainEqual({ tree, nr, aboveNr, above });
        expect(page.items).toContainEqual({ ...above, above: null });
        // Both values exist, but not together.
        const path = `${paths.entity(name)}/${other}/${encodeURIComponent(String(aboveNr))}`;
        const mixed = await server.patch(path, { aboveNr: nr });
        expectProblem(mixed, "foreign-key-conflict", broken("tree", "aboveNr"));
      },
    );
  });

  describe("rights", () => {
    const fields = { owner: field("string"), region: region(), nr: field("int") };
    const foreignKeys = [toCity(["region", "nr"], "place")];
    const reading = (read: EntityConfig["permissions"]["read"], options: Partial<EntityConfig> = {}) =>
      plain(fields, { permissions: { ...everybody, read }, foreignKeys, ...options });
    const server = serve({
      entities: {
        open: reading(["guest"]),
        bare: reading(["guest"], { resolveForeignKeys: false }),
        half: reading([{ role: "guest", fields: { include: ["owner", "nr"] } }]),
        some: reading([
          { role: "guest", fields: { include: ["owner", "region"] }, where: "owner=a|owner=c" },
          { role: "guest", fields: { include: ["owner", "nr"] }, where: "owner=b|owner=c" },
        ]),
        hidden: plain(fields, {
          foreignKeys: [{ ...toCity(["region", "nr"], "place"), targetEntityName: "closed" }],
        }),
        closed: { ...city, permissions: { create: ["guest"] } },
        city: {
          ...city,
          permissions: {
            ...everybody,
            read: [{ role: "guest", fields: { exclude: ["mayor"] }, where: "nr<3" }],
          },
          readValidator: () => "name=Oslo|name=Molde",
        },
      },
    });
    const oslo = { region: "north", nr: 1, name: "Oslo" };
    const rows = [
      { owner: "a", region: "north", nr: 1 },
      { owner: "b", region: "north", nr: 2 },
      { owner: "c", region: "north", nr: 1 },
      { owner: "d", region: "north", nr: 3 },
    ];

    const idOf = new Map<string, unknown>();

    beforeAll(async () => {
      for (const name of ["city", "closed"])
        for (const [nr, title] of [
          [1, "Oslo"],
          [2, "Bergen"],
          [3, "Molde"],
        ] as const)
          await server.api.repository(name).create({ region: "north", nr, name: title, mayor: "x" });
      for (const name of ["open", "bare", "half", "some", "hidden"])
        for (const row of rows)
          idOf.set(`${name} ${row.owner}`, (await server.api.repository(name).create(row)).id);
    });

    it.each([
      ["open", rows.map((row) => ({ id: 0, ...row, place: row.nr === 1 ? oslo : null }))],
      ["bare", rows.map((row) => ({ id: 0, ...row }))],
      ["hidden", rows.map((row) => ({ id: 0, ...row }))],
      ["half", rows.map(({ owner, nr }) => ({ owner, nr }))],
      [
        "some",
        [
          { owner: "a", region: "north" },
          { owner: "b", nr: 2 },
          { owner: "c", region: "north", nr: 1, place: oslo },
        ],
      ],
    ])(
      "the rights of the caller apply to the composite foreign keys of the entity %s",
      async (name, items) => {
        expectJson(await server.get(paths.findAll(name, "owner")), 200, {
          count: items.length,
          items: items.map((item) =>
            "id" in item ? { ...item, id: idOf.get(`${name} ${item.owner}`) } : item,
          ),
        });
      },
    );
  });

  describe("to read-only entities", () => {
    const made = [
      "create table town (region varchar(12) not null, nr integer not null, name varchar(30), primary key (region, nr))",
      "insert into town (region, nr, name) values ('north', 1, 'Oslo')",
      "create view village as select region, nr, name from town",
      "create table trip (id integer not null primary key, region varchar(12), nr integer)",
      "insert into trip (id, region, nr) values (1, 'north', 1)",
      "insert into trip (id, region, nr) values (2, 'north', 7)",
    ];
    const onlyRead = (fields: EntityConfig["fields"], options: Partial<EntityConfig>): EntityConfig => ({
      fields,
      permissions: { read: ["guest"] },
      isReadOnly: true,
      ...options,
    });
    const town = onlyRead(
      { region: region(key), nr: field("int", key), name: field("string") },
      { primaryKey: ["region", "nr"] },
    );
    const pair = { region: region(), nr: field("int") };
    const foreignKeys = (targetEntityName: string) => [
      { fields: ["region", "nr"], targetEntityName, resolvedEntityName: "place" },
    ];
    const server = serve(
      {
        entities: {
          town,
          village: town,
          trip: onlyRead(
            { id: field("int", key), ...pair },
            { primaryKey: "id", foreignKeys: foreignKeys("village") },
          ),
          tour: plain(pair, { foreignKeys: foreignKeys("town") }),
        },
      },
      made,
    );
    const place = { region: "north", nr: 1, name: "Oslo" };

    it("composite foreign keys to read-only entities are resolved without a constraint", async () => {
      const items = [
        { id: 1, region: "north", nr: 1, place },
        { id: 2, region: "north", nr: 7, place: null },
      ];
      expectJson(await server.get(paths.findAll("trip")), 200, { count: 2, items });
      for (const item of items)
        Object.assign(item, await server.api.repository("tour").create({ region: item.region, nr: item.nr }));
      expectJson(await server.get(paths.findAll("tour")), 200, { count: 2, items });
    });
  });
}
