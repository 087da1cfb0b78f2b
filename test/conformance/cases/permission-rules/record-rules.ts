import { beforeAll, describe, expect, it } from "vitest";
import type { CallerInfo } from "../../../../runtime/model/settings/auth-settings.js";
import { told, toldByHeader } from "../../callers.js";
import { expectProblem, pageOf, pluck } from "../../expectations.js";
import { field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

/** Texts with a special meaning in conditions, in SQL or in parameters. */
const hostile = [
  '" | id>0',
  'x" | title<>"y',
  '"',
  '\\"',
  "\\",
  '\\" | id>0 | title="',
  ") | (id>0",
  "x | id>0",
  "a & b",
  "%",
  "_",
  "null",
  "NULL",
  "@user.id",
  "@user.dept",
  "' or 1=1 --",
  "'; drop table doc; --",
  "$1",
  ":x",
  "@p0",
  "?",
  "é ü 漢 🚂",
];

const docFields = {
  title: field("string"),
  dept: field("string"),
  level: field("int"),
  price: field("decimal", { precision: 10, scale: 2 }),
  isOpen: field("boolean"),
  day: field("date"),
};

/** An entity whose records members may read if the condition matches. */
const where = (condition: string) => ({
  fields: docFields,
  permissions: { read: [{ role: "member", where: condition }] },
});

const literals: Readonly<Record<string, readonly [condition: string, titles: readonly string[]]>> = {
  equal: ["level=1", ["one"]],
  different: ["level<>1", ["two", "three"]],
  ordered: ["level>=2&level<3", ["two"]],
  either: ["level=1|level=3", ["one", "three"]],
  grouped: ["(level=1|level=3)&(isOpen=false)", ["three"]],
  truth: ["isOpen=true", ["one", "two"]],
  amount: ["price=1.50", ["one"]],
  dated: ["day>2024-01-31", ["two"]],
  nothing: ["dept=null", ["three", "empty"]],
  something: ["dept<>null", ["one", "two"]],
  quoted: ['dept="a & b | c \\"d\\""', ["two"]],
  contained: ["dept~ales", ["one"]],
  never: ["level=1&level=2", []],
};

const claimed: Readonly<Record<string, string>> = {
  ofDept: "dept=@user.dept",
  ofLevel: "level=@user.level",
  ofTruth: "isOpen=@user.isOpen",
  ofPrice: "price<=@user.limit",
  ofName: "dept=@user.https://example.com/dept",
  ofPath: "dept=@user.org.unit.name",
  ofUser: "dept=@user.id",
  ofText: 'dept="@user.id"',
  ofConstructor: "dept=@user.constructor",
  ofConstructorName: "dept=@user.constructor.name",
  ofProto: "dept=@user.__proto__",
  ofEither: "(dept=@user.dept|level=1)",
  ofPart: "dept~@user.dept",
  ofOther: "dept<>@user.dept",
};

/** `{ role, where }`: which records a caller may read. */
export function recordRuleCases({ serve }: Harness): void {
  describe("conditions of a rule", () => {
    const server = serve({
      auth: toldByHeader,
      entities: Object.fromEntries(
        Object.entries(literals).map(([name, [condition]]) => [name, where(condition)]),
      ),
    });

    it.each(Object.entries(literals))(
      "a caller may read only records that match the condition of the rule: %s",
      async (name, [, titles]) => {
        const repository = server.api.repository(name);
        const ids: (number | string)[] = [];
        for (const record of [
          { title: "one", dept: "sales", level: 1, price: "1.50", isOpen: true, day: "2024-01-31" },
          { title: "two", dept: 'a & b | c "d"', level: 2, price: "2", isOpen: true, day: "2024-02-01" },
          { title: "three", level: 3, isOpen: false },
          { title: "empty" },
        ])
          ids.push((await repository.create(record)).id);
        const headers = told({ userId: "u" });
        for (const path of [
          paths.findAll(name),
          paths.findByCondition(name, "id>0|id<1|title=null|title<>null"),
          paths.findByCondition(name, "title=one|(title<>one)"),
        ]) {
          const reply = await server.get(path, headers);
          expect(pluck(reply, "title"), path).toEqual(titles);
          expect(pageOf(reply).count, path).toBe(titles.length);
        }
        const counted = await server.get(paths.findAll(name, "id", 0, 0), headers);
        expect(pageOf(counted)).toEqual({ count: titles.length, items: [] });
        expect(await repository.as({ userId: "u" }).count()).toBe(titles.length);
        for (const [index, title] of ["one", "two", "three", "empty"].entries()) {
          const byId = await server.get(paths.findById(name, ids[index] ?? ""), headers);
          expect(pageOf(byId).count, title).toBe(titles.includes(title) ? 1 : 0);
        }
        expectProblem(await server.get(paths.findAll(name)), "authentication-required");
      },
    );
  });

  describe("values of the caller in a condition", () => {
    const server = serve({
      auth: toldByHeader,
      entities: Object.fromEntries(
        Object.entries(claimed).map(([name, condition]) => [name, where(condition)]),
      ),
    });

    beforeAll(async () => {
      for (const name of Object.keys(claimed)) {
        const repository = server.api.repository(name);
        await repository.create({ title: "sales", dept: "sales", level: 1, isOpen: true, price: "10" });
        await repository.create({ title: "other", dept: "other", level: 2, isOpen: false, price: "20.5" });
        await repository.create({ title: "none" });
        await repository.create({ title: "literal", dept: "@user.id", level: 4 });
        await repository.create({ title: "u1", dept: "u1", level: 5 });
      }
    });

    const titlesFor = async (name: string, info: CallerInfo): Promise<unknown> => {
      const reply = await server.get(paths.findAll(name), told(info));
      if (reply.status === 200) return pluck(reply, "title");
      expectProblem(reply, "forbidden");
      for (const path of [paths.findById(name, 1), paths.findByCondition(name, "id>0")])
        expectProblem(await server.get(path, told(info)), "forbidden");
      return "forbidden";
    };
    const nested = (name: unknown) => ({ org: { unit: { name } } });

    it.each<readonly [string, Readonly<Record<string, unknown>>, unknown]>([
      ["ofDept", { dept: "sales" }, ["sales"]],
      ["ofDept", { dept: "nowhere" }, []],
      ["ofDept", { dept: "" }, []],
      ["ofDept", {}, "forbidden"],
      ["ofDept", { dept: null }, "forbidden"],
      ["ofDept", { dept: ["sales"] }, "forbidden"],
      ["ofDept", { dept: { name: "sales" } }, "forbidden"],
      ["ofDept", { DEPT: "sales" }, "forbidden"],
      ["ofDept", { dept: "x".repeat(5000) }, "any refusal"],
      ["ofDept", { dept: "sales\0" }, "any refusal"],
      ["ofLevel", { level: 2 }, ["other"]],
      ["ofLevel", { level: "2" }, ["other"]],
      ["ofLevel", { level: 1.5 }, "forbidden"],
      ["ofLevel", { level: "x" }, "forbidden"],
      ["ofLevel", { level: "2 | id>0" }, "forbidden"],
      ["ofLevel", { level: "null" }, "forbidden"],
      ["ofLevel", { level: 1e21 }, "forbidden"],
      ["ofLevel", { level: [2] }, "forbidden"],
      ["ofTruth", { isOpen: true }, ["sales"]],
      ["ofTruth", { isOpen: false }, ["other"]],
      ["ofTruth", { isOpen: "maybe" }, "forbidden"],
      ["ofPrice", { limit: 20.5 }, ["sales", "other"]],
      ["ofPrice", { limit: "10.00" }, ["sales"]],
      ["ofPrice", { limit: "ten" }, "forbidden"],
      ["ofName", { "https://example.com/dept": "sales" }, ["sales"]],
      ["ofName", { dept: "sales" }, "forbidden"],
      ["ofPath", nested("other"), ["other"]],
      ["ofPath", nested(undefined), "forbidden"],
      ["ofPath", { org: "sales" }, "forbidden"],
      ["ofPath", { org: { unit: [] } }, "forbidden"],
      ["ofUser", { id: "sales" }, ["u1"]],
      ["ofText", {}, ["literal"]],
      ["ofConstructor", {}, "forbidden"],
      ["ofConstructorName", {}, "forbidden"],
      ["ofProto", {}, "forbidden"],
      ["ofEither", { dept: "other" }, ["sales", "other"]],
      ["ofEither", {}, "forbidden"],
      ["ofPart", { dept: "ale" }, ["sales"]],
      ["ofPart", { dept: "%" }, []],
      ["ofPart", { dept: "_ales" }, []],
      ["ofOther", { dept: "sales" }, ["other", "literal", "u1"]],
      ["ofOther", {}, "forbidden"],
    ])("the rule %s with the claims %j gives %j", async (name, claims, expected) => {
      const titles = await titlesFor(name, { userId: "u1", claims });
      if (expected === "any refusal") expect(["forbidden", []]).toContainEqual(titles);
      else expect(titles).toEqual(expected);
    });

    it("rules with values of the caller reject anonymous callers", async () => {
      for (const name of Object.keys(claimed)) {
        for (const path of [
          paths.findAll(name),
          paths.findById(name, 1),
          paths.findByCondition(name, "id>0"),
        ])
          expectProblem(await server.get(path), "authentication-required");
      }
    });
  });

  describe("hostile claims", () => {
    const server = serve({
      auth: toldByHeader,
      entities: { doc: where("dept=@user.dept"), part: where("dept~@user.dept") },
    });

    beforeAll(async () => {
      for (const name of ["doc", "part"]) {
        for (const dept of [...hostile, null, "", "plain"])
          await server.api.repository(name).create({ title: JSON.stringify(dept), dept });
      }
    });

    it.each(hostile)("the claim %s is compared as text in a rule", async (dept) => {
      const headers = told({ userId: "u", claims: { dept } });
      const read = async (path: string) => pluck(await server.get(path, headers), "title");
      const own = [JSON.stringify(dept)];
      expect(await read(paths.findAll("doc"))).toEqual(own);
      expect(await read(paths.findByCondition("doc", "dept<>null|dept=null|id>0"))).toEqual(own);
      const containing = hostile.filter((each) => each.includes(dept));
      expect(await read(paths.findAll("part"))).toEqual(containing.map((each) => JSON.stringify(each)));
    });
  });
}
