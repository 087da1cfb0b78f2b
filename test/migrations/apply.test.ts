import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { MigrationError } from "data-api";
import {
  applyMigrations,
  planMigrations,
  readStatuses,
  type MigrationContext,
} from "../../runtime/database/migrations/apply/apply-migrations.js";
import { resolveMigration } from "../../runtime/database/migrations/apply/resolve-migration.js";
import { undoMigration } from "../../runtime/database/migrations/apply/undo-migration.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { MigrationFolder, openContext } from "./migration-folder.js";

const FIRST = "20260101000000_first";
const SECOND = "20260102000000_second";
const THIRD = "20260103000000_third";

await describeDialects("migrations", (dialect) => {
  let fresh: FreshDatabase;
  let folder: MigrationFolder;
  beforeEach(async () => {
    fresh = await dialect.createDatabase();
    folder = new MigrationFolder();
  });

  async function using<T>(
    work: (context: MigrationContext, lines: readonly string[]) => Promise<T>,
    changes: Partial<MigrationContext> = {},
  ): Promise<T> {
    const context = await openContext(fresh.database, folder, changes);
    try {
      return await work(context, context.lines);
    } finally {
      await context.close();
    }
  }
  const apply = (to?: string) =>
    using(async (context, lines) => {
      await applyMigrations(context, to);
      return lines;
    });
  const states = () =>
    using(async (context) =>
      (await readStatuses(context.db, context)).map(({ name, state }) => `${name.slice(15)}: ${state}`),
    );
  /** The problems of an expected rejection. */
  async function refusal(work: () => Promise<unknown>): Promise<readonly string[]> {
    const error: unknown = await work().catch((reason: unknown) => reason);
    if (error instanceof MigrationError) return error.problems;
    throw new Error("It was not refused, or otherwise.", { cause: error });
  }
  const notes = async () => (await fresh.run(["select note from item order by id"])).map(({ note }) => note);
  const isUndoing = dialect.name !== "mysql";

  it("migrations are applied once and in order, and report their steps", async () => {
    folder.addAll({
      [FIRST]:
        "create table item (id integer primary key, note varchar(50));\n-- data:\ninsert into item values (1, 'a;b');",
      [SECOND]: "alter table item add size integer;\n-- data:\nupdate item set size = 3;",
    });
    expect(await states()).toEqual(["first: pending", "second: pending"]);
    expect(await apply(FIRST)).toEqual([
      "begin",
      "create table item (id integer primary key, note varchar(50))",
      "insert into item values (1, 'a;b')",
      "end",
    ]);
    expect(await states()).toEqual(["first: applied", "second: pending"]);
    expect(await apply()).toHaveLength(4);
    expect(await apply()).toEqual([]);
    expect(await states()).toEqual(["first: applied", "second: applied"]);
    const [row] = await fresh.run(["select size from item"]);
    expect(row?.["size"]).toBe(3);
    const statuses = await using((context) => readStatuses(context.db, context));
    expect(statuses[1]?.row).toMatchObject({
      name: SECOND,
      checksum: statuses[1]?.migration?.checksum,
      steps: 2,
      stepsDone: 2,
      isInFlight: false,
      error: null,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      finishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown,
      appliedBy: expect.stringMatching(/^\S+@\S+, data-api 1\.2\.3$/) as unknown,
    });
    expect(Math.abs(Date.parse(statuses[1]?.row?.finishedAt ?? "") - Date.now())).toBeLessThan(60_000);
  });

  it("a migration runs a TypeScript step in order with its SQL steps", async () => {
    folder.add(
      FIRST,
      null,
      "create table item (id integer primary key, note varchar(50));\n-- data:\ninsert into item values (1, 'a');\n-- data: ./fill.ts\nupdate item set note = 'c' where note = 'b';",
      {
        "fill.ts": `import type { DataStep } from "data-api";
          const fill: DataStep = async ({ db }) => {
            const { note } = await db.selectFrom("item").select("note").executeTakeFirstOrThrow();
            await db.insertInto("item").values({ id: 2, note: note === "a" ? "b" : "?" }).execute();
          };
          export default fill;`,
      },
    );
    await apply();
    expect(await notes()).toEqual(["a", "c"]);
  });

  it("a migration whose TypeScript step fails leaves rows as they were, and names the step", async () => {
    folder.add(
      FIRST,
      null,
      "create table item (id integer primary key, note varchar(50));\n-- data:\ninsert into item values (1, 'a');\n-- data: ./fill.mjs",
      { "fill.mjs": "export default async ({ db }) => { throw new Error('the shop is closed.'); };" },
    );
    const [problem] = await refusal(() => apply());
    expect(problem).toContain("fill.mjs: the shop is closed.\n");
    expect(problem).toContain("fill.mjs, and run");
    expect(await states()).toEqual(["first: failed"]);
    // The same file, corrected, because it was not applied.
    folder.write(
      `${FIRST}/fill.mjs`,
      "export default ({ db }) => db.updateTable('item').set({ note: 'b' }).execute();",
    );
    await apply();
    expect(await notes()).toEqual(["b"]);
  });

  it("a migration is rejected before anything runs if a file of a step cannot be used", async () => {
    folder.add(
      FIRST,
      null,
      "create table item (id integer);\n-- data: ./a.mjs\n-- data: ./b.ts\n-- data: ./c.mjs",
      {
        "a.mjs": "export default 3;",
        "b.ts": "export default (;",
        "c.mjs": "throw new Error('no');",
      },
    );
    const problems = await refusal(() => apply());
    expect(problems).toEqual([
      expect.stringContaining('a.mjs: Its default export is not a function: write "export default'),
      expect.stringContaining("b.ts: It cannot be loaded: "),
      expect.stringMatching(/c\.mjs: It cannot be loaded: no$/),
    ]);
    expect(await states()).toEqual(["first: pending"]);
    await expect(fresh.run(["select * from item"])).rejects.toThrow();
  });

  it("a migration stops at a broken statement, reports the completed steps, and continues after its correction", async () => {
    const script = (last: string) =>
      `create table item (id integer primary key, note varchar(50));\ncreate table other (id integer);\n\nalter table item add size ${last};\ncreate table third (id integer);`;
    folder.addAll({ [FIRST]: script("integer)"), [SECOND]: "create table never (id integer);" });
    const [problem = ""] = await refusal(() => apply());
    const lines = problem.split("\n");
    expect(lines[0]).toMatch(/20260101000000_first\/\w+\.sql:4: ./);
    expect(lines[1]).toBe("  alter table item add size integer);");
    expect(lines[2]).toBe(
      isUndoing
        ? 'Nothing of "20260101000000_first" was applied.'
        : "Steps 1 to 2 of 4, up to line 2, are done and stay so.",
    );
    expect(lines[3]).toMatch(
      /^Correct .*\.sql, and run "data-api migrate apply" again to continue from there\.$/,
    );
    const [failed] = await using((context) => readStatuses(context.db, context));
    expect(failed?.row).toMatchObject({ stepsDone: isUndoing ? 0 : 2, error: lines[0], finishedAt: null });
    await expect(fresh.run(["select * from never"])).rejects.toThrow();

    folder.addAll({ [FIRST]: script("integer"), [SECOND]: "create table never (id integer);" });
    await apply();
    expect(await states()).toEqual(["first: applied", "second: applied"]);
    await fresh.run(["select size from item", "select * from third", "select * from never"]);
  });

  if (!isUndoing)
    it("a migration does not continue if an executed step is changed", async () => {
      folder.addAll({ [FIRST]: "create table item (id integer);\nalter table item add nonsense;" });
      await refusal(() => apply());
      folder.addAll({ [FIRST]: "create table item (id bigint);\nalter table item add size int;" });
      const [problem] = await refusal(() => apply());
      expect(problem).toContain("The first step has been run and changed since: restore them");
      folder.addAll({
        [FIRST]: "-- A remark.\n\ncreate table item (id integer);\nalter table item add size int;",
      });
      await apply();
      expect(await states()).toEqual(["first: applied"]);
    });

  it("migrations are rejected before anything runs if one loses data without an accept line", async () => {
    folder.addAll({
      [FIRST]: "create table item (id integer);",
      [SECOND]:
        "-- Removes it.\ndrop table item;\n-- accept: loses data\ndrop table item;\n-- data:\ndelete from item;",
    });
    const problems = await refusal(() => apply());
    expect(problems).toEqual([
      expect.stringMatching(
        /second\/\w+\.sql:2: This statement loses data\. If that is meant, write the line "-- accept: loses data" before it\.\n {6}drop table item;$/,
      ),
      expect.stringMatching(/second\/\w+\.sql:6: This statement loses data/),
    ]);
    expect(await states()).toEqual(["first: pending", "second: pending"]);
    await apply(FIRST);
    expect(await states()).toEqual(["first: applied", "second: pending"]);
  });

  it("a migration is rejected while a value is still to be filled in", async () => {
    folder.addAll({ [FIRST]: "create table item (id integer);\nupdate item set id = <fill in>;" });
    const [problem] = await refusal(() => apply());
    expect(problem).toMatch(/:2: A value is still to be written here\.$/);
  });

  it.runIf(dialect.name === "mysql")(
    "a migration that controls transactions is rejected, unless it was applied before the check existed",
    async () => {
      folder.addAll({ [FIRST]: "create table item (id integer);\nset autocommit = 0;" });
      const problem = expect.stringMatching(
        /mysql\.sql:2: "set autocommit = 0" is not for scripts: .* "data-api migrate resolve \S+_first --applied"\.$/,
      ) as unknown;
      expect(await refusal(() => apply())).toEqual([problem]);
      await expect(fresh.run(["select * from item"])).rejects.toThrow();
      await using((context) => resolveMigration(context, FIRST, "applied"));
      folder.add(SECOND, FIRST, "create table b (id integer);\n-- down:\nxa start 'a';");
      expect(await apply()).toEqual(["begin", "create table b (id integer)", "end"]);
      expect(await states()).toEqual(["first: applied", "second: applied"]);
      expect(await refusal(() => using((context) => undoMigration(context)))).toEqual([
        expect.stringContaining(`mysql.sql:3: "xa start 'a'" is not for scripts`),
      ]);
    },
  );

  it("migrations are rejected if one was changed, is missing or came too late, and all of them are named", async () => {
    const scripts = { [FIRST]: "create table a (id integer);", [THIRD]: "create table c (id integer);" };
    folder.addAll(scripts);
    await apply();
    folder.write(`${FIRST}/${dialect.name}.sql`, "create table a (id bigint);");
    folder.add(SECOND, FIRST, "create table b (id integer);");
    folder.add(THIRD, SECOND, scripts[THIRD]);
    expect(await states()).toEqual(["first: changed", "second: pending", "third: applied"]);
    expect(await refusal(() => apply())).toEqual([
      expect.stringContaining(`"${FIRST}" was changed after it was applied`),
      expect.stringContaining(`"${SECOND}" is older than "${THIRD}", which is applied already`),
    ]);
    folder.remove(SECOND);
    folder.remove(THIRD);
    expect(await states()).toEqual(["first: changed", "third: missing"]);
    expect(await refusal(() => apply())).toEqual([
      expect.stringContaining(`"${FIRST}" was changed`),
      expect.stringContaining(`"${THIRD}" is applied and not in the folder`),
    ]);
    await using((context) => resolveMigration(context, FIRST, "applied"));
    await using((context) => resolveMigration(context, THIRD, "rolled back"));
    expect(await states()).toEqual(["first: applied"]);
    expect(await apply()).toEqual([]);
  });

  it("a migration is unchanged by other line endings and a byte order mark", async () => {
    folder.addAll({ [FIRST]: "create table a (\n  id integer\n);" });
    await apply();
    folder.write(`${FIRST}/${dialect.name}.sql`, "\uFEFFcreate table a (\r\n  id integer\r\n);");
    expect(await states()).toEqual(["first: applied"]);
  });

  it("a plan of migrations changes nothing in the database", async () => {
    folder.addAll({ [FIRST]: "create table a (id integer);", [SECOND]: "create table b (id integer);" });
    const planned = await using((context) => planMigrations(context, FIRST));
    expect(planned.map(({ name }) => name)).toEqual([FIRST]);
    await expect(fresh.run(["select * from data_api_migrations"])).rejects.toThrow();
    expect(await refusal(() => apply("20260101000000_frist"))).toEqual([
      `There is no migration "20260101000000_frist". Did you mean "${FIRST}"?`,
    ]);
  });

  it("a migration is marked as applied or rolled back without running anything", async () => {
    folder.addAll({ [FIRST]: "create table a (id integer);", [SECOND]: "create table b (id integer);" });
    await using((context) => resolveMigration(context, FIRST, "applied"));
    expect(await apply()).toEqual(["begin", "create table b (id integer)", "end"]);
    await using((context) => resolveMigration(context, SECOND, "rolled back"));
    expect(await states()).toEqual(["first: applied", "second: pending"]);
    expect(await refusal(() => using((context) => resolveMigration(context, SECOND, "rolled back")))).toEqual(
      [`"${SECOND}" is pending: there is nothing to take back.`],
    );
    await expect(fresh.run(["select * from a"])).rejects.toThrow();
  });

  it("migrations are undone from the last one on, if they have a section for it", async () => {
    folder.addAll({
      [FIRST]: "create table a (id integer);",
      [SECOND]:
        "create table b (id integer);\n-- down:\n-- data:\ninsert into a values (7);\n-- schema:\n-- accept: loses data\ndrop table b;",
    });
    expect(await refusal(() => using((context) => undoMigration(context)))).toEqual([
      "No migration is applied: there is nothing to undo.",
    ]);
    await apply();
    expect(await refusal(() => using((context) => undoMigration(context, FIRST)))).toEqual([
      `"${FIRST}" is not the migration that was applied last, and only that one can be undone: it is "${SECOND}".`,
    ]);
    await using((context) => undoMigration(context, SECOND));
    expect(await states()).toEqual(["first: applied", "second: pending"]);
    expect(await fresh.run(["select id from a"])).toEqual([{ id: 7 }]);
    await expect(fresh.run(["select * from b"])).rejects.toThrow();
    expect(await refusal(() => using((context) => undoMigration(context)))).toEqual([
      expect.stringContaining('It has no section "-- down:"'),
    ]);
    await apply();
    expect(await states()).toEqual(["first: applied", "second: applied"]);
  });

  it("an undo that fails can be completed", async () => {
    const script = (name: string) =>
      `create table a (id integer);\n-- down:\ncreate table x (id integer);\n-- accept: loses data\ndrop table ${name};`;
    folder.addAll({ [FIRST]: script("nowhere"), [SECOND]: "create table b (id integer);" });
    await apply(FIRST);
    const [problem] = await refusal(() => using((context) => undoMigration(context)));
    expect(problem).toContain('run "data-api migrate undo" again');
    expect(await states()).toEqual(["first: undo failed", "second: pending"]);
    if (!isUndoing)
      expect(await refusal(() => apply())).toEqual([
        `"${FIRST}" is half undone: run "data-api migrate undo" to the end first.`,
      ]);
    else {
      expect(await apply()).toEqual(["begin", "create table b (id integer)", "end"]);
      await fresh.run(["drop table b"]);
      await using((context) => resolveMigration(context, SECOND, "rolled back"));
    }
    folder.addAll({ [FIRST]: script("a"), [SECOND]: "create table b (id integer);" });
    await using((context) => undoMigration(context));
    expect(await states()).toEqual(["first: pending", "second: pending"]);
  });

  it("a migration of which a failure has left nothing does not count as applied", async () => {
    folder.addAll({
      [FIRST]: "create table a (id integer);\n-- down:\n-- accept: loses data\ndrop table a;",
      [SECOND]: "-- outside transaction\ncreate table a (id integer);",
    });
    await refusal(() => apply());
    expect(await states()).toEqual(["first: applied", "second: failed"]);
    // The last one that is applied is the first one.
    await using((context) => undoMigration(context));
    expect(await states()).toEqual(["first: pending", "second: failed"]);
    // It does not stand in the way after its folder was removed, nor make an older one late.
    rmSync(join(folder.path, SECOND), { recursive: true });
    expect(await apply()).toEqual(["begin", "create table a (id integer)", "end"]);
  });

  it("a migration may be empty", async () => {
    folder.addAll({ [FIRST]: "-- nothing", [SECOND]: "" });
    await apply();
    expect(await states()).toEqual(["first: applied", "second: applied"]);
  });

  it("migrations that several servers apply at once are applied once", async () => {
    folder.addAll({
      [FIRST]:
        "create table item (id integer primary key, note varchar(50));\n-- data:\ninsert into item values (1, 'a');",
      [SECOND]:
        "-- outside transaction\ncreate index i on item (note);\n-- data:\nupdate item set note = note || 'b' where id = 1;".replace(
          "note || 'b'",
          dialect.name === "mysql" ? "concat(note, 'b')" : "note || 'b'",
        ),
    });
    const lines = await Promise.all(Array.from({ length: 4 }, () => apply()));
    expect(lines.flat().filter((line) => line === "end")).toHaveLength(2);
    expect(await notes()).toEqual(["ab"]);
  });
});
