import { expect, it } from "vitest";
import type { Config, FieldConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { usePush } from "./push.js";

const thing = (fields: Readonly<Record<string, FieldConfig>>): Config["entities"] => ({
  thing: plain(fields),
});

await describeDialects("a change of an indexed column", (target) => {
  const { run, push } = usePush(target);
  if (target.name === "sqlite") {
    it("a change of an indexed column must be made by the user", async () => {
      const code = field("int", { isUnique: true });
      await push(thing({ code }));
      const left = await push(thing({ code: { ...code, isRequired: true } }), "--accept-changes");
      expect(left).toMatchObject([{ kind: "decide" }]);
    });
    return;
  }

  it("a change of an indexed column keeps the index and its uniqueness", async () => {
    const [code, sort] = [field("int", { isUnique: true }), field("int", { isIndexed: true })];
    expect(await push(thing({ code, sort }))).toEqual([]);
    await run("insert into thing (code, sort) values (1, 2)");
    const required = thing({ code: { ...code, isRequired: true }, sort: { ...sort, isRequired: true } });
    expect(await push(required, "--accept-changes")).toEqual([]);
    await expect(run("insert into thing (code, sort) values (1, 3)")).rejects.toThrow();
    await expect(run("insert into thing (sort) values (3)")).rejects.toThrow();
  });

  it("a unique column that is no longer required allows several records with null", async () => {
    const code = field("int", { isUnique: true });
    expect(await push(thing({ code: { ...code, isRequired: true }, sort: field("int") }))).toEqual([]);
    expect(await push(thing({ code, sort: field("int") }), "--accept-changes")).toEqual([]);
    await run("insert into thing (sort) values (1)", "insert into thing (sort) values (2)");
    await run("insert into thing (code) values (1)");
    await expect(run("insert into thing (code) values (1)")).rejects.toThrow();
  });

  it("a column whose type changes keeps its default", async () => {
    const size = field("int", { isRequired: true, default: 5 });
    expect(await push(thing({ size, sort: field("int") }))).toEqual([]);
    await run("insert into thing (sort) values (1)");
    const wide = thing({ size: { ...size, type: "bigint" }, sort: field("int") });
    expect(await push(wide, "--accept-changes")).toEqual([]);
    await run("insert into thing (sort) values (2)");
    const rows = await run("select size from thing order by sort");
    expect(rows.map((row) => Number(row["size"]))).toEqual([5, 5]);
  });
});
