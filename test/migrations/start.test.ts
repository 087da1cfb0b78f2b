import { expect, it } from "vitest";
import type { Config } from "data-api";
import { applyMigrations } from "../../runtime/database/migrations/apply/apply-migrations.js";
import { resolveMigration } from "../../runtime/database/migrations/apply/resolve-migration.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { field, openEntity } from "../conformance/fields.js";
import { createTestApi, type TestApi } from "../conformance/start-server.js";
import type { FreshDatabase, Mode } from "../conformance/targets.js";
import { MigrationFolder, openContext } from "./migration-folder.js";
import { atEnd } from "../at-end.js";

const FIRST = "20260101000000_first";
const SECOND = "20260102000000_second";
const entities: Config["entities"] = { thing: openEntity({ title: field("string") }) };

await describeDialects("a start with migrations", (dialect) => {
  /** Creates a database with the tables of the configuration, and an empty folder of migrations. */
  async function prepare(mode: Mode) {
    const fresh = await dialect.createDatabase();
    const folder = new MigrationFolder();
    await start(fresh, mode, {});
    await stop();
    const options = { schema: "migrations", migrations: folder.path } as const;
    return {
      fresh,
      folder,
      start: () => start(fresh, mode, options),
      refusal: () => refusal(fresh, mode, options),
    };
  }

  let running: TestApi | undefined;
  const stop = async () => {
    await running?.stopAsync();
    running = undefined;
  };
  async function start(
    fresh: FreshDatabase,
    mode: Mode,
    options: Partial<Config["database"]>,
  ): Promise<void> {
    const database = { ...fresh.database, ...options };
    running = await createTestApi(mode, { ...fresh, database }, { entities });
    atEnd(stop);
    await running.startAsync(0);
  }
  async function refusal(...given: Parameters<typeof start>): Promise<string> {
    const error: unknown = await start(...given).catch((reason: unknown) => reason);
    await stop();
    if (error instanceof Error) return error.message;
    throw new Error("It started.");
  }
  async function apply(fresh: FreshDatabase, folder: MigrationFolder): Promise<void> {
    const context = await openContext(fresh.database, folder);
    try {
      await applyMigrations(context);
    } finally {
      await context.close();
    }
  }

  it.each(["dynamic", "generated"] as const)(
    "a start fails until all migrations are applied, in %s mode",
    async (mode) => {
      const { fresh, folder, start: begin, refusal: refused } = await prepare(mode);
      folder.addAll({ [FIRST]: "create table a (id integer);", [SECOND]: "create table b (id integer);" });
      expect(await refused()).toBe(
        [
          'The migrations are not all applied, and "database.schema" is "migrations":',
          `  - "${FIRST}" is pending.`,
          `  - "${SECOND}" is pending.`,
          'Run "data-api migrate apply", or start with "data-api start --migrate". "data-api migrate status" tells more.',
        ].join("\n"),
      );
      await expect(fresh.run(["select * from a"])).rejects.toThrow();
      await apply(fresh, folder);
      await begin();
      await stop();
      folder.write(`${SECOND}/${dialect.name}.sql`, "create table b (id bigint);");
      expect(await refused()).toContain(`\n  - "${SECOND}" was changed after it was applied.\n`);
      // This is the older version of a server; a newer one has applied it.
      folder.remove(SECOND);
      await begin();
    },
  );

  it.runIf(dialect.name === "mysql")(
    "a start accepts an applied script that would be rejected today",
    async () => {
      const { fresh, folder, start: begin } = await prepare("dynamic");
      folder.addAll({ [FIRST]: "set autocommit = 0;" });
      const context = await openContext(fresh.database, folder);
      await resolveMigration(context, FIRST, "applied");
      await context.close();
      await begin();
    },
  );

  it("a start fails if a migration has failed, and reports its place", async () => {
    const { fresh, folder, refusal: refused } = await prepare("dynamic");
    folder.addAll({ [FIRST]: "create table a (id integer);\ncreate nonsense;" });
    await expect(apply(fresh, folder)).rejects.toThrow();
    expect(await refused()).toMatch(
      /"20260101000000_first" has failed \([01] of 2 steps are done\): .*\.sql:2: /,
    );
  });

  it("a start fails if the folder of migrations is missing, or its files have mistakes", async () => {
    const { folder, refusal: refused } = await prepare("dynamic");
    folder.addAll({ [FIRST]: "select 'a" });
    expect(await refused()).toMatch(/sql:1: A text that begins here does not end\.$/);
    folder.remove("");
    expect(await refused()).toMatch(
      /^There is no folder ".*" with migrations: .* It is looked for in the working directory\.$/,
    );
  });

  it("a start fails if all migrations are applied but the tables differ", async () => {
    const { fresh, folder, refusal: refused } = await prepare("dynamic");
    folder.addAll({ [FIRST]: "create table a (id integer);" });
    await apply(fresh, folder);
    await fresh.run(["alter table thing drop column title"]);
    expect(await refused()).toContain("The database differs from the configuration:");
  });
});
