import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { risksOf } from "./rated.js";

const TABLES = `
  create table p (id integer primary key);
  create table t (id integer primary key, a int, b text, unused int, used int);
  create index ix_used on t (used);`;

interface Claim {
  readonly sql: string;
  readonly before?: string;
  /** Makes rows on which the statement fails, or `always`. */
  readonly bad?: string;
  readonly rewrites?: true;
}

const claims: readonly Claim[] = [
  { sql: "alter table t add column x int" },
  { sql: "alter table t add column x int not null default 5" },
  { sql: "alter table t add column x int not null", bad: "always" },
  { sql: "alter table t add column x int unique", bad: "always" },
  { sql: "alter table t add column x text default current_timestamp", bad: "always" },
  { sql: "alter table t add column x text default (random())", bad: "always" },
  { sql: "alter table t add column x int as (a + 1) stored", bad: "always" },
  { sql: "alter table t add column x int as (a + 1) virtual" },
  { sql: "alter table t add column x int references p(id)" },
  { sql: "alter table t add column x int default 1 references p(id)", bad: "always" },
  { sql: "alter table t add column x int check (a < 5000)", bad: "update t set a = 9999" },
  { sql: "alter table t drop column unused", bad: "create index ix on t (unused)", rewrites: true },
  { sql: "alter table t rename column a to z" },
  { sql: "alter table t rename to u" },
  { sql: "create index ix on t (a)" },
  { sql: "create unique index ix on t (a)", bad: "update t set a = 1" },
  { sql: "drop index ix_used" },
  { sql: "vacuum", rewrites: true },
  {
    sql: "insert into made select id, a, b, used from t",
    before: "create table made (id integer, a int, b text, c int)",
    rewrites: true,
  },
];

describe("ratings and SQLite's behavior", () => {
  let folder: string;
  let file: InstanceType<typeof Sqlite>;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "data-api-rating-"));
    file = new Sqlite(join(folder, "test.db"));
    file.pragma("journal_mode = wal");
    file.pragma("foreign_keys = on");
    file.exec(TABLES);
    file.exec(`insert into p values (1); with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
      insert into t select i, i, printf('%.200c', 'x'), i, i from n`);
    file.pragma("wal_checkpoint(truncate)");
    file.pragma("wal_autocheckpoint = 0");
  });
  afterEach(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });

  test.each(claims.filter(({ bad }) => bad !== "always"))(
    "the rating of a statement is what SQLite does: $sql",
    ({ sql, before = "", bad, rewrites }) => {
      const rated = risksOf("sqlite", `${before};${sql};`, { before: TABLES });
      const pages = Number(file.pragma("page_count", { simple: true }));
      file.exec(`${before};${sql};`);
      // The log has a frame for each written page.
      const written = statSync(join(folder, "test.db-wal")).size / 4096;
      expect(written > pages / 2).toBe(rewrites === true);
      expect(rated.includes("rewrites table")).toBe(rewrites === true);
      expect(rated.includes("may fail")).toBe(bad !== undefined);
    },
  );

  test.each(claims.filter(({ bad }) => bad !== undefined))(
    "a statement that is rated to fail on some rows fails on them: $sql",
    ({ sql, bad = "" }) => {
      if (bad !== "always") file.exec(bad);
      expect(() => file.exec(sql)).toThrow();
      expect(risksOf("sqlite", sql, { before: TABLES })).toContain("may fail");
    },
  );

  test("the rebuild of a table is rated to lose only what it does not copy", () => {
    const rebuild = (columns: string) => `
      create table made (id integer primary key, a text, b text, unused int, used int);
      insert into made (${columns}) select ${columns} from t;
      drop table t;
      alter table made rename to t;`;
    expect(
      risksOf("sqlite", rebuild("id, a, b, unused, used").replace(/alter.*/, ""), { before: TABLES }),
    ).toEqual([]);
    expect(risksOf("sqlite", rebuild("id, a, b, used").replace(/alter.*/, ""), { before: TABLES })).toEqual([
      "breaks running version",
      "loses data",
    ]);
    expect(risksOf("sqlite", rebuild("id, a, b, unused, used"), { before: TABLES })).toEqual([]);
    const filtered = rebuild("id, a, b, unused, used")
      .replace("from t", "from t where a > 0")
      .replace(/alter.*/, "");
    expect(risksOf("sqlite", filtered, { before: TABLES })).toContain("loses data");
    // After the rebuild, the table has rows.
    expect(
      risksOf("sqlite", `${rebuild("id, a, b, unused, used")} delete from t;`, { before: TABLES }),
    ).toContain("loses data");
  });
});
