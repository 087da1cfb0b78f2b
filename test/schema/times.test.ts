import { expect, it } from "vitest";
import type { Config, FieldConfig } from "data-api";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, plain } from "../conformance/fields.js";
import { usePush } from "./push.js";

/** For each field, a column type with another zone or form. */
const others: Readonly<Record<string, readonly (readonly [FieldConfig, type: string])[]>> = {
  sqlite: [],
  postgres: [
    [field("datetime", { zone: "none" }), "timestamptz"],
    [field("time"), "timetz"],
    [field("time", { zone: "offset" }), "time"],
    [field("duration"), "interval year to month"],
  ],
  mysql: [[field("datetime", { zone: "none" }), "timestamp"]],
  mssql: [
    [field("datetime", { zone: "none" }), "datetimeoffset"],
    [field("datetime", { zone: "offset" }), "datetime2"],
  ],
};

await describeDialects("columns of times", (dialect) => {
  const { run, diff, push } = usePush(dialect);
  const id = field("int", { isRequired: true, isEditable: false });
  const keyed = (v: FieldConfig) => ({ thing: plain({ id, v }, { primaryKey: "id" }) });
  const thing = (fields: Config["entities"][string]["fields"]) => ({ thing: plain(fields) });

  it("columns of times are created for every zone and precision, and then match the configuration", async () => {
    const zoned = dialect.name === "mssql" || dialect.name === "sqlite";
    const fine = { postgres: 6, mysql: 6, mssql: 7, sqlite: 9 }[dialect.name] ?? 6;
    const entities = thing({
      utc: field("datetime", { precision: fine, default: "2024-02-29T12:00:00Z" }),
      none: field("datetime", { zone: "none", isIndexed: true }),
      fine: field("datetime", { zone: "none", precision: fine, default: "2024-02-29T12:00:00" }),
      ...(zoned && {
        offset: field("datetime", { zone: "offset", precision: 7, default: "2024-02-29T12:00:00+02:00" }),
      }),
      opens: field("time", { precision: fine, default: "12:00", isUnique: true }),
      ...(dialect.name === "postgres" && { abroad: field("time", { zone: "offset", default: "12:00+02" }) }),
      lasts: field("duration", { default: "P1M", isIndexed: true }),
      made: field("year", { default: 1999, isUnique: true }),
    });
    expect(await push(entities)).toEqual([]);
  });

  it("a column of times of another zone is a difference, and is changed only if all values stay the same", async () => {
    for (const [needed, type] of others[dialect.name] ?? []) {
      await run("drop table if exists thing");
      await run(`create table thing (id integer not null primary key, v ${type} null)`);
      expect(await diff(keyed(needed)), type).toMatchObject([
        { message: expect.stringMatching(/^The column "thing"."v" is of type /) as string },
      ]);
    }
    if (dialect.name !== "postgres") return;
    const local = keyed(field("datetime", { zone: "none", precision: 6 }));
    await run("drop table thing");
    await run("create table thing (id int primary key, v timestamptz)");
    await run("insert into thing values (1, '2024-02-29 12:00:00.123456+00'), (2, 'infinity')");
    const [left] = await push(local, "--accept-changes");
    expect(left?.message).toContain("1 row (the first: id = 2) would lose");
    await run("delete from thing where id = 2");
    expect(await push(local, "--accept-changes")).toEqual([]);
    expect(await run("select v::text as v from thing")).toEqual([{ v: "2024-02-29 12:00:00.123456" }]);
  });
});
