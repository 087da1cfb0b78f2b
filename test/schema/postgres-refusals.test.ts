import { randomUUID } from "node:crypto";
import type { Config, EntityConfig } from "data-api";
import { expect, it } from "vitest";
import { atEnd } from "../at-end.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { importFrom, serveFresh } from "./served-import.js";

/** A trigger of new rows whose body is this. */
const trigger = (table: string, body: string) => [
  `create function of_${table}() returns trigger language plpgsql as $$ begin ${body}; return new; end $$`,
  `create trigger own before insert on ${table} for each row execute function of_${table}()`,
];
const thing = (name: string) => `create table ${name} (id int primary key, n int, title text)`;

await describeDialect("refusals", "postgres", (dialect) => {
  async function fresh(statements: readonly string[]) {
    const database = await dialect.createDatabase();
    await database.run(statements);
    return database;
  }

  it("an error of PostgreSQL that a request causes is no internal error", async () => {
    const database = await fresh([
      ...["own_code", "denied", "asserted", "strict", "divided", "limited"].map(thing),
      ...trigger("own_code", "raise exception 'no' using errcode = 'PT402'"),
      ...trigger("denied", "raise exception 'no' using errcode = 'insufficient_privilege'"),
      ...trigger("asserted", "assert new.n > 5"),
      ...trigger("strict", "select id into strict new.n from own_code where id = new.n"),
      ...trigger("divided", "new.n := 1 / new.n"),
      ...trigger("limited", "perform substring('a', 1, new.n)"),
      "create table made (id int primary key, n int, m int generated always as (10 / n) stored)",
      thing("base"),
      "create view shown as select id, n, title from base where n < 5 with check option",
    ]);
    const found = (await importFrom(database)) as Config["entities"];
    const shown: EntityConfig = {
      primaryKey: "id",
      systemFields: { createdat: false, updatedat: false },
      fields: {
        id: { type: "int", isEditable: false, isRequired: true },
        n: { type: "int", isEditable: true, isRequired: false },
      },
      permissions: { create: ["guest"], read: ["guest"] },
    };
    const request = await serveFresh("dynamic", database, { entities: { ...found, shown } });
    for (const name of ["own_code", "denied", "asserted", "strict"])
      expectProblem(await request("POST", name, { id: 1, n: 0 }), "refused-by-database");
    for (const [name, n] of [
      ["divided", 0],
      ["limited", -1],
      ["made", 0],
      ["shown", 9],
    ] as const)
      expectProblem(await request("POST", name, { id: 1, n }), "invalid-value");
  });

  it("a refused search within texts says that their collation is the reason", async ({ skip }) => {
    const database = await fresh([
      "create collation loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
      "create table item (id int primary key, title text collate loose)",
      "insert into item values (1, 'Trains')",
    ]);
    const entities = (await importFrom(database)) as Config["entities"];
    const request = await serveFresh("dynamic", database, { entities });
    expect((await request("GET", "item?where=title=trains")).json).toMatchObject({ items: [{ id: 1 }] });
    const searched = await request("GET", "item?where=title~rain");
    const [row] = await database.run(["select current_setting('server_version_num')::int as version"]);
    skip(
      Number(row?.["version"]) >= 180_000 && searched.status === 200,
      "PostgreSQL 18 searches within them",
    );
    expectProblem(searched, "invalid-condition", { detail: /because of its collation/ });
  });

  it("a missing right names the table in the log only, and columns without a right are not imported", async () => {
    const user = `low_${randomUUID().slice(0, 8)}`;
    const database = await fresh([
      "create table item (id int primary key, title text, hidden text default 'h')",
      "create table closed (id int primary key, title text)",
      `create role ${user} login password 'p'`,
      `grant select (id, title), insert (id, title) on item to ${user}`,
      `grant select on closed to ${user}`,
    ]);
    atEnd(() => database.run([`drop owned by ${user}`, `drop role ${user}`]));
    const low = { ...database, database: { ...database.database, userName: user, password: "p" } };
    const entities = (await importFrom(low)) as Config["entities"];
    expect(Object.keys(entities["item"]?.fields ?? {})).toEqual(["id", "title"]);
    const lines: string[] = [];
    const log = { level: "error", destination: { write: (line: string) => void lines.push(line) } } as const;
    const request = await serveFresh("dynamic", low, {
      entities,
      server: { log, audit: false, idempotency: false },
    });
    expect((await request("POST", "item", { id: 1, title: "a" })).json).toBe(1);
    expect((await request("GET", "item/public/findbyid/1")).json).toMatchObject({ items: [{ title: "a" }] });
    const refused = await request("POST", "closed", { id: 1, title: "a" });
    expectProblem(refused, "database-incomplete");
    expect(refused.text).not.toMatch(/permission|denied|closed/);
    expect(lines.join("\n")).toMatch(/"table":"closed"/);
    expect((await request("GET", "closed/public/findall/id/0/9")).status).toBe(200);
  });
});
