import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Config } from "data-api";
import { expect, it } from "vitest";
import { expectRefusal, Project } from "../cli/project.js";
import { readyToServe } from "../cli/server.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { MigrationFolder } from "./migration-folder.js";

const FIRST = "20260101000000_first";
const SECOND = "20260102000000_second";

const entities: Config["entities"] = {
  note: {
    fields: { title: { type: "string", isEditable: true, isRequired: true } },
    permissions: { read: ["guest"] },
    systemFields: { id: "uuid", createdat: false, updatedat: false },
  },
};
const tables = {
  sqlite: 'create table "note" ("id" uuid_text primary key not null, "title" varchar(255) not null);',
  postgres: 'create table "note" ("id" uuid primary key, "title" varchar(255) not null);',
};

for (const name of ["sqlite", "postgres"] as const)
  await describeDialect("the commands of migrations", name, (dialect) => {
    async function createProject(): Promise<{
      project: Project;
      folder: MigrationFolder;
      fresh: FreshDatabase;
    }> {
      const fresh = await dialect.createDatabase();
      const config = {
        database: { ...fresh.database, schema: "migrations" },
        server: { host: "127.0.0.1", shutdownDelay: 0, maxEventLoopDelay: 0, log: { level: "error" } },
        entities,
      };
      const project = new Project({ "data-api.config.json": JSON.stringify(config) });
      const folder = new MigrationFolder(project.resolve("migrations"));
      folder.addAll({
        [FIRST]: tables[name],
        [SECOND]: `-- data:\nupdate note set title = 'a' where 1 = 0;\n-- data: ./fill.ts\n-- schema:\n-- outside transaction\ncreate index i on note (title);\n-- down:\ndrop index i;`,
      });
      folder.write(
        `${SECOND}/fill.ts`,
        "export default async (): Promise<void> => { await Promise.resolve(); };",
      );
      return { project, folder, fresh };
    }

    it("migrate status and migrate apply print planned, running and completed steps", async () => {
      const { project, folder } = await createProject();
      expect(await project.run("migrate", "status")).toEqual({
        exitCode: 2,
        stdout: `pending           ${FIRST}\npending           ${SECOND}\n`,
        stderr: "",
      });
      expect(await project.run("migrate", "apply", "--dry-run")).toEqual({
        exitCode: 0,
        stdout: [
          `-- ${FIRST}\n\n-- line 1\n${tables[name]}\n`,
          `-- ${SECOND}\n\n-- line 2\nupdate note set title = 'a' where 1 = 0;\n`,
          `-- line 3: runs migrations/${SECOND}/fill.ts\n`,
          "-- line 6, outside transaction\ncreate index i on note (title);\n\n",
        ].join("\n"),
        stderr: "",
      });
      const applied = await project.run("migrate", "apply");
      expect(applied).toMatchObject({ exitCode: 0, stdout: `Applied ${FIRST}, ${SECOND}.\n` });
      expect(applied.stderr.replaceAll(/\d+(\.\d)? m?s\b/g, "N ms").split("\n")).toEqual([
        `${FIRST}: 1 step`,
        `  ${name}.sql:1  N ms  ${tables[name].length > 121 ? `${tables[name].slice(0, 120).trimEnd()} …` : tables[name]}`,
        `${FIRST}: done in N ms`,
        `${SECOND}: 3 steps`,
        `  ${name}.sql:2  N ms  update note set title = 'a' where 1 = 0;`,
        `  ${name}.sql:3  N ms  ./fill.ts`,
        `  ${name}.sql:6  N ms  create index i on note (title);`,
        `${SECOND}: done in N ms`,
        "",
      ]);
      expect(await project.run("migrate", "apply")).toEqual({
        exitCode: 0,
        stdout: "Nothing is pending.\n",
        stderr: "",
      });
      const status = await project.run("migrate", "status", "--json");
      expect(status.exitCode).toBe(0);
      expect(JSON.parse(status.stdout)).toMatchObject([
        { name: FIRST, state: "applied", steps: 1, stepsDone: 1, error: null },
        { name: SECOND, state: "applied", steps: 3, stepsDone: 3, error: null },
      ]);
      folder.remove(SECOND);
      const missing = await project.run("migrate", "status");
      expect(missing.exitCode).toBe(2);
      expect(missing.stdout).toMatch(
        /^applied {11}20260101000000_first {2}\S+Z, \d+ ms, \S+@\S+, data-api \S+\nmissing {11}20260102000000_second {2}it is not in the folder\n$/,
      );
    });

    it("migrate apply and migrate status escape control characters of scripts and of the history", async () => {
      const { project, folder, fresh } = await createProject();
      folder.write(`${FIRST}/${name}.sql`, `select '\u001b[31mred'; ${tables[name]}`);
      const { stderr } = await project.run("migrate", "apply", "--to", FIRST);
      expect(stderr).toContain("select '\\u001b[31mred'");
      expect(stderr).not.toContain("\u001b");
      await fresh.run([`update data_api_migrations set appliedby = 'a\u001b[2Jb\nc'`]);
      const { stdout } = await project.run("migrate", "status");
      expect(stdout).toContain("a\\u001b[2Jb\\u000ac");
    });

    it("migrate undo and migrate resolve undo and mark a migration, and reject wrong arguments", async () => {
      const { project } = await createProject();
      await project.run("migrate", "apply");
      expect(await project.run("migrate", "undo", SECOND)).toMatchObject({
        exitCode: 0,
        stdout: `Undone: ${SECOND}.\n`,
      });
      expect(await project.run("migrate", "resolve", SECOND, "--applied")).toEqual({
        exitCode: 0,
        stdout: `"${SECOND}" is marked as applied.\n`,
        stderr: "",
      });
      expect((await project.run("migrate", "status")).exitCode).toBe(0);
      expectRefusal(
        await project.run("migrate", "resolve", SECOND),
        "Give either --applied or --rolled-back.",
      );
      expectRefusal(await project.run("migrate", "resolve", "--applied"), "Name one migration");
      expectRefusal(await project.run("migrate", "undo", "a", "b"), "Name one migration, or none");
      expectRefusal(
        await project.run("migrate", "apply", "--to", "nowhere"),
        'There is no migration "nowhere".',
      );
    });

    it("migrate apply and migrate status report the mistakes of all files, each with its place", async () => {
      const { project, folder } = await createProject();
      folder.write(`${FIRST}/${name}.sql`, "select 'a\ncommit;");
      folder.write(`${SECOND}/${name}.sql`, "-- acept: loses data\ncommit;\n-- data: ./nowhere.ts");
      folder.write("notes/readme.md", "");
      const { stderr, exitCode } = await project.run("migrate", "apply");
      expect(exitCode).toBe(1);
      expect(stderr.split("\n")).toEqual([
        expect.stringContaining("  - migrations/notes: The name of a migration is its time and a name"),
        `  - migrations/${FIRST}/${name}.sql:1: A text that begins here does not end.`,
        expect.stringContaining(
          `  - migrations/${SECOND}/${name}.sql:1: "-- acept: loses data" is not a directive`,
        ),
        expect.stringContaining(`  - migrations/${SECOND}/${name}.sql:2: "commit" is not for scripts`),
        "",
      ]);
      folder.write(`${FIRST}/${name}.sql`, "");
      folder.write(`${SECOND}/${name}.sql`, "-- data: ./nowhere.ts");
      folder.remove("notes");
      folder.remove(`${FIRST}/snapshot.json`);
      const files = await project.run("migrate", "status");
      expect(files.stderr.split("\n")).toEqual([
        expect.stringContaining(`  - migrations/${FIRST}/snapshot.json: The file is missing`),
        expect.stringContaining(
          `  - migrations/${SECOND}/nowhere.ts: The file is missing: it is named by a line "-- data:"`,
        ),
        "",
      ]);
    });

    it(
      "start serves only after the migrations, which one of several servers applies",
      { timeout: 120_000 },
      async () => {
        const { project, fresh } = await createProject();
        expectRefusal(await project.run("start", "--port=0"), `"${FIRST}" is pending.`, "start --migrate");
        const children = [
          project.spawn("start", "--port=0", "--migrate"),
          project.spawn("start", "--port=0", "--migrate", "--workers=2"),
        ];
        const told = children.map((child) => text(child.stderr));
        const urls = await Promise.all(children.map(readyToServe));
        for (const url of urls) expect(await (await fetch(`${url}/note`)).json()).toEqual({ items: [] });
        for (const child of children) {
          child.kill("SIGTERM");
          await once(child, "close");
        }
        const lines = (await Promise.all(told)).join("");
        expect(lines.match(/: done in /g)).toHaveLength(2);
        expect(await fresh.run(["select name from data_api_migrations order by name"])).toEqual([
          { name: FIRST },
          { name: SECOND },
        ]);
      },
    );
  });

it("start --migrate fails if the schema mode is not migrations", async () => {
  const config = { database: { dialect: "sqlite", name: ":memory:" }, entities };
  const project = new Project({ "data-api.config.json": JSON.stringify(config) });
  expectRefusal(
    await project.run("start", "--migrate"),
    '--migrate needs "database.schema": "migrations", and it is "create".',
  );
});
