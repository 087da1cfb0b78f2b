import { beforeEach, describe, expect, it } from "vitest";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { ApiError, type FieldConfig, type PlainEntity, type Repository } from "data-api";
import { expectJson, expectProblem, pageOf, pluck, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

/** A field of a key. */
function key(type: FieldConfig["type"], options: Partial<FieldConfig> = {}): FieldConfig {
  return field(type, { isRequired: true, isEditable: false, ...options });
}

const UUID = "a9b1c2d3-0000-4000-8000-00000000000f";
const RECORD = { headers: { Prefer: "return=representation" } };
const req = new IncomingMessage(new Socket());

/** Values that clients must be able to use in paths. */
const texts = [
  "a/b",
  "100%",
  "%2F",
  "%zz",
  "two words",
  " ",
  "..",
  ".",
  "~",
  "~a",
  "Ünïcödé",
  "日本",
  "\u{1f600}",
  "a?b#c&d=e",
  "a+b",
  "quo\"te's",
  "back\\slash",
  "public",
  "findall",
  "null",
  "0",
  "A",
  "a",
  "a ",
  "x".repeat(40),
];

export function keyCases({ serve, createDatabase, startOn }: Harness): void {
  describe("of the server with another name", () => {
    const server = serve({
      entities: {
        blog: openEntity({ id: field("string"), url: field("string") }, { primaryKey: "BlogId" }),
        session: openEntity({ name: field("string") }, { primaryKey: "key", systemFields: { id: "uuid" } }),
      },
    });

    it("an id with another name is generated in sequence, and used in all endpoints", async () => {
      const created = await server.post(paths.entity("blog"), { id: "x", BlogId: 77 });
      expectJson(created, 201, 1);
      expect(created.headers["location"]).toBe("/api/data/blog/public/findbyid/1");
      const second = await server.request("POST", paths.entity("blog"), { ...RECORD, body: { url: "u" } });
      const { BlogId: next } = second.json as { BlogId: number };
      expect(second.json).toMatchObject({ id: null, url: "u" });
      expect(next).toBeGreaterThan(1);
      expect(Object.keys(second.json as object)).toEqual(["BlogId", "id", "url", "createdat", "updatedat"]);
      expect(pageOf(await server.get(paths.findById("blog", 1))).items).toMatchObject([
        { BlogId: 1, id: "x" },
      ]);
      expectJson(await server.patch(paths.record("blog", 1), { id: "y" }), 200, {
        count: 1,
      });
      expect(pluck(await server.get(paths.findByCondition("blog", "blogid<9", "~BLOGID")), "id")).toEqual([
        null,
        "y",
      ]);
      expectJson(await server.delete(paths.record("blog", 1)), 200, { count: 1 });
      expect((await server.api.findByIdAsync(req, "blog", next)).items).toMatchObject([{ url: "u" }]);
    });

    it("an id with another name can be a random uuid", async () => {
      const { json: id } = await server.post(paths.entity("session"), { name: "n" });
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
      expect(pageOf(await server.get(paths.findById("session", String(id)))).items).toMatchObject([
        { key: id, name: "n" },
      ]);
    });

    it("an id with another name cannot be set by a caller", async () => {
      const reply = await server.post(paths.entity("blog"), { BlogId: 5 }, { Prefer: "handling=strict" });
      expectProblem(reply, "invalid-fields", {
        errors: [{ path: "BlogId", code: "not-editable", message: 'The field "BlogId" cannot be set here.' }],
      });
    });
  });

  describe("of a field that the server sets", () => {
    const made = { isIgnoredOnCreate: true };
    const server = serve({
      entities: {
        small: openEntity(
          { title: field("string"), nr: key("int", { ...made, column: "the nr" }) },
          { primaryKey: "nr" },
        ),
        large: openEntity({ nr: key("bigint", made) }, { primaryKey: ["nr"] }),
        random: openEntity({ nr: key("uuid", made), title: field("string") }, { primaryKey: "nr" }),
      },
    });

    it.each(["small", "large"])(
      "a key field that the server sets is generated in sequence in %s",
      async (name) => {
        expectJson(await server.post(paths.entity(name), { nr: 50 }), 201, 1);
        const second = (await server.post(paths.entity(name), {})).json as number;
        expect(second).toBeGreaterThan(1);
        const { json } = await server.request("POST", paths.entity(name), { ...RECORD, body: {} });
        const { nr: third } = json as { nr: number };
        expect(third).toBeGreaterThan(second);
        expect(pluck(await server.get(paths.findAll(name, "~nr")), "nr")).toEqual([third, second, 1]);
        expectJson(await server.delete(paths.record(name, second)), 200, { count: 1 });
      },
    );

    it("a key field of the type uuid that the server sets is a random uuid", async () => {
      const { json: id } = await server.post(paths.entity("random"), { nr: UUID });
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/);
      expect(id).not.toBe(UUID);
      expectJson(await server.put(paths.record("random", String(id).toUpperCase()), { title: "t" }), 200, {
        count: 1,
      });
    });
  });

  describe("of a field that the caller sets", () => {
    const server = serve({
      entities: {
        country: openEntity(
          { code: key("string", { maxLength: 40 }), name: field("string") },
          { primaryKey: "code" },
        ),
        // Not the names of the types: some databases have a type for each table.
        byint: openEntity({ k: key("int") }, { primaryKey: "k" }),
        bybigint: openEntity({ k: key("bigint") }, { primaryKey: "k" }),
        bydecimal: openEntity({ k: key("decimal", { precision: 8, scale: 2 }) }, { primaryKey: "k" }),
        byboolean: openEntity({ k: key("boolean") }, { primaryKey: "k" }),
        bydate: openEntity({ k: key("date") }, { primaryKey: "k" }),
        bydatetime: openEntity({ k: key("datetime") }, { primaryKey: "k" }),
        bylocal: openEntity({ k: key("datetime", { zone: "none", precision: 6 }) }, { primaryKey: "k" }),
        bytime: openEntity({ k: key("time", { precision: 6 }) }, { primaryKey: "k" }),
        byduration: openEntity({ k: key("duration") }, { primaryKey: "k" }),
        byyear: openEntity({ k: key("year") }, { primaryKey: "k" }),
        byuuid: openEntity({ k: key("uuid") }, { primaryKey: "k" }),
        listed: openEntity({ k: key("string", { values: ["a", "b"] }) }, { primaryKey: "k" }),
        city: openEntity({
          country: field("string", {
            maxLength: 40,
            foreignKey: { targetEntityName: "country", resolvedEntityName: "theCountry" },
          }),
        }),
      },
    });
    const countries = () => server.api.repository("country") as unknown as ByText;

    it.each(texts)("a text key is the same in bodies and in paths: %j", async (code) => {
      const created = await server.post(paths.entity("country"), { code, name: "n" });
      expectJson(created, 201, code);
      const location = `/api/data/country/public/findbyid/${encodeURIComponent(code)}`;
      expect(created.headers["location"]).toBe(location);
      expect(pluck(await server.get(location), "code")).toEqual([code]);
      const changed = await server.request("PATCH", paths.record("country", code), {
        ...RECORD,
        body: { name: code },
      });
      expect(changed.json).toMatchObject({ code, name: code });
      expect(
        pluck(await server.get(paths.findByCondition("country", `code=${quoted(code)}`, "code")), "name"),
      ).toEqual([code]);
      expect(await countries().findById(code)).toMatchObject({ code });
      expectJson(await server.delete(paths.record("country", code)), 200, { count: 1 });
      expect(pageOf(await server.get(location)).count).toBe(0);
    });

    it.each<readonly [string, unknown, string]>([
      ["byint", -5, "-5"],
      ["byint", 0, "0"],
      ["bybigint", "9223372036854775807", "9223372036854775807"],
      ["bydecimal", "12.5", "12.5"],
      ["byboolean", false, "false"],
      ["bydate", "2024-02-29", "2024-02-29"],
      ["bydatetime", "2024-02-29T12:00:00.500Z", "2024-02-29T12%3A00%3A00.500Z"],
      ["bylocal", "2024-02-29T12:00:00.123456", "2024-02-29T12%3A00%3A00.123456"],
      ["bytime", "13:45:30.123456", "13%3A45%3A30.123456"],
      ["byduration", "P-1Y3DT0.000001S", "P-1Y3DT0.000001S"],
      ["byyear", 0, "0"],
      ["byuuid", UUID, UUID],
      ["listed", "b", "b"],
    ])("a key that the caller sets can be of any type: %s: %j", async (name, value, segment) => {
      const created = await server.post(paths.entity(name), { k: value });
      expectJson(created, 201, value);
      expect(created.headers["location"]).toBe(`/api/data/${name}/public/findbyid/${segment}`);
      expect(pluck(await server.get(created.headers["location"] ?? ""), "k")).toEqual([value]);
      const again = await server.request("POST", paths.entity(name), { ...RECORD, body: { k: value } });
      expectProblem(again, "unique-conflict", {
        errors: [{ path: "k", code: "not-unique", message: '"k" is taken by another record.' }],
      });
      expectJson(await server.delete(`/api/data/${name}/${segment}`), 200, { count: 1 });
    });

    it("a key that the caller sets is required, and cannot be empty", async () => {
      const before = await snapshot(server);
      expectProblem(await server.post(paths.entity("country"), { name: 5 }), "invalid-fields", {
        errors: [
          { path: "code", code: "required", message: '"code" is required.' },
          { path: "name", code: "wrong-type", message: '"name" must be text.' },
        ],
      });
      const errors = [{ path: "code", code: "too-short", message: '"code" must not be empty.' }];
      expectProblem(await server.post(paths.entity("country"), { code: "" }), "invalid-fields", {
        detail: '"code" must not be empty.',
        errors,
      });
      await expect(countries().create({ code: "" })).rejects.toMatchObject({
        code: "invalid-fields",
        issues: errors,
      });
      await expect(countries().findById("")).rejects.toMatchObject({ code: "invalid-id" });
      expectProblem(await server.post(paths.entity("country"), { code: null }), "invalid-fields");
      expect(await snapshot(server)).toBe(before);
    });

    it("a key that the caller sets cannot change", async () => {
      await countries().create({ code: "fix", name: "n" });
      expectProblem(
        await server.patch(paths.record("country", "fix"), { code: "other" }),
        "nothing-to-update",
      );
      const strict = { headers: { Prefer: "handling=strict" }, body: { code: "other", name: "m" } };
      expectProblem(await server.request("PATCH", paths.record("country", "fix"), strict), "invalid-fields", {
        errors: [{ path: "code", code: "not-editable", message: 'The field "code" cannot be set here.' }],
      });
      await expect(countries().update("fix", { code: "x" })).rejects.toMatchObject({
        code: "invalid-fields",
      });
      expect(await countries().delete("fix")).toMatchObject({ code: "fix", name: "n" });
    });

    it("a key of another type in a path is rejected as an invalid id", async () => {
      for (const [name, segment] of [
        ["byint", "x"],
        ["bydecimal", "1.234"],
        ["byboolean", "yes"],
        ["bydate", "2023-02-29"],
        ["bydatetime", "2024-02-29"],
        ["bylocal", "2024-02-29T12:00:00Z"],
        ["bytime", "24:00:00"],
        ["byduration", "1 day"],
        ["byyear", "24"],
        ["byuuid", "x"],
        ["country", "x".repeat(41)],
      ] as const) {
        expectProblem(await server.get(paths.findById(name, segment)), "invalid-id");
        expectProblem(await server.delete(paths.record(name, segment)), "invalid-id");
      }
      expectProblem(await server.patch(paths.record("country", "none"), { name: "x" }), "unknown-record");
    });

    it("records are sorted by their key by default", async () => {
      for (const code of ["c", "a", "b"]) await countries().create({ code, name: "same" });
      const { items } = await countries().find();
      expect(items.map(({ code }) => code)).toEqual(["a", "b", "c"]);
      expect(pluck(await server.get(paths.findAll("country", "~name")), "code")).toEqual(["c", "b", "a"]);
      for (const { code } of items) await countries().delete(code);
    });

    it("a text key can be the target of references", async () => {
      await countries().create({ code: "at", name: "Austria" });
      const { json: city } = await server.post(paths.entity("city"), { country: "at" });
      expectProblem(await server.post(paths.entity("city"), { country: "de" }), "foreign-key-conflict", {
        errors: [
          {
            path: "country",
            code: "no-such-record",
            message: '"country" refers to a record that does not exist.',
          },
        ],
      });
      expectProblem(await server.delete(paths.record("country", "at")), "foreign-key-conflict");
      expectJson(await server.delete(paths.record("city", city as number)), 200, { count: 1 });
      expectJson(await server.delete(paths.record("country", "at")), 200, { count: 1 });
    });

    it("a text key in a path is not confused with the paths of reads", async () => {
      for (const path of ["/api/data/country/public", "/api/data/country/a%2Fb/"]) {
        const reply = await server.request("OPTIONS", path);
        expect([reply.status, reply.headers["allow"]]).toEqual([
          204,
          "GET, HEAD, PUT, PATCH, DELETE, OPTIONS",
        ]);
      }
    });
  });

  describe("of several fields", () => {
    const server = serve({
      entities: {
        orderline: openEntity(
          {
            line: key("int"),
            product: field("string"),
            amount: field("int", { default: 1, isUnique: true }),
            orderid: key("string", { maxLength: 20, column: "the order" }),
          },
          { primaryKey: ["orderid", "line"] },
        ),
        membership: openEntity(
          {
            person: key("uuid"),
            since: key("datetime"),
            level: key("decimal", { precision: 6, scale: 2 }),
            active: key("boolean"),
            big: key("bigint"),
          },
          {
            primaryKey: ["person", "since", "level", "active", "big"],
            systemFields: { createdat: false, updatedat: false },
          },
        ),
        moment: openEntity(
          {
            nr: key("int"),
            day: key("date"),
            local: key("datetime", { zone: "none", precision: 6 }),
            at: key("time", { precision: 6 }),
            span: key("duration"),
            annum: key("year"),
            kind: key("string", { values: ["a", "b"] }),
            code: key("string", { maxLength: 20 }),
          },
          {
            primaryKey: ["code", "kind", "nr", "day", "local", "at", "span", "annum"],
            systemFields: { createdat: false, updatedat: false },
          },
        ),
      },
    });
    const lines = () => server.api.repository("orderline") as unknown as ByLine;
    const line = (orderid: string, number: number | string) =>
      `/api/data/orderline/${encodeURIComponent(orderid)}/${number}`;
    const found = (orderid: string, number: number | string) =>
      `/api/data/orderline/public/findbyid/${encodeURIComponent(orderid)}/${number}`;

    beforeEach(async () => {
      for (const { orderid, line } of (await lines().find()).items) await lines().delete({ orderid, line });
    });

    it.each(["a", "x/y", "50%", "..", "public"])(
      "a composite key is the same in bodies and in paths: %j",
      async (orderid) => {
        const body = { product: "p", line: 2, orderid };
        const created = await server.post(paths.entity("orderline"), body);
        expectJson(created, 201, { orderid, line: 2 });
        expect(created.headers["location"]).toBe(found(orderid, 2));
        const whole = await server.request("POST", paths.entity("orderline"), {
          ...RECORD,
          body: { ...body, line: 3, amount: 7 },
        });
        expect(whole.headers["location"]).toBe(found(orderid, 3));
        expect(Object.keys(whole.json as object)).toEqual([
          "line",
          "product",
          "amount",
          "orderid",
          "createdat",
          "updatedat",
        ]);
        expect((await server.get(found(orderid, 3))).text).toBe(`{"count":1,"items":[${whole.text}]}`);
        expect(pageOf(await server.get(found(orderid, 4))).count).toBe(0);
        for (const [method, product] of [
          ["PUT", "q"],
          ["PATCH", "r"],
        ] as const) {
          expectJson(await server.request(method, line(orderid, 2), { body: { product } }), 200, {
            count: 1,
          });
          const changed = await server.request(method, line(orderid, 2), { ...RECORD, body: { product } });
          expect(changed.json).toMatchObject({ orderid, line: 2, product });
        }
        expect(pageOf(await server.get(found(orderid, 3))).items).toMatchObject([{ product: "p" }]);
        expectJson(await server.delete(line(orderid, 2)), 200, { count: 1 });
        expect((await server.request("DELETE", line(orderid, 3), RECORD)).json).toMatchObject({
          orderid,
          line: 3,
        });
        expectProblem(await server.delete(line(orderid, 3)), "unknown-record");
        expectProblem(await server.patch(line(orderid, 3), { product: "x" }), "unknown-record");
      },
    );

    const keysOfTypes = {
      membership: {
        person: UUID,
        since: "2024-02-29T12:00:00.000Z",
        level: "1.5",
        active: true,
        big: "9007199254740993",
      },
      moment: {
        code: "a/b 'c'",
        kind: "b",
        nr: -5,
        day: "2024-02-29",
        local: "2024-02-29T12:00:00.123456",
        at: "13:45:30.123456",
        span: "P-1Y3DT0.000001S",
        annum: 2024,
      },
    };
    it.each(Object.entries(keysOfTypes))(
      "a composite key can have fields of all types, in the order of the key (%s)",
      async (name, id) => {
        const created = await server.post(paths.entity(name), "active" in id ? { ...id, active: "1" } : id);
        expectJson(created, 201, id);
        const path = Object.values(id).map(String).map(encodeURIComponent).join("/");
        expect(created.headers["location"]).toBe(`/api/data/${name}/public/findbyid/${path}`);
        const { items } = pageOf(await server.get(created.headers["location"] ?? ""));
        expect(items).toEqual([id]);
        const again = await server.post(paths.entity(name), id);
        const { errors = [] } = expectProblem(again, "unique-conflict", { detail: /together are taken/ });
        expect(errors.map(({ path: field }) => field).toSorted()).toEqual(Object.keys(id).toSorted());
        expectProblem(await server.patch(`/api/data/${name}/${path}`, {}), "nothing-to-update");
        expectJson(await server.delete(`/api/data/${name}/${path}`), 200, { count: 1 });
      },
    );

    it("a composite key must be unique", async () => {
      const body = { orderid: "a", line: 1 };
      expect((await server.post(paths.entity("orderline"), body)).status).toBe(201);
      expect((await server.post(paths.entity("orderline"), { ...body, line: 2, amount: 5 })).status).toBe(
        201,
      );
      const message = '"line", "orderid" together are taken by another record.';
      expectProblem(await server.post(paths.entity("orderline"), { ...body, amount: 6 }), "unique-conflict", {
        detail: message,
        errors: [
          { path: "line", code: "not-unique", message },
          { path: "orderid", code: "not-unique", message },
        ],
      });
      expectProblem(
        await server.post(paths.entity("orderline"), { orderid: "b", line: 1, amount: 5 }),
        "unique-conflict",
        { detail: '"amount" is taken by another record.' },
      );
    });

    it("a composite key is the default order, and breaks ties in the order of the key", async () => {
      const sorted = [
        ["a", 1],
        ["a", 2],
        ["a", 10],
        ["b", 1],
        ["b", 3],
      ] as const;
      for (const [index, [orderid, number]] of [...sorted].reverse().entries())
        await lines().create({ orderid, line: number, amount: index, product: number > 1 ? "p" : null });
      const keysOf = (items: readonly object[]) =>
        items.map((item) => [(item as Line).orderid, (item as Line).line]);
      expect(keysOf((await lines().find()).items)).toEqual(sorted);
      expect(keysOf((await lines().find({ orderBy: "~orderid" })).items)).toEqual([...sorted].reverse());
      const byProduct = [sorted[0], sorted[3], sorted[1], sorted[2], sorted[4]];
      expect(keysOf((await lines().find({ orderBy: "product" })).items)).toEqual(byProduct);
      expect(keysOf((await lines().find({ orderBy: "~product" })).items)).toEqual([...byProduct].reverse());
      const pages = [];
      for (const skip of [0, 2, 4])
        pages.push(...pageOf(await server.get(paths.findAll("orderline", "~line", skip, 2))).items);
      expect(keysOf(pages)).toEqual([sorted[2], sorted[4], sorted[1], sorted[3], sorted[0]]);
      const condition = "orderid=a&line>1|line=3";
      expect(
        keysOf(pageOf(await server.get(paths.findByCondition("orderline", condition, "line"))).items),
      ).toEqual([sorted[1], sorted[4], sorted[2]]);
    });

    it("a composite key is rejected as an invalid id if any part is invalid", async () => {
      expectProblem(await server.get(found("x".repeat(21), "y")), "invalid-id", {
        errors: [
          {
            path: "orderid",
            code: "too-long",
            message: '"orderid" in the id of a "orderline" must have at most 20 characters.',
          },
          {
            path: "line",
            code: "wrong-type",
            message: '"line" in the id of a "orderline" must be a whole number.',
          },
        ],
      });
      expectProblem(await server.put(line("a", "1.5"), { product: "x" }), "invalid-id");
      expectProblem(await server.delete(line("a", "1.5")), "invalid-id");
    });

    it("a composite key has paths with one segment per field", async () => {
      const record = "GET, HEAD, PUT, PATCH, DELETE, OPTIONS";
      for (const [path, allow] of [
        [line("a", 1), record],
        [`${line("a", 1)}/`, record],
        [found("a", 1), "GET, HEAD, OPTIONS"],
        ["/api/data/orderline", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"],
        // Five segments can be such a key or a read.
        ["/api/data/membership/public/findall/a/0/9", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"],
        ["/api/data/membership/a/b/c/d/e", record],
      ] as const) {
        const options = await server.request("OPTIONS", path);
        expect([options.status, options.headers["allow"]], path).toEqual([204, allow]);
        const other = await server.request("PURGE", path);
        expect([other.status, other.headers["allow"]], path).toEqual([405, allow]);
      }
      for (const path of ["/a", "/a/1/2", "/a//", "/public/findbyid/a", "/public/findbyid/a/1/2"]) {
        for (const method of ["GET", "PATCH", "DELETE", "OPTIONS"])
          expectProblem(await server.request(method, `/api/data/orderline${path}`), "unknown-path", {
            detail: /A record of "orderline" is at \/api\/data\/orderline\/\{orderid\}\/\{line\}\.$/,
          });
      }
    });

    it("a composite key is an object in server code", async () => {
      const created = await lines().create({ orderid: "s", line: 1, product: "p" });
      const id = { orderid: "s", line: 1 };
      expect(await lines().findById(id)).toEqual(created);
      expect(await lines().findById({ line: "1" as unknown as number, orderid: "s" })).toEqual(created);
      expect(
        await lines().create({ orderid: "s", line: 2, amount: 2 }, undefined, { returning: "id" }),
      ).toEqual({
        orderid: "s",
        line: 2,
      });
      expect(await lines().update(id, { product: "q" })).toMatchObject({ ...id, product: "q" });
      expect(await lines().update(id, { product: "r" }, undefined, { returning: "id" })).toEqual(id);
      expect(await lines().delete({ orderid: "s", line: 2 }, undefined, { returning: "id" })).toEqual({
        orderid: "s",
        line: 2,
      });
      expect(await lines().delete({ orderid: "s", line: 2 })).toBeUndefined();
      expect(await server.api.findByIdAsync(req, "ORDERLINE", id)).toEqual(
        (await server.get(found("s", 1))).json,
      );
    });

    it.each<readonly [unknown, readonly object[]]>([
      [
        5,
        [
          {
            path: "id",
            code: "wrong-type",
            message: 'The id of a "orderline" must be an object of "orderid", "line".',
          },
        ],
      ],
      [null, [{ path: "id", code: "wrong-type" }]],
      [["s", 1], [{ path: "id", code: "wrong-type" }]],
      [
        { orderid: "s" },
        [{ path: "line", code: "required", message: 'The id of a "orderline" needs "line".' }],
      ],
      [
        { orderid: undefined, lien: 1, line: "x" },
        [
          { path: "orderid", code: "required" },
          { path: "line", code: "wrong-type" },
          {
            path: "lien",
            code: "unknown-field",
            message: '"lien" is not part of the id of a "orderline". Did you mean "line"?',
          },
        ],
      ],
      [{ orderid: "", line: 1 }, [{ path: "orderid", code: "too-short" }]],
      [
        JSON.parse('{"__proto__":{"orderid":"s","line":1}}'),
        [{ path: "orderid" }, { path: "line" }, { path: "__proto__", code: "unknown-field" }],
      ],
    ])("server code rejects the id %j for a composite key", async (id, issues) => {
      for (const attempt of [
        () => lines().findById(id as LineKey),
        () => lines().update(id as LineKey, { product: "x" }),
        () => lines().delete(id as LineKey),
        () => server.api.findByIdAsync(req, "orderline", id as number),
      ]) {
        const error: unknown = await attempt().catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(ApiError);
        expect(error).toMatchObject({ code: "invalid-id", status: 400, issues });
      }
    });
  });

  describe("of existing tables", () => {
    it("the primary key of an existing table must match the configuration", async () => {
      const database = await createDatabase();
      const fields = { a: key("int"), b: key("string", { maxLength: 20 }), c: field("string") };
      const start = async (options: Parameters<typeof openEntity>[1]) => {
        const server = await startOn(database, { entities: { thing: openEntity(fields, options) } });
        await server.stop();
      };
      await start({ primaryKey: ["a", "b"] });
      await start({ primaryKey: ["a", "b"] });
      await expect(start({ primaryKey: "a" })).rejects.toThrow(
        'The column "thing"."b" is the primary key, the field "b" is not.',
      );
      await expect(start({})).rejects.toThrow(
        'The column "thing"."id" is missing: a key cannot be added to an existing table.',
      );
    });

    it("the primary keys of created tables match at the next start, for several types of keys", async () => {
      const made = { isIgnoredOnCreate: true };
      const entities = {
        own: openEntity({}, { primaryKey: "OwnId" }),
        byint: openEntity({ k: key("int", made) }, { primaryKey: "k" }),
        bybigint: openEntity({ k: key("bigint", made) }, { primaryKey: "k" }),
        byuuid: openEntity({ k: key("uuid", made) }, { primaryKey: "k" }),
        bytext: openEntity({ k: key("string") }, { primaryKey: "k" }),
        number: openEntity({ k: key("bigint") }, { primaryKey: "k" }),
        pair: openEntity({ a: key("date"), b: key("decimal") }, { primaryKey: ["b", "a"] }),
      };
      const database = await createDatabase();
      for (const schema of ["create", "verify"] as const) {
        const again = { ...database, database: { ...database.database, schema } };
        const server = await startOn(again, { entities });
        await server.stop();
      }
    });

    it("a key of an existing table must be generated by the database if creates leave it out", async () => {
      const database = await createDatabase();
      const start = async (options: Partial<FieldConfig>) => {
        const entities = {
          thing: openEntity({ a: key("int", options), c: field("int") }, { primaryKey: ["a"] }),
          pair: openEntity({ a: key("int"), b: key("int") }, { primaryKey: ["a", "b"] }),
        };
        const { api, stop } = await startOn(database, { entities });
        const created = await api
          .repository("thing")
          .create(options.isIgnoredOnCreate === true ? {} : { a: 5 });
        await stop();
        return created;
      };
      expect(await start({})).toMatchObject({ a: 5 });
      if (database.database.dialect === "sqlite")
        expect(await start({ isIgnoredOnCreate: true })).toMatchObject({ a: 6 });
      else {
        await expect(start({ isIgnoredOnCreate: true })).rejects.toThrow(
          'The column "thing"."a" does not count up by itself, but a create leaves the field "a" to the database.',
        );
      }
    });
  });
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

type LineKey = Pick<Line, "orderid" | "line">;

interface Line {
  readonly orderid: string;
  readonly line: number;
  readonly product: string | null;
}

/** The repositories as the suite uses them, in either mode. */
type ByLine = Repository<
  PlainEntity<Line, Partial<Line> & { amount?: number }, Partial<Line>, "orderid" | "line">
>;
type ByText = Repository<
  PlainEntity<
    { readonly code: string; readonly name: string },
    { code: string; name?: string },
    { code?: string; name?: string },
    "code"
  >
>;
