import { expect, it } from "vitest";
import type { Config } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { usePush } from "./push.js";

const thing = (values: readonly string[] | undefined, more: object = {}): Config["entities"] => ({
  thing: plain({
    state: values === undefined ? field("string", { maxLength: 20 }) : field("enum", { values, ...more }),
  }),
});
const insert = (value: string) => `insert into thing (state) values ('${value.replaceAll("'", "''")}')`;

await describeDialects("enums", (target) => {
  const { run, diff, push } = usePush(target);
  const { name } = target;
  const isType = name === "postgres" || name === "mysql";
  const insertDefault = `insert into thing ${name === "mysql" ? "() values ()" : "default values"}`;
  const states = async () =>
    (await run("select state from thing order by id")).map((row) => Object.values(row)[0]);

  it("the database takes exactly the values of an enum", async () => {
    const odd = ["a", "A", "it's", 'b "c"', "d\\e", "50%", "é", " f", "", "g,h|)", "x\ny"];
    expect(await push(thing(odd, { default: "it's", isUnique: true }))).toEqual([]);
    await expect(run(insert("B"))).rejects.toThrow();
    for (const value of odd.filter((each) => !each.includes("\\"))) await run(insert(value));
    expect(await diff(thing(odd))).toEqual([]);
  });

  it("an enum gets an additional value at any position", async () => {
    await push(thing(["b", "d"], { default: "d" }));
    await run(insert("b"), insertDefault);
    const values = ["a", "b", "it's", "c", "d", "e\\"];
    const [change, ...others] = await diff(thing(values));
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: "alter",
      isOptional: false,
      message: `The column "thing"."state" takes "b", "d", the field "state" "a", "b", "it's", "c", "d", "e\\\\".`,
    });
    expect(await push(thing(values))).toHaveLength(1);
    expect(await push(thing(values), "--accept-changes")).toEqual([]);
    for (const value of ["a", "it's", "c"]) await run(insert(value));
    await expect(run(insert("f"))).rejects.toThrow();
    expect((await states()).toSorted()).toEqual(["a", "b", "c", "d", "it's"]);
    // The default is kept.
    await run(insertDefault);
    expect((await states()).at(-1)).toBe("d");
  });

  it("an enum loses a value that no record has", async () => {
    await push(thing(["a", "b", "c"], { default: "c", isIndexed: true }));
    await run(insert("a"), insert("c"));
    const [change] = await diff(thing(["c", "a"], { isIndexed: true }));
    expect(change).toMatchObject({ kind: "alter", isOptional: !isType });
    expect(await push(thing(["c", "a"], { isIndexed: true }), "--accept-changes")).toEqual([]);
    await expect(run(insert("b"))).rejects.toThrow();
    await run(insertDefault);
    expect(await states()).toEqual(["a", "c", "c"]);
    // The same again, now that the type has been replaced.
    expect(await push(thing(["a", "c", "b"]), "--accept-changes")).toEqual([]);
    await run(insert("b"));
  });

  it("an enum that loses the value that is its default has no default", async () => {
    await push(thing(["a", "b", "c"], { default: "b" }));
    expect(await push(thing(["a", "c"]), "--accept-changes")).toEqual([]);
    if (!isType) return;
    await run(insertDefault);
    expect(await states()).toEqual([null]);
  });

  it("an enum keeps a value that records have", async () => {
    await push(thing(["a", "b"]));
    await run(insert("a"), insert("b"), insert("b"), "insert into thing (state) values (null)");
    const message =
      'The column "thing"."state" takes "a", "b", the field "state" "a". 2 rows (the first: id = 2) have a value that is not among them: change it first.';
    expect(await push(thing(["a"]), "--accept-data-loss")).toMatchObject([{ kind: "decide", message }]);
    expect(await states()).toEqual(["a", "b", "b", null]);
  });

  it.skipIf(name === "sqlite")("a text becomes an enum, and the enum a text again", async () => {
    await push(thing(undefined));
    await run(insert("a"), insert("b"));
    expect(await push(thing(["b"]), "--accept-data-loss")).toMatchObject([{ kind: "decide" }]);
    expect(await push(thing(["b", "a"]), "--accept-changes")).toEqual([]);
    await expect(run(insert("c"))).rejects.toThrow();
    expect(await push(thing(undefined), "--accept-changes")).toEqual([]);
    await run(insert("c"));
    expect(await states()).toEqual(["a", "b", "c"]);
    expect(
      await push({ ...thing(undefined), other: plain({ state: field("enum", { values: ["x"] }) }) }),
    ).toEqual([]);
  });

  it("an enum becomes a text that keeps its default", async () => {
    await push(thing(["a", "b"], { default: "b" }));
    expect(await push(thing(undefined), "--accept-changes")).toEqual([]);
    await run(insertDefault);
    expect(await states()).toEqual(["b"]);
  });

  it("an enum is left as it is in a view and in the table of a read-only entity", async () => {
    await push(thing(["a", "b"]));
    await run("create view shown as select id, state from thing");
    const readOnly = (table: string, values?: readonly string[]): Config["entities"] => ({
      [table]: {
        fields: {
          id: field("int", { isEditable: false, isRequired: true }),
          state: values === undefined ? field("string") : field("enum", { values }),
        },
        primaryKey: "id",
        isReadOnly: true,
        permissions: { read: ["guest"] },
      },
    });
    for (const values of [["a"], ["b", "a"], ["x"]]) {
      expect(await diff(readOnly("thing", values))).toEqual([]);
      expect(await diff(readOnly("shown", values))).toEqual([]);
    }
    // A text may need another declaration, but never another column.
    for (const table of ["thing", "shown"]) {
      const changes = await diff(readOnly(table));
      expect(changes.filter(({ kind }) => kind !== "decide")).toEqual([]);
    }
  });

  it("an enum is renamed with its table and column", async () => {
    await push(thing(["a", "b"]));
    await run(insert("b"));
    const item = (values: readonly string[], isRenamed = false): Config["entities"] => ({
      item: plain(
        { kind: field("enum", { values, ...(isRenamed && { renamedFrom: "state" }) }) },
        isRenamed ? { renamedFrom: "thing" } : {},
      ),
    });
    expect(await push(item(["a", "b"], true))).toEqual([]);
    expect(await push({ ...item(["a", "b"]), ...thing(["x"]) })).toEqual([]);
    await run(insert("x"));
    expect(await push(item(["b"]), "--accept-changes")).toEqual([]);
    expect(await run("select kind from item")).toMatchObject([{ kind: "b" }]);
  });

  it("an enum is added to an existing table", async () => {
    await push({ thing: plain({ n: field("int") }) });
    await run("insert into thing (n) values (1)");
    expect(await push(thing(["a", "b"], { default: "b", isRequired: true }))).toEqual([]);
    expect(await states()).toEqual(["b"]);
  });
});
