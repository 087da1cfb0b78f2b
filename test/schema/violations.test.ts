import type { EntityConfig } from "data-api";
import { describe, expect, it } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import { expectProblem } from "../conformance/expectations.js";
import { everybody, field } from "../conformance/fields.js";
import { createTestApi } from "../conformance/start-server.js";
import { modes } from "../conformance/targets.js";
import { serveApi } from "../conformance/start.js";

const key = { isEditable: false, isRequired: true } as const;

interface Violation {
  readonly title: string;
  /** The statements that create the tables. */
  readonly make: readonly string[];
  readonly dialects: readonly string[];
  readonly fields: EntityConfig["fields"];
  readonly body: object;
  readonly code: "invalid-value" | "unique-conflict" | "foreign-key-conflict";
  readonly paths: readonly string[];
  /** A field that the caller may neither read nor set. */
  readonly hidden?: string;
}

const all = ["sqlite", "postgres", "mysql", "mssql"];
const parent = "create table parent (a integer not null, b integer not null, primary key (a, b))";
const thing = (columns: string) => `create table thing (id integer primary key, ${columns})`;

const concealed = {
  fields: { n: field("int"), concealed: field("int", { default: 2 }) },
  hidden: "concealed",
} as const;

const long = "a_name_of_the_greatest_length_of_which_there_is_no_room_for_more";
/** Citus names the constraint of a shard: its name with the shard's number, and a hash if that is too long. */
const violatedInShard = (code: string, constraint: string) => [
  `create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'violated' using errcode = '${code}', constraint = '${constraint}'; end $$`,
  "create trigger refuse before insert on thing for each row execute function refuse()",
];

const violations: readonly Violation[] = [
  {
    title: "a column that is not null, with null",
    make: [thing("n integer not null, m integer")],
    dialects: all,
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: null },
    code: "invalid-value",
    paths: ["n"],
  },
  {
    title: "a column that is not null, missing from the record",
    make: [thing("n integer not null, m integer")],
    dialects: all,
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, m: 1 },
    code: "invalid-value",
    paths: ["n"],
  },
  {
    title: "a check of two columns",
    make: [thing("n integer, m integer, o integer, constraint n_below_m check (n < m)")],
    dialects: all,
    fields: { n: field("int"), m: field("int"), o: field("int") },
    body: { id: 5, n: 3, m: 2, o: 1 },
    code: "invalid-value",
    paths: ["n", "m"],
  },
  {
    title: "the length of a text",
    make: [thing("word varchar(5), other varchar(50)")],
    dialects: ["postgres", "mysql", "mssql"],
    fields: { word: field("string"), other: field("string") },
    body: { id: 5, word: "toolong", other: "toolong" },
    code: "invalid-value",
    paths: ["word"],
  },
  {
    title: "the range of a number",
    make: [thing("n smallint, m integer")],
    dialects: ["postgres", "mysql"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 40_000, m: 40_000 },
    code: "invalid-value",
    paths: ["n"],
  },
  {
    title: "an exclusion",
    make: [
      "create table thing (id integer primary key, place int4range, n integer, m integer, exclude using gist (int4range(n, m) with &&))",
      "insert into thing (id, n, m) values (1, 1, 9)",
    ],
    dialects: ["postgres"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 3, m: 5 },
    code: "unique-conflict",
    paths: ["n", "m"],
  },
  {
    title: "a unique index that is checked at the commit",
    make: [
      thing("n integer, m integer, unique (n, m) deferrable initially deferred"),
      "insert into thing (id, n, m) values (1, 1, 2)",
    ],
    dialects: ["postgres"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 1, m: 2 },
    code: "unique-conflict",
    paths: ["n", "m"],
  },
  {
    title: "a foreign key of two columns",
    make: [parent, thing("n integer, m integer, o integer, foreign key (n, m) references parent (a, b)")],
    dialects: all,
    fields: { n: field("int"), m: field("int"), o: field("int") },
    body: { id: 5, n: 1, m: 2, o: 3 },
    code: "foreign-key-conflict",
    paths: ["n", "m"],
  },
  {
    title: "a foreign key that is checked at the commit",
    make: [
      "create table parent (a integer primary key)",
      thing("n integer references parent (a) deferrable initially deferred, m integer"),
    ],
    dialects: ["sqlite", "postgres"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 1, m: 2 },
    code: "foreign-key-conflict",
    paths: ["n"],
  },
  {
    title: "a unique constraint of a shard",
    make: [
      thing("n integer, m integer, constraint one unique (m), constraint one_2 unique (n)"),
      ...violatedInShard("23505", "one_2_102008"),
    ],
    dialects: ["postgres"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 1, m: 2 },
    code: "unique-conflict",
    paths: ["n"],
  },
  {
    title: "a unique index of a shard, with a long name",
    make: [
      thing("n integer, m integer"),
      `create unique index ${long.slice(0, 63)} on thing (n, m)`,
      ...violatedInShard("23505", `${long.slice(0, 47)}_0d2a61fe_102008`),
    ],
    dialects: ["postgres"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 1, m: 2 },
    code: "unique-conflict",
    paths: ["n", "m"],
  },
  {
    title: "a foreign key of a shard",
    make: [
      "create table parent (a integer primary key)",
      thing("n integer constraint of_parent references parent (a), m integer"),
      ...violatedInShard("23503", "of_parent_102008"),
    ],
    dialects: ["postgres"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 1, m: 2 },
    code: "foreign-key-conflict",
    paths: ["n"],
  },
  {
    title: "a check of a shard",
    make: [
      thing("n integer, m integer, constraint n_below_m check (n < m)"),
      ...violatedInShard("23514", "n_below_m_102008"),
    ],
    dialects: ["postgres"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 1, m: 2 },
    code: "invalid-value",
    paths: ["n", "m"],
  },
  {
    title: "a foreign key of a column that the caller may not see",
    make: [
      parent,
      thing("n integer, concealed integer, foreign key (n, concealed) references parent (a, b)"),
    ],
    dialects: all,
    ...concealed,
    body: { id: 5, n: 1 },
    code: "foreign-key-conflict",
    paths: [],
  },
  {
    title: "a unique index of a column that the caller may not see",
    make: [
      thing("n integer, concealed integer, constraint one unique (n, concealed)"),
      "insert into thing (id, n, concealed) values (1, 1, 2)",
    ],
    dialects: all,
    ...concealed,
    body: { id: 5, n: 1 },
    code: "unique-conflict",
    paths: [],
  },
  {
    title: "a check of a column that the caller may not see",
    make: [thing("n integer, concealed integer, constraint n_below check (n < concealed)")],
    dialects: all,
    ...concealed,
    body: { id: 5, n: 3 },
    code: "invalid-value",
    paths: ["n"],
  },
  {
    title: "a rule of another table, by a trigger",
    make: [
      "create table other (n integer not null)",
      thing("n integer, m integer"),
      "create function fill() returns trigger language plpgsql as $$ begin insert into other (n) values (null); return new; end $$",
      "create trigger fill after insert on thing for each row execute function fill()",
    ],
    dialects: ["postgres"],
    fields: { n: field("int"), m: field("int") },
    body: { id: 5, n: 1 },
    code: "invalid-value",
    paths: [],
  },
];

function without(name: string): EntityConfig["permissions"] {
  const rules = [{ role: "guest", fields: { exclude: [name] } }];
  return { read: rules, create: rules };
}

await describeDialects("a violation of", (dialect) => {
  const here = violations.filter(({ dialects }) => dialects.includes(dialect.name));

  describe.each(modes)("by %s code", (mode) => {
    describe.each([
      ["alone", {}],
      ["in a transaction", { hooks: { afterCreate: () => undefined } }],
    ])("%s", (_, options) => {
      const serveThing = async ({ make, fields, hidden }: (typeof here)[number]) => {
        const fresh = await dialect.createDatabase();
        await fresh.run(make);
        const thing = {
          fields: { id: field("int", key), ...fields },
          primaryKey: "id",
          systemFields: { createdat: false, updatedat: false },
          permissions: hidden === undefined ? everybody : without(hidden),
          ...options,
        };
        // The tables are stricter than the configuration, and are not compared with it.
        const database = { ...fresh.database, schema: "off" as const };
        const api = await createTestApi(mode, { ...fresh, database }, { entities: { thing } });
        const { request } = await serveApi(api);
        const send = (body: unknown) => request("POST", "/api/data/thing", { body });
        return { fresh, send };
      };

      it.each(here)(
        "a violation of $title is a $code that names the fields that the caller may see",
        async (violation) => {
          const { body, code, paths, hidden } = violation;
          const { fresh, send } = await serveThing(violation);
          const reply = await send(body);
          const { errors = [] } = expectProblem(reply, code);
          expect(errors.map(({ path }) => path)).toEqual(paths);
          if (hidden !== undefined) expect(reply.text).not.toContain(hidden);
          const [left] = await fresh.run(["select count(*) as n from thing where id = 5"]);
          expect(Number(left?.["n"])).toBe(0);
        },
      );

      it.each(here)("a violation of $title is the same $code in a list of one record", async (violation) => {
        const { body, code, paths, hidden } = violation;
        const { fresh, send } = await serveThing(violation);
        const reply = await send([body]);
        const { errors = [] } = expectProblem(reply, code);
        // Without a field, the record itself is at fault.
        const named = paths.length === 0 ? ["0"] : paths.map((path) => `0.${path}`);
        expect(errors.map(({ path }) => path)).toEqual(named);
        if (hidden !== undefined) expect(reply.text).not.toContain(hidden);
        const [left] = await fresh.run(["select count(*) as n from thing where id = 5"]);
        expect(Number(left?.["n"])).toBe(0);
      });

      it.each(here.filter(({ title }) => title.endsWith("at the commit")))(
        "a violation of $title is a $code in a list, and names the fields if the database names the constraint",
        async (violation) => {
          const { body, code, paths } = violation;
          const { fresh, send } = await serveThing(violation);
          const reply = await send([{ id: 6 }, body]);
          const { errors = [], detail } = expectProblem(reply, code);
          expect(errors.map(({ path }) => path)).toEqual(dialect.name === "sqlite" ? [] : paths);
          expect(detail).not.toContain("Another record refers");
          const [left] = await fresh.run(["select count(*) as n from thing where id in (5, 6)"]);
          expect(Number(left?.["n"])).toBe(0);
        },
      );
    });
  });
});
