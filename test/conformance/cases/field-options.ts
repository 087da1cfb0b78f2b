import { describe, expect, it } from "vitest";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { titled } from "../titled.js";

export function fieldOptionCases({ serve }: Harness): void {
  describe("values", () => {
    const server = serve({
      entities: {
        task: openEntity({
          state: field("string", { values: ["open", "done", 'odd "one"'], isRequired: true }),
          level: field("int", { values: [1, 2, 3] }),
          price: field("decimal", { values: ["0.50", 1, "2.00"] }),
          exact: field("decimal", { scale: 14, values: ["0.12345678901234"] }),
          big: field("bigint", { values: ["9223372036854775807", 5] }),
          flag: field("boolean", { values: [true] }),
          day: field("date", { values: ["2024-02-29"] }),
        }),
      },
    });

    it("a field with listed values accepts these values, and their texts", async () => {
      const body = {
        ...{ state: 'odd "one"', level: "2", price: "2", exact: "0.12345678901234" },
        ...{ big: "5", flag: "1", day: "2024-02-29" },
      };
      const { json: id } = await server.post("/api/data/task", body);
      expect(pageOf(await server.get(paths.findById("task", id as number))).items).toMatchObject([
        { ...body, level: 2, big: 5, flag: true },
      ]);
    });

    it("a field with listed values rejects other values, and names the listed ones", async () => {
      const body = { state: "Open", level: 4, price: 0.51, big: 6, flag: false, day: "2024-03-01" };
      expectProblem(await server.post("/api/data/task", body), "invalid-fields", {
        errors: [
          {
            path: "state",
            code: "not-listed",
            message: '"state" must be one of "open", "done", "odd \\"one\\"".',
          },
          { path: "level", code: "not-listed", message: '"level" must be one of 1, 2, 3.' },
          { path: "price", code: "not-listed", message: '"price" must be one of "0.5", "1", "2".' },
          { path: "big", code: "not-listed", message: '"big" must be one of "9223372036854775807", 5.' },
          { path: "flag", code: "not-listed", message: '"flag" must be one of true.' },
          { path: "day", code: "not-listed", message: '"day" must be one of "2024-02-29".' },
        ],
      });
    });

    it("a value of another type in a field with listed values is reported once", async () => {
      const problem = expectProblem(
        await server.post("/api/data/task", { state: 5, level: "x" }),
        "invalid-fields",
      );
      expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual([
        ["state", "wrong-type"],
        ["level", "wrong-type"],
      ]);
    });

    it("a field with listed values allows null if it is not required", async () => {
      expect((await server.post("/api/data/task", { state: "open", level: null })).status).toBe(201);
      expectProblem(await server.post("/api/data/task", { state: null }), "invalid-fields");
    });

    it("the listed values of a field apply to updates, but not to conditions", async () => {
      const { json: id } = await server.post("/api/data/task", { state: "open" });
      const path = paths.record("task", id as number);
      expectProblem(await server.patch(path, { state: "nope" }), "invalid-fields");
      expectJson(await server.patch(path, { state: "done" }), 200, { count: 1 });
      expect(pageOf(await server.get(paths.findByCondition("task", "state=nope"))).count).toBe(0);
    });
  });

  describe("minimum and maximum", () => {
    const server = serve({
      entities: {
        measure: openEntity({
          int: field("int", { minimum: -1, maximum: 10 }),
          bigint: field("bigint", { minimum: 0, maximum: "9007199254740993" }),
          float: field("float", { minimum: -0.5, maximum: 1e300 }),
          decimal: field("decimal", { minimum: "0.10", maximum: 99.5, default: "0.1" }),
          text: field("string", { minLength: 2, maxLength: 4 }),
          bytes: field("bytes", { minLength: 2 }),
          list: field("list", { of: "int", minimum: 1, maximum: 3 }),
        }),
      },
    });
    const least = { int: -1, bigint: 0, float: -0.5, decimal: "0.1", text: "ab", bytes: "AP8=", list: [1] };
    const most = { int: 10, bigint: "9007199254740993", float: 1e300, decimal: "99.5", text: "🙂🙂" };

    it("the minimum and the maximum of a field are accepted themselves", async () => {
      for (const body of [least, most]) {
        const created = await server.post("/api/data/measure", body);
        const { items } = pageOf(await server.get(paths.findById("measure", created.json as number)));
        expect(items).toMatchObject([body]);
      }
    });

    it("the minimum and the maximum of a field are enforced, and named in the answer", async () => {
      const body = {
        int: -2,
        bigint: -1,
        float: -0.6,
        decimal: "0.09",
        text: "🙂",
        bytes: "AA==",
        list: [3, 0],
      };
      expectProblem(await server.post("/api/data/measure", body), "invalid-fields", {
        errors: [
          { path: "int", code: "out-of-range", message: '"int" must be at least -1.' },
          { path: "bigint", code: "out-of-range", message: '"bigint" must be at least 0.' },
          { path: "float", code: "out-of-range", message: '"float" must be at least -0.5.' },
          { path: "decimal", code: "out-of-range", message: '"decimal" must be at least 0.1.' },
          { path: "text", code: "too-short", message: '"text" must have at least 2 characters.' },
          { path: "bytes", code: "too-short", message: '"bytes" must have at least 2 bytes.' },
          { path: "list.1", code: "out-of-range", message: '"list.1" must be at least 1.' },
        ],
      });
      const { json: id } = await server.post("/api/data/measure", {});
      const beyond = { int: 11, bigint: "9007199254740994", float: 1e301, decimal: 99.51 };
      const path = paths.record("measure", id as number);
      expectProblem(await server.patch(path, beyond), "invalid-fields", {
        errors: [
          { path: "int", code: "out-of-range", message: '"int" must be at most 10.' },
          { path: "bigint", code: "out-of-range", message: '"bigint" must be at most 9007199254740993.' },
          { path: "float", code: "out-of-range", message: '"float" must be at most 1e+300.' },
          { path: "decimal", code: "out-of-range", message: '"decimal" must be at most 99.5.' },
        ],
      });
    });

    it("the minimum and the maximum of a field do not apply to conditions", async () => {
      for (const condition of ["int>100", "decimal<-5", "text=a", "bytes=AA==", "list=[7]", "list has 7"])
        expect(pageOf(await server.get(paths.findByCondition("measure", condition))).count).toBe(0);
    });
  });

  describe("defaults", () => {
    const server = serve({
      entities: {
        thing: openEntity({
          astring: field("string", { default: "it's `${x}` \"\\" }),
          arequired: field("string", { default: "must", isRequired: true }),
          anint: field("int", { default: "42" }),
          abigint: field("bigint", { default: "9223372036854775807" }),
          afloat: field("float", { default: 0.1 }),
          adecimal: field("decimal", { default: "1.50" }),
          aboolean: field("boolean", { default: true }),
          adate: field("date", { default: "2024-02-29" }),
          adatetime: field("datetime", { default: "2024-02-29T12:00:00+01:00" }),
          alocal: field("datetime", { zone: "none", default: "2024-02-29 12:00" }),
          atime: field("time", { default: "08:30" }),
          aduration: field("duration", { default: "-P14M" }),
          ayear: field("year", { default: 2024 }),
          auuid: field("uuid", { default: "123E4567-e89b-42d3-a456-426614174000" }),
          ajson: field("json", { default: { list: [1, null, "é"], __proto__x: {} } }),
          anull: field("int", { default: null }),
          alisted: field("string", { values: ["a", "b"], default: "b" }),
          atext: field("text", { default: "" }),
        }),
      },
    });
    const defaults = {
      astring: "it's `${x}` \"\\",
      arequired: "must",
      anint: 42,
      abigint: "9223372036854775807",
      afloat: 0.1,
      adecimal: "1.5",
      aboolean: true,
      adate: "2024-02-29",
      adatetime: "2024-02-29T11:00:00.000Z",
      alocal: "2024-02-29T12:00:00.000",
      atime: "08:30:00",
      aduration: "P-1Y-2M",
      ayear: 2024,
      auuid: "123e4567-e89b-42d3-a456-426614174000",
      ajson: { list: [1, null, "é"], __proto__x: {} },
      anull: null,
      alisted: "b",
      atext: "",
    };

    it("the default of a field applies if a create omits the field", async () => {
      const reply = await server.post("/api/data/thing", {}, { Prefer: "return=representation" });
      expect(reply.json).toMatchObject(defaults);
    });

    it("the default of a field does not apply if a create sets the field, even to null", async () => {
      const { arequired, ...others } = defaults;
      const nulls = Object.fromEntries(Object.keys(others).map((name) => [name, null]));
      const reply = await server.post(
        "/api/data/thing",
        { ...nulls, arequired: `${arequired} not` },
        { Prefer: "return=representation" },
      );
      expect(reply.json).toMatchObject({ ...nulls, arequired: "must not" });
    });

    it("the default of a required field does not allow null", async () => {
      expectProblem(await server.post("/api/data/thing", { arequired: null }), "invalid-fields");
    });
  });

  describe("isIgnoredOnCreate", () => {
    const server = serve({
      entities: {
        task: openEntity({
          state: field("string", { isIgnoredOnCreate: true, isRequired: true, default: "open" }),
          note: field("string", { isIgnoredOnCreate: true }),
          never: field("int", { isIgnoredOnCreate: true, isEditable: false, default: 3 }),
        }),
      },
    });

    it("isIgnoredOnCreate gives a new record the default or null, and ignores the value in the body", async () => {
      const reply = await server.post(
        "/api/data/task",
        { state: "done", note: 5, never: "x" },
        { Prefer: "return=representation" },
      );
      expect(reply.json).toMatchObject({ state: "open", note: null, never: 3 });
    });

    it("isIgnoredOnCreate allows updates of the field", async () => {
      const { json: id } = await server.post("/api/data/task", {});
      const path = paths.record("task", id as number);
      expectJson(await server.put(path, { state: "done", note: "x", never: 9 }), 200, {
        count: 1,
      });
      expect(pageOf(await server.get(paths.findById("task", id as number))).items).toMatchObject([
        { state: "done", note: "x", never: 3 },
      ]);
    });
  });

  describe("lengths and digits", () => {
    const server = serve({
      entities: {
        thing: openEntity({
          short: field("string", { maxLength: 3 }),
          long: field("string", { maxLength: 4000 }),
          text: field("text", { maxLength: 5 }),
          money: field("decimal", { precision: 6, scale: 2 }),
          whole: field("decimal", { precision: 5, scale: 0 }),
          small: field("decimal", { precision: 4, scale: 4 }),
          micro: field("datetime", { precision: 6 }),
          second: field("datetime", { precision: 0 }),
          local: field("datetime", { zone: "none", precision: 6, isUnique: true }),
          time: field("time", { precision: 6, isUnique: true }),
          minute: field("time", { precision: 0, values: ["12:00:00", "13:00:00"] }),
          whole_: field("duration", { precision: 0 }),
        }),
      },
    });

    it.each(
      titled<object>([
        { short: "abc" },
        { short: "日本語" },
        { short: "\u{1f600}a" },
        { long: "x".repeat(4000) },
        { text: "12345" },
        { money: "9999.99" },
        { money: "-9999.990" },
        { whole: "99999" },
        { whole: "1.000" },
        { small: "0.9999" },
        { micro: "2024-02-29T12:00:00.123456Z" },
        { micro: "2024-02-29T12:00:00.100000+01:00" },
        { second: "2024-02-29T12:00:00Z" },
        { local: "2024-02-29T12:00:00.123456" },
        { time: "12:00:00.123456" },
        { minute: "12:00" },
        { whole_: "PT90S" },
      ]),
    )("a field accepts %s within its length and digits", async (_, body) => {
      expect((await server.post("/api/data/thing", body)).status).toBe(201);
    });

    it("a datetime keeps every digit of its second, and is found and sorted by it", async () => {
      const times = ["59.999999", "00.000001", "00.5", "00.500001", "00.501"].map(
        (second) => `2023-06-05T04:03:${second}Z`,
      );
      for (const micro of times) await server.post("/api/data/thing", { micro });
      const where = "micro<2023-07-01T00:00:00Z";
      const found = pageOf(await server.get(paths.findByCondition("thing", where, "micro")));
      const sorted = ["00.000001", "00.500", "00.500001", "00.501", "59.999999"].map(
        (second) => `2023-06-05T04:03:${second}Z`,
      );
      expect(found.items.map(({ micro }) => micro)).toEqual(sorted);
      for (const micro of sorted) {
        const same = pageOf(await server.get(paths.findByCondition("thing", `micro=${micro}`)));
        expect(same.items.map((item) => item["micro"])).toEqual([micro]);
      }
    });

    it.each([
      ["local", ["0001-01-01T00:00:00.000", "2024-02-29T12:00:00.000001", "2024-02-29T12:00:00.100"]],
      ["time", ["00:00:00.000001", "00:00:00.1", "23:59:59.999999"]],
    ])(
      "the field %s keeps every digit of its seconds, and is found and sorted by them",
      async (name, values) => {
        const [first, ...others] = values;
        for (const value of [...others, first]) await server.post("/api/data/thing", { [name]: value });
        const where = `${name}<>null&${name}<=${values.at(-1) ?? ""}&${name}>=${first ?? ""}`;
        const found = pageOf(await server.get(paths.findByCondition("thing", where, name)));
        expect(found.items.map((item) => item[name])).toEqual(expect.arrayContaining(values));
        const all = found.items.map((item) => String(item[name]));
        expect(all).toEqual(all.toSorted());
        for (const value of values) {
          const same = pageOf(await server.get(paths.findByCondition("thing", `${name}=${value}`)));
          expect(same.items.map((item) => item[name])).toEqual([value]);
          const again = await server.post("/api/data/thing", { [name]: value });
          expectProblem(again, "unique-conflict");
        }
      },
    );

    it.each(
      titled<readonly [object, string]>([
        [{ short: "abcd" }, "too-long"],
        [{ short: "\u{1f600}\u{1f600}\u{1f600}\u{1f600}" }, "too-long"],
        [{ long: "x".repeat(4001) }, "too-long"],
        [{ text: "123456" }, "too-long"],
        [{ money: "10000" }, "out-of-range"],
        [{ money: "0.001" }, "not-exact"],
        [{ whole: "1.5" }, "not-exact"],
        [{ whole: "100000" }, "out-of-range"],
        [{ small: "1" }, "out-of-range"],
        [{ small: "0.00001" }, "not-exact"],
        [{ micro: "2024-02-29T12:00:00.1234567Z" }, "not-exact"],
        [{ second: "2024-02-29T12:00:00.1Z" }, "not-exact"],
        [{ local: "2024-02-29T12:00:00Z" }, "wrong-type"],
        [{ local: "2024-02-29T12:00:00.1234567" }, "not-exact"],
        [{ time: "12:00:00.1234567" }, "not-exact"],
        [{ minute: "12:00:01" }, "not-listed"],
        [{ whole_: "PT1.5S" }, "not-exact"],
      ]).map(([title, [body, code]]) => [title, code, body] as const),
    )("a field with a limited length or precision rejects %s: %s", async (_, code, body) => {
      const problem = expectProblem(await server.post("/api/data/thing", body), "invalid-fields");
      expect(problem.errors).toMatchObject([{ code }]);
    });
  });

  describe("tables and columns with other names", () => {
    const server = serve({
      entities: {
        person: openEntity(
          {
            name: field("string", { column: "Full Name" }),
            order: field("bigint", { column: 'odd "column`]; --', isUnique: true }),
            id2: field("decimal", { column: "select", isIndexed: true }),
          },
          { table: 'the "people"; drop table x' },
        ),
      },
    });

    it("other names of tables and columns are not visible to clients", async () => {
      const body = { name: "Ann", order: 10, id2: "1.5" };
      const created = await server.post("/api/data/person", body, { Prefer: "return=representation" });
      expect(created.json).toMatchObject({ id: 1, ...body });
      await server.post("/api/data/person", { name: "Bob", order: 9, id2: "-1" });
      for (const orderBy of ["order", "id2"]) {
        const reply = await server.get(paths.findByCondition("person", "order>0&name~n|id2<0", orderBy));
        expect(pageOf(reply).items.map(({ name }) => name)).toEqual(["Bob", "Ann"]);
      }
      expectJson(await server.patch("/api/data/person/1", { order: 11 }), 200, {
        count: 1,
      });
      expectProblem(await server.patch("/api/data/person/1", { order: 9 }), "unique-conflict", {
        errors: [{ path: "order", code: "not-unique", message: '"order" is taken by another record.' }],
      });
      expectJson(await server.delete("/api/data/person/1"), 200, { count: 1 });
      expectProblem(await server.get(paths.findAll("person", "Full Name")), "invalid-order");
    });
  });
}
