import { beforeAll, expect, test } from "vitest";
import type { Risk } from "../../../runtime/database/migrations/migration.js";
import { mysqlRisks } from "../../../runtime/database/dialects/mysql/migrations/mysql-risks.js";
import type { ServerVersion } from "../../../runtime/database/migrations/rating/rating.js";
import { describeDialect } from "../../conformance/describe-dialects.js";
import type { FreshDatabase } from "../../conformance/targets.js";
import { risksOf } from "./rated.js";

const TABLES = `
  create table p (id int primary key);
  create table t (
    id int primary key, a int, b bigint, v varchar(20), w varchar(60), l varchar(300), txt text, n decimal(10,2),
    d datetime, e enum('x','y'), required int not null, c1 int, c2 int, other int, key ix_a (c1),
    constraint fk_c foreign key (c2) references p(id), constraint ck_c check (c1 > 0)
  ) character set utf8mb4;`;
const ROWS = [
  "insert into p values (1), (2), (3)",
  `insert into t values
    (1, 1, 1, 'v', 'w', 'l', 'txt', 1.25, '2026-01-01 10:11:12', 'x', 1, 1, 1, 1),
    (2, 2, 2, 'v', 'w', 'l', 'txt', 1.25, '2026-01-01 10:11:12', 'x', 2, 2, 2, 2)`,
];

interface Claim {
  readonly sql: string;
  /** Makes rows on which the change fails. */
  readonly bad?: string;
}

/** Changes of an InnoDB table. */
const claims: readonly Claim[] = [
  { sql: "add column x int" },
  { sql: "add column x int first" },
  { sql: "add column x int not null default 5" },
  { sql: "add column x datetime default current_timestamp" },
  { sql: "add column x varchar(36) default (uuid())" },
  { sql: "add column x int as (a + 1) stored" },
  { sql: "add column x int as (a + 1) virtual" },
  { sql: "add column x int unique" },
  { sql: "add column x int references p(id)" },
  { sql: "drop column a" },
  { sql: "rename column a to z" },
  { sql: "change a z int" },
  { sql: "modify a int default 5" },
  { sql: "modify a bigint" },
  { sql: "modify b int", bad: "update t set b = 3000000000" },
  { sql: "modify v varchar(30)" },
  { sql: "modify w varchar(70)" },
  { sql: "modify l varchar(400)" },
  { sql: "modify v varchar(10)", bad: "update t set v = 'eleven signs'" },
  { sql: "modify v text" },
  { sql: "modify txt longtext" },
  { sql: "modify txt varchar(100)", bad: "update t set txt = repeat('x', 101)" },
  { sql: "modify a int not null", bad: "update t set a = null" },
  { sql: "modify required int null" },
  { sql: "modify n decimal(12,2)" },
  { sql: "modify n decimal(8,2)", bad: "update t set n = 12345678.25" },
  { sql: "modify n decimal(10,1)" },
  { sql: "modify d datetime(3)" },
  { sql: "modify e enum('x','y','z')" },
  { sql: "modify e enum('z','x','y')" },
  { sql: "modify e enum('x')", bad: "update t set e = 'y'" },
  { sql: "alter column a set default 5" },
  { sql: "alter column a drop default" },
  { sql: "add index ix (a)" },
  { sql: "add unique index ix (a)", bad: "update t set a = 1" },
  { sql: "add constraint uq unique (a)", bad: "update t set a = 1" },
  { sql: "add fulltext index ix (txt)" },
  { sql: "drop index ix_a" },
  { sql: "rename index ix_a to ix_b" },
  { sql: "add constraint fk foreign key (a) references p(id)", bad: "update t set a = 99" },
  { sql: "drop foreign key fk_c" },
  { sql: "add constraint ck check (a > 0)", bad: "update t set a = -1" },
  { sql: "drop constraint ck_c" },
  { sql: "drop primary key" },
  { sql: "engine = innodb" },
  { sql: "force" },
  { sql: "row_format = dynamic" },
  { sql: "comment = 'drop column a'" },
  { sql: "auto_increment = 100" },
  { sql: "default character set utf8mb4" },
];

/**
 * From the lightest to the heaviest, each with its effects according to mariadb.com/kb/en/innodb-online-ddl-overview.
 */
const ways: readonly (readonly [string, readonly Risk[]])[] = [
  ["algorithm=instant", []],
  ["algorithm=nocopy, lock=none", []],
  ["algorithm=inplace, lock=none", ["rewrites table"]],
  ["algorithm=nocopy, lock=shared", ["locks writes"]],
  ["algorithm=inplace, lock=shared", ["locks writes", "rewrites table"]],
  ["algorithm=copy, lock=shared", ["locks writes", "rewrites table"]],
];

await describeDialect("ratings and the server's answers", "mysql", (target) => {
  let fresh: FreshDatabase;
  let server: ServerVersion;
  beforeAll(async () => {
    fresh = await target.createDatabase();
    const [row] = await fresh.run([mysqlRisks.version.query]);
    server = mysqlRisks.version.parse(row ?? {});
  });

  async function prepare(bad?: string): Promise<void> {
    await fresh.run([
      "drop table if exists t, p",
      ...TABLES.split(";").filter((sql) => sql.trim() !== ""),
      ...ROWS,
      ...(bad === undefined ? [] : [bad]),
    ]);
  }

  /** The effects of the lightest algorithm that the server accepts. */
  async function measure(sql: string): Promise<readonly Risk[]> {
    const reasons: string[] = [];
    for (const [way, risks] of ways) {
      // MySQL has no `nocopy`: its in-place changes may rewrite the table.
      await prepare();
      try {
        await fresh.run([`alter table t ${sql}, ${way}`]);
        return risks;
      } catch (error) {
        reasons.push((error as Error).message);
      }
    }
    throw new Error(`Refused in every way: ${reasons.join(" ")}`);
  }

  test.each(claims)(
    "the rating of a change is what the server does: alter table t $sql",
    async ({ sql, bad }) => {
      const rated = risksOf("mysql", `alter table t ${sql}`, { before: TABLES, server });
      const measured = await measure(sql);
      expect(
        rated.filter((risk) => ["rewrites table", "locks writes", "locks reads"].includes(risk)),
      ).toEqual(measured);
      expect(rated.includes("may fail")).toBe(bad !== undefined);
    },
  );

  test("a change that rounds numbers without an error is rated as a loss", async () => {
    await prepare();
    await fresh.run(["alter table t modify n decimal(10,1)"]);
    expect(await fresh.run(["select n from t where id = 1"])).not.toEqual([{ n: "1.25" }]);
    expect(risksOf("mysql", "alter table t modify n decimal(10,1)", { before: TABLES })).toContain(
      "loses data",
    );
  });

  test.each(claims.filter(({ bad }) => bad !== undefined))(
    "a change that is rated to fail on some rows fails on them: $sql",
    async ({ sql, bad }) => {
      await prepare(bad);
      await expect(fresh.run([`alter table t ${sql}`])).rejects.toThrow();
    },
  );
});
