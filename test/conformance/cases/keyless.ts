import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import type { EntityConfig } from "data-api";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { everybody, field } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

const req = new IncomingMessage(new Socket());

/** A log without a key, with some equal rows. */
const rows = [
  ["a", 1, "x"],
  ["b", 1, "x"],
  ["b", 1, "x"],
  ["b", 1, null],
  ["c", 1, "y"],
  ["c", 2, "x"],
  [null, 1, "z"],
] as const;
const literal = (value: string | number | null) => (typeof value === "string" ? `'${value}'` : String(value));
const made = [
  "create table visitlog (page varchar(20), hits integer not null, visitor varchar(20))",
  // In a different order, so that only a complete order gives the expected result.
  ...rows
    .toReversed()
    .map((row) => `insert into visitlog (page, hits, visitor) values (${row.map(literal).join(", ")})`),
  ...["partly", "sometimes", "blank", "closed"].map(
    (name) => `create view ${name} as select * from visitlog`,
  ),
  "create view visits as select page, max(hits) as hits from visitlog group by page",
];
const fields = {
  page: field("string", { maxLength: 20, isEditable: false }),
  hits: field("int", { isRequired: true, isEditable: false }),
  visitor: field("string", { maxLength: 20, isEditable: false }),
};
const keyless = (read: EntityConfig["permissions"]["read"], options: Partial<EntityConfig> = {}) =>
  ({ fields, primaryKey: [], isReadOnly: true, permissions: { read }, ...options }) satisfies EntityConfig;

export function keylessCases({ serve }: Harness): void {
  const server = serve(
    {
      entities: {
        visitlog: keyless(["guest"]),
        visits: keyless(["guest"], {
          fields: { page: fields.page, hits: field("int", { isEditable: false }) },
        }),
        partly: keyless([{ role: "guest", fields: { include: ["page", "hits"] } }]),
        sometimes: keyless([
          { role: "guest", fields: { exclude: ["visitor"] } },
          { role: "guest", where: "page=c" },
        ]),
        blank: keyless([
          { role: "guest", fields: { exclude: ["page", "hits", "visitor"] }, where: "hits>1" },
        ]),
        closed: keyless([]),
        other: { fields: { hits: fields.hits }, permissions: everybody },
      },
    },
    made,
  );
  const records = rows.map(([page, hits, visitor]) => ({ page, hits, visitor }));
  const [a, b, , bNull, c, c2, none] = records;

  it("a table without a key is paged in an order of all fields, so that no record is missed", async () => {
    const all = pageOf(await server.get(paths.findAll("visitlog", "page")));
    expect(all).toEqual({
      count: 7,
      items: [none, a, bNull, b, b, c, c2],
    });
    const pages: unknown[] = [];
    for (let skip = 0; skip < 7; skip++)
      pages.push(...pageOf(await server.get(paths.findAll("visitlog", "page", skip, 1))).items);
    expect(pages).toEqual(all.items);
    const descending = pageOf(await server.get(paths.findAll("visitlog", "~page"))).items;
    expect(descending).toEqual(all.items.toReversed());
    expect(pageOf(await server.get(paths.findAll("visitlog", "hits"))).items).toEqual([
      none,
      a,
      bNull,
      b,
      b,
      c,
      c2,
    ]);
  });

  it("a table without a key can be filtered and counted", async () => {
    expectJson(await server.get(paths.findByCondition("visitlog", "page=b&visitor=x", "hits")), 200, {
      count: 2,
      items: [b, b],
    });
    expect(await server.api.repository("visitlog").count("page=c")).toBe(2);
    expect((await server.api.repository("visitlog").find({ where: "page=a" })).items).toEqual([a]);
  });

  it("an entity without a key can be a view", async () => {
    expectJson(await server.get(paths.findAll("visits", "~hits", 0, 3)), 200, {
      count: 4,
      items: [
        { page: "c", hits: 2 },
        { page: "b", hits: 1 },
        { page: "a", hits: 1 },
      ],
    });
  });

  it("a table without a key shows the readable fields, in an order of these", async () => {
    expectJson(await server.get(paths.findAll("partly", "hits", 0, 9)), 200, {
      count: 7,
      items: [none, a, b, b, b, c, c2].map((record) => ({ page: record?.page, hits: record?.hits })),
    });
    const shown = pageOf(await server.get(paths.findAll("sometimes", "page", 0, 9)));
    expect(shown.items.slice(0, 2)).toEqual([
      { page: null, hits: 1 },
      { page: "a", hits: 1 },
    ]);
    expect(shown.items.slice(-2)).toEqual([c, c2]);
    expectProblem(await server.get(paths.findAll("partly", "visitor")), "invalid-order");
    expectProblem(await server.get(paths.findAll("closed", "page")), "forbidden");
    expectProblem(await server.get(paths.findAll("blank", "page")), "invalid-order");
    const guest = { userId: "1", roles: ["guest"] };
    await expect(server.api.repository("blank").as(guest).find()).rejects.toMatchObject({
      code: "invalid-order",
      message: 'There is no field to sort "blank" by.',
    });
    expect((await server.api.repository("partly").as(guest).find({ take: 1 })).items).toEqual([
      { page: null, hits: 1 },
    ]);
  });

  it.each([
    ["GET", "/api/data/visitlog/public/findbyid/a"],
    ["GET", "/api/data/visitlog/public/findbyid"],
    ["GET", "/api/data/visitlog/public/findbyid/"],
    ["GET", "/api/data/closed/public/findbyid/a"],
    ["PUT", "/api/data/visitlog/a"],
    ["PATCH", "/api/data/visitlog/a"],
    ["DELETE", "/api/data/visitlog/a"],
  ])("a table without a key has no paths of single records: %s %s", async (method, path) => {
    expectProblem(await server.request(method, path, { body: { hits: 1 } }), "unknown-path");
  });

  it.each([
    ["PUT", "/api/data/visitlog"],
    ["PATCH", "/api/data/visitlog/"],
    ["DELETE", "/api/data/visitlog/"],
  ])("a table without a key cannot be written as a whole: %s %s", async (method, path) => {
    expectProblem(await server.request(method, path, { body: { hits: 1 } }), "method-not-allowed");
    expect(await server.api.repository("visitlog").count()).toBe(7);
  });

  it("a table without a key accepts no new records", async () => {
    const body = { hits: 1 };
    expectProblem(await server.post(paths.entity("visitlog"), body), "forbidden");
  });

  describe("server code", () => {
    it("server code cannot use ids for a table without a key", async () => {
      const logs = server.api.repository("visitlog") as unknown as {
        findById: (id: unknown) => Promise<unknown>;
        update: (id: unknown, changes: object) => Promise<unknown>;
        delete: (id: unknown) => Promise<unknown>;
      };
      for (const id of ["a", {}, [], undefined])
        await expect(logs.findById(id)).rejects.toMatchObject({
          code: "invalid-id",
          message: 'A "visitlog" has no id: nothing identifies its records.',
        });
      await expect(logs.update({}, { hits: 2 })).rejects.toThrow("read-only");
      await expect(logs.delete({})).rejects.toThrow("read-only");
      await expect(server.api.findByIdAsync(req, "visitlog", "a")).rejects.toMatchObject({
        code: "invalid-id",
      });
      expect(await server.api.repository("visitlog").count()).toBe(7);
    });
  });
}
