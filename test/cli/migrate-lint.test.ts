import type { DatabaseConfig } from "data-api";
import { describe, expect, test } from "vitest";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { expectRefusal, Project } from "./project.js";
import { runSql } from "./run-sql.js";
import { urlOf } from "./url-of.js";

const FIRST = "20260101000000_first";
const SECOND = "20260102000000_second";
const TABLES = "create table item (id int primary key, title varchar(20), price int, parent int);";

function column(name: string, type: string, more: object = {}): object {
  return { column: name, type, isNullable: true, ...more };
}

/** The snapshot after the second migration. */
function snapshotOf(previous: string | null): string {
  const columns = [
    column("id", "int", { isNullable: false }),
    column("title", "string", { maxLength: 5 }),
    column("price", "int"),
    column("parent", "int"),
  ];
  return JSON.stringify({
    version: 1,
    previous,
    tables: [{ table: "item", keys: ["id"], columns, foreignKeys: [] }],
  });
}

function createProject(database: DatabaseConfig, second: string, first = TABLES): Project {
  const { dialect } = database;
  return new Project({
    "data-api.config.json": JSON.stringify({ database, entities: {} }),
    [`migrations/${FIRST}/snapshot.json`]: snapshotOf(null),
    [`migrations/${FIRST}/${dialect}.sql`]: first,
    [`migrations/${SECOND}/snapshot.json`]: snapshotOf(FIRST),
    [`migrations/${SECOND}/${dialect}.sql`]: second,
  });
}

const sqlite = { dialect: "sqlite", name: "never-made.db" } as const;
const postgres = { dialect: "postgres", host: "127.0.0.1", name: "never_asked" } as const;

describe("migrate lint", () => {
  test("migrate lint describes the effect of a statement, its place, and a safer way", async () => {
    const project = createProject(postgres, "-- An index.\ncreate index ix on item (price);\n");
    const { exitCode, stdout, stderr } = await project.run("migrate", "lint");
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "" });
    expect(stdout).toBe(`migrations/${SECOND}/postgres.sql:2: create index ix on item (price)
  locks writes: The table is locked against writes while the index is built.
    safer: create index concurrently … on item …, with "-- outside transaction" before it

"${SECOND}": 1 statement needs a safer way, or "-- accept: …" on the line before.
`);
  });

  test("a comment in a migration accepts the risks that it names, and no others", async () => {
    const project = createProject(sqlite, "-- accept: loses data, locks writes\ndelete from item;\n");
    expect(await project.run("migrate", "lint")).toMatchObject({ exitCode: 0, stderr: "" });
    project.write(`migrations/${SECOND}/sqlite.sql`, "-- accept: locks writes\ndelete from item;\n");
    const refused = await project.run("migrate", "lint");
    expect(refused.exitCode).toBe(2);
    expect(refused.stdout).toContain("\n  loses data: All rows");
    expect(refused.stdout).toContain("\n  locks writes (accepted): ");
  });

  test("migrate lint rejects a statement about transactions in the chosen migrations", async () => {
    const mysql = { dialect: "mysql", host: "127.0.0.1", name: "never_asked" } as const;
    const project = createProject(
      mysql,
      "insert into item (id) values (1);\nset autocommit = 0;\n",
      "xa recover;",
    );
    const { exitCode, stderr } = await project.run("migrate", "lint");
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`migrations/${SECOND}/mysql.sql:2: "set autocommit = 0" is not for scripts`);
    expect(await project.run("migrate", "lint", FIRST)).toMatchObject({ stderr: "" });
  });

  test("migrate lint warns of an accept comment without a risk", async () => {
    const project = createProject(sqlite, "-- accept: loses data\nalter table item add column x int;\n");
    const { exitCode, stdout } = await project.run("migrate", "lint");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(
      `sqlite.sql:2: alter table item add column x int\n  warning: "-- accept: loses data" accepts nothing`,
    );
  });

  test("migrate lint fails on an unknown statement, and passes one that only breaks servers of the previous version", async () => {
    const project = createProject(sqlite, "explode;\n");
    expect(await project.run("migrate", "lint")).toMatchObject({ exitCode: 2 });
    project.write(`migrations/${SECOND}/sqlite.sql`, "alter table item rename column price to cost;\n");
    const { exitCode, stdout } = await project.run("migrate", "lint");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("breaks running version: ");
  });

  test("migrate lint judges the last migration, the named ones, or all", async () => {
    const project = createProject(sqlite, "create table more (id int);\n", `${TABLES}\nexplode;\n`);
    expect(await project.run("migrate", "lint")).toMatchObject({
      exitCode: 0,
      stdout: `"${SECOND}": nothing is left to accept.\n`,
    });
    for (const option of [FIRST, "--all"]) {
      const { exitCode, stdout } = await project.run("migrate", "lint", option);
      expect(exitCode).toBe(2);
      expect(stdout).toContain(`${FIRST}/sqlite.sql:2: explode`);
    }
    expectRefusal(await project.run("migrate", "lint", "20260101000000_frist"), `Did you mean "${FIRST}"?`);
    expectRefusal(await project.run("migrate", "lint", FIRST, "--all"), "not both");
  });

  test("migrate lint --json prints each step with its risks", async () => {
    const project = createProject(
      postgres,
      "-- accept: may fail\nalter table item alter column price set not null;\n",
    );
    const { stdout } = await project.run("migrate", "lint", "--json");
    expect(JSON.parse(stdout)).toMatchObject([
      {
        name: SECOND,
        path: `migrations/${SECOND}/postgres.sql`,
        steps: [
          {
            line: 2,
            statement: "alter table item alter column price set not null",
            risks: [
              { risk: "locks reads", state: "open", safer: expect.stringContaining("not valid") as unknown },
              { risk: "may fail", state: "accepted" },
            ],
            unusedAccepts: [],
            notes: [],
          },
        ],
      },
    ]);
  });

  test("migrate lint reports a step in TypeScript as not judged, and passes", async () => {
    const project = createProject(sqlite, "-- data: ./fill.ts\n");
    project.write(`migrations/${SECOND}/fill.ts`, "export default async () => undefined;\n");
    const { exitCode, stdout } = await project.run("migrate", "lint");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("sqlite.sql:1: data step ./fill.ts\n  not judged");
  });

  test("migrate lint --against rejects a database that cannot be reached and an invalid URL", async () => {
    const project = createProject(sqlite, "create table more (id int);\n");
    expectRefusal(await project.run("migrate", "lint", "--against", "sqlite:gone.db"), "gone.db");
    expect(project.files()).not.toContain("gone.db");
    expectRefusal(await project.run("migrate", "lint", "--against", "nonsense"), "postgres://");
  });
});

describe.each(["sqlite", "postgres", "mysql", "mssql"] as const)(
  "what `migrate new` writes for %s",
  (dialect) => {
    const configure = (project: Project, options: object, more: object = {}): void => {
      const database = { dialect, name: "never_asked", ...(dialect !== "sqlite" && { host: "127.0.0.1" }) };
      const name = { type: "string", isEditable: true, isRequired: false, ...options };
      const entities = { item: { fields: { name, ...more }, permissions: {} } };
      project.write(
        "data-api.config.json",
        JSON.stringify({ database, entities, server: { idempotency: false } }),
      );
    };

    test("in what migrate new writes, migrate lint finds only risks that have a safer way or lose data", async () => {
      const project = new Project();
      configure(project, {}, { old: { type: "int", isEditable: true, isRequired: false } });
      await project.run("migrate", "new");
      expect(await project.run("migrate", "lint")).toMatchObject({ exitCode: 0 });
      configure(
        project,
        { isUnique: true, isRequired: true },
        { old: { type: "int", isEditable: true, isRequired: false } },
      );
      await project.run("migrate", "new", "limits");
      const { exitCode, stdout, stderr } = await project.run("migrate", "lint");
      expect(stderr).toBe("");
      expect(stdout).toContain("  may fail (accepted): ");
      // SQL Server creates an index without locks in some editions only.
      expect(exitCode).toBe(dialect === "mssql" ? 2 : 0);
      const open = stdout.split("\n").filter((line) => /^ {2}(?! |breaks)[a-z ]+: /.test(line));
      expect(open.filter((line) => !stdout.includes(`${line}\n    safer: `))).toEqual([]);
      expect(await project.run("migrate", "new", "--check")).toMatchObject({ exitCode: 0 });

      configure(project, { isUnique: true, isRequired: true });
      await project.run("migrate", "new", "removed");
      const removed = await project.run("migrate", "lint");
      expect(removed.exitCode).toBe(2);
      expect(removed.stdout).toContain("\n  loses data: ");
    });
  },
);

const ROWS = [
  "insert into item values (1, 'short', 10, null)",
  "insert into item values (2, 'a longer one', null, 1)",
  "insert into item values (3, 'a longer one', null, 99)",
];

await describeDialects("migrate lint --against", (target) => {
  const alter = (
    { mssql: "alter table item alter column", mysql: "alter table item modify" } as Record<string, string>
  )[target.name];

  async function against(
    second: string,
  ): Promise<{ readonly exitCode: number | null; readonly stdout: string }> {
    const { database } = await createDatabase(target);
    const project = createProject(database, second);
    const before = await runSql(database, ["select * from item"]);
    const { exitCode, stdout, stderr } = await project.run("migrate", "lint", "--against", urlOf(database));
    expect(stderr).toBe("");
    expect(await runSql(database, ["select * from item"])).toEqual(before);
    return { exitCode, stdout };
  }

  async function createDatabase({ createDatabase: create }: DialectTarget) {
    const made = await create();
    await made.run([TABLES, ...ROWS]);
    return made;
  }

  test("migrate lint --against counts the values and rows that would be lost", async () => {
    const { exitCode, stdout } = await against(
      "alter table item drop column price;\ndelete from item where parent is null;\ndrop table item;\n",
    );
    expect(exitCode).toBe(2);
    expect(stdout).toContain("1 value would be lost.");
    expect(stdout).toContain("1 row would be lost.");
    expect(stdout).toContain("3 rows would be lost.");
    expect(stdout).toContain('"item" has 3 rows.');
  });

  test("migrate lint --against counts rows with duplicate values for a unique index", async () => {
    const { exitCode, stdout } = await against("create unique index ix on item (title);\n");
    expect(exitCode).toBe(2);
    expect(stdout).toContain("It would fail: 2 rows have the values of another.");
    const fine = await against("create unique index ix on item (id, title);\n");
    expect(fine).toMatchObject({ exitCode: 0 });
    expect(fine.stdout).toContain("may fail (not with the rows of this database)");
  });

  test("migrate lint --against fails on an accepted statement that rows stop, unless an earlier step changes rows", async () => {
    const index = "-- accept: may fail, locks writes\ncreate unique index ix on item (title);\n";
    expect(await against(index)).toMatchObject({ exitCode: 2 });
    const corrected = `-- data:\n-- accept: loses data\ndelete from item where id = 3;\n-- schema:\n${index}`;
    expect(await against(corrected)).toMatchObject({ exitCode: 0 });
  });

  test("migrate lint --against reports a missing table or column", async () => {
    const { stdout } = await against("alter table item drop column gone;\ndelete from nowhere;\n");
    expect(stdout).toContain('There is no column "gone" in "item" of this database.');
    expect(stdout).toContain('There is no table "nowhere" in this database.');
  });

  // SQLite cannot change columns or add constraints.
  if (target.name === "sqlite") return;

  test("migrate lint --against counts rows that violate a constraint", async () => {
    const orphans = await against(
      "alter table item add constraint fk foreign key (parent) references item(id);\n",
    );
    expect(orphans).toMatchObject({ exitCode: 2 });
    expect(orphans.stdout).toContain("It would fail: 1 row has no target.");
    const check = await against("alter table item add constraint ck check (parent < 50);\n");
    expect(check.stdout).toContain("It would fail: 1 row does not fit.");
    expect(await against("alter table item add constraint ck check (parent < 100);\n")).toMatchObject({
      exitCode: 0,
    });
  });

  test("migrate lint --against counts values that do not fit and rows without a value", async () => {
    const nulls = await against(
      alter === undefined
        ? "alter table item alter column price set not null;\n"
        : `${alter} price int not null;\n`,
    );
    expect(nulls).toMatchObject({ exitCode: 2 });
    expect(nulls.stdout).toMatch(/2 rows (do not fit|.*have no value)/);
    const short = await against(
      alter === undefined
        ? "alter table item alter column title type varchar(5);\n"
        : `${alter} title varchar(5);\n`,
    );
    expect(short).toMatchObject({ exitCode: 2 });
    expect(short.stdout).toContain("It would fail or cut: 2 rows have longer texts.");
    const type = alter === undefined ? "alter table item alter column price type" : `${alter} price`;
    const wider = await against(`${type} bigint;\n`);
    expect(wider.stdout).toContain("Each value fits.");
  });
});
