import { chmodSync, existsSync, statSync, symlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config, DatabaseConfig } from "data-api";
import { afterEach, expect, test } from "vitest";
import { describeDialect, describeDialects } from "../conformance/describe-dialects.js";
import { dialects, type FreshDatabase } from "../conformance/targets.js";
import { manifestOf } from "./dump-manifest.js";
import { expectRefusal, Project, type Result, type RunningCommand } from "./project.js";

const optional = { isEditable: true, isRequired: false } as const;
const required = { isEditable: true, isRequired: true } as const;
const permissions = {};

/** All types that every database supports, a cycle, a self-reference, a list and a composite key. */
const entities: Config["entities"] = {
  team: {
    fields: {
      name: { type: "string", ...required },
      lead: { type: "int", ...optional, foreignKey: { targetEntityName: "person" } },
    },
    permissions,
  },
  person: {
    fields: {
      name: { type: "string", ...required },
      boss: { type: "int", ...optional, foreignKey: { targetEntityName: "person" } },
      team: { type: "int", ...required, foreignKey: { targetEntityName: "team" } },
      friends: { type: "int", ...optional, foreignKey: { targetEntityName: "person", isManyToMany: true } },
      note: { type: "text", ...optional },
      page: { type: "richtext", ...optional },
      size: { type: "enum", values: ["small", "big"], ...optional },
      prices: { type: "list", of: "decimal", ...optional },
      large: { type: "bigint", ...optional },
      real: { type: "float", ...optional },
      exact: { type: "decimal", precision: 30, scale: 10, ...optional },
      isnew: { type: "boolean", ...optional },
      day: { type: "date", ...optional },
      at: { type: "datetime", precision: 6, ...optional },
      local: { type: "datetime", zone: "none", ...optional },
      clock: { type: "time", precision: 3, ...optional },
      lasting: { type: "duration", ...optional },
      since: { type: "year", ...optional },
      code: { type: "uuid", ...optional },
      data: { type: "json", ...optional },
      picture: { type: "bytes", ...optional },
      doc: { type: "xml", ...optional },
      pin: { type: "secret", ...optional },
    },
    permissions,
  },
  place: {
    fields: {
      country: { type: "string", maxLength: 2, isEditable: false, isRequired: true },
      number: { type: "bigint", isEditable: false, isRequired: true },
      name: { type: "string", ...optional },
    },
    primaryKey: ["country", "number"],
    permissions,
  },
};

const full = {
  name: "",
  note: "a line\r\nand \"another\", with 'quotes' ",
  page: "<b>ä😀</b>",
  size: "big",
  prices: ["1.5", "-0.0000000001"],
  large: "9223372036854775807",
  real: 0.1,
  exact: "-12345678901234567890.0123456789",
  isnew: false,
  day: "2024-02-29",
  at: "2024-02-29T12:00:00.123456Z",
  local: "2024-02-29T12:00:00.123",
  clock: "23:59:59.999",
  lasting: "P1Y2M3DT4H5M6.789S",
  since: 1999,
  code: "123e4567-e89b-42d3-a456-426614174000",
  data: { a: [1, null, "x"], text: "=1+1" },
  picture: "AP8=",
  doc: "<a/>",
  pin: "hunter2hunter2",
};

const seed = `const full = ${JSON.stringify(full)};
export default async ({ repository }) => {
  const [team, person] = [repository("team"), repository("person")];
  const a = await team.create({ name: "=cmd()" });
  const b = await team.create({ name: "'=b" });
  const first = await person.create({ ...full, team: a.id });
  const second = await person.create({ name: "only what is required", team: b.id, boss: first.id, friends: [first.id] });
  await person.update(first.id, { boss: second.id, friends: [first.id, second.id] });
  await team.update(a.id, { lead: second.id });
  await repository("place").create({ country: "de", number: "9007199254740993", name: "here" });
  await repository("place").create({ country: "DE", number: 0 });
  await repository("user").create({ username: "Änna", password: "correct horse battery", roles: ["admin"] });
};`;

const more = `export default async ({ repository }) => {
  await repository("team").create({ name: "the third" });
};`;

const disposals: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0)) await dispose();
});

function configOf(database: DatabaseConfig, of = entities): string {
  return JSON.stringify({
    database,
    auth: { secretKey: "0123456789abcdef0123456789abcdef", refreshTokens: true },
    server: { audit: true },
    entities: of,
  });
}

async function createDatabase(name: string): Promise<FreshDatabase> {
  const target = dialects.find((dialect) => dialect.name === name);
  if (target === undefined) throw new Error(`There is no dialect "${name}".`);
  const fresh = await target.createDatabase();
  disposals.push(fresh.dispose);
  return fresh;
}

function filesOf(project: Project, folder: string): Readonly<Record<string, string>> {
  const names = project
    .files()
    .filter((file) => file.startsWith(`${folder}/`) && !file.endsWith("manifest.json"));
  return Object.fromEntries(names.map((name) => [name.slice(folder.length + 1), project.read(name)]));
}

function expectDone({ exitCode, stdout, stderr }: Result, part: string): void {
  expect({ exitCode, stderr }).toEqual({
    exitCode: 0,
    stderr: expect.not.stringContaining("Error") as string,
  });
  expect(stdout).toContain(part);
}

test("export and import copy every value from database to database, as NDJSON and as CSV", async () => {
  const project = new Project({ "seed.mjs": seed, "more.mjs": more });
  const source = await createDatabase("sqlite");
  project.write("source.json", configOf(source.database));
  expectDone(await project.run("db", "seed", "--config", "source.json"), "");
  expectDone(
    await project.run("export", "--config", "source.json", "--out", "first"),
    "Exported 6 tables with 19 rows",
  );
  const first = filesOf(project, "first");
  expect(Object.keys(first)).toEqual([
    "data_api_audit.ndjson",
    "person.friends.ndjson",
    "person.ndjson",
    "place.ndjson",
    "team.ndjson",
    "user.ndjson",
  ]);
  expect(JSON.parse(first["person.ndjson"]?.split("\n")[0] ?? "")).toMatchObject({
    ...full,
    boss: 2,
    pin: expect.stringMatching(/^scrypt\$/) as string,
  });
  expect(first["user.ndjson"]).toContain('"password":"scrypt$');

  let from = "first";
  for (const [index, { name, unavailable }] of [...dialects, ...dialects.slice(0, 1)].entries()) {
    if ((await unavailable()) !== undefined) continue;
    const { database } = await createDatabase(name);
    const config = `${index}.json`;
    const to = `export${index}`;
    project.write(config, configOf(database));
    const format = index % 2 === 0 ? ["--format", "csv", "--escape-formulas"] : [];
    expectDone(
      await project.run("import", "--config", config, "--from", from),
      "Imported 6 tables with 19 rows",
    );
    expectDone(await project.run("export", "--config", config, "--out", to, ...format), "with 19 rows");
    from = to;
    if (index === 0) expect(project.read(`${to}/team.csv`)).toContain("'=cmd()");
    // Generated keys continue after the imported ones.
    expectDone(await project.run("db", "seed", "--config", config, "--file", "more.mjs"), "");
    expectDone(
      await project.run("export", "--config", config, "--out", `more${index}`, "--entity", "team"),
      "with 3 rows",
    );
    expect(project.read(`more${index}/team.ndjson`)).toContain('"id":3,"name":"the third"');
  }
  const { database } = await createDatabase("sqlite");
  project.write("last.json", configOf(database));
  expectDone(await project.run("import", "--config", "last.json", "--from", from), "");
  expectDone(await project.run("export", "--config", "last.json", "--out", "last"), "");
  expect(filesOf(project, "last")).toEqual(first);
});

/** Several batches of rows that refer to each other. The first key is 0, for which MySQL would generate a key. */
const ROWS = 20_000;

const chain: Config["entities"] = {
  node: {
    fields: {
      // Each row refers to a later one.
      next: { type: "int", ...optional, foreignKey: { targetEntityName: "node" } },
      name: { type: "string", ...required, isUnique: true },
    },
    permissions,
  },
};

const chainFields = {
  id: "int",
  next: "int",
  name: "string",
  createdat: "datetime",
  updatedat: "datetime",
  ownerid: "int",
};

function chainLines(nextOf: (id: number) => number | null): string {
  const time = "2026-01-01T00:00:00.000Z";
  const rest = { createdat: time, updatedat: time, ownerid: null };
  return Array.from(
    { length: ROWS },
    (_, id) => `${JSON.stringify({ id, next: nextOf(id), name: `n${id}`, ...rest })}\n`,
  ).join("");
}

/**
 * Waits until a step of the import has done more than `former` rows, and stops its process there, which would else be
 * done before a signal arrives. Returns the number of rows.
 */
async function whenDone(
  { run, database }: FreshDatabase,
  step: "inserted" | "inserted + updated" | "updated",
  child: RunningCommand,
  former = 0,
): Promise<number> {
  // The stopped process may have a lock.
  const hint = database.dialect === "mssql" ? " with (nolock)" : "";
  const look = async () => {
    const [row] = await run([`select ${step} as done from data_api_import${hint}`]).catch(() => []);
    return row && Number(row["done"]);
  };
  for (;;) {
    expect(child.exitCode).toBe(null);
    if ((await look()) !== undefined) {
      child.kill("SIGSTOP");
      const done = (await look()) ?? 0;
      if (done > former) return done;
      child.kill("SIGCONT");
    }
    await sleep(2);
  }
}

function ended(child: RunningCommand): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => {
      resolve();
    });
  });
}

await describeDialects("an import that is interrupted", (dialect) => {
  test("an import that is interrupted continues with --resume and neither loses nor duplicates a row", async () => {
    const fresh = await dialect.createDatabase();
    disposals.push(fresh.dispose);
    const lines = chainLines((id) => (id === ROWS - 1 ? null : id + 1));
    const project = new Project({
      "data-api.config.json": configOf(fresh.database, chain),
      "dump/node.ndjson": lines,
      "dump/manifest.json": manifestOf("node", chainFields, lines),
    });
    const resume = ["import", "--from", "dump", "--resume"];

    const first = project.spawn("import", "--from", "dump");
    const inserted = await whenDone(fresh, "inserted", first);
    first.kill("SIGKILL");
    await ended(first);
    const again = await project.run("import", "--from", "dump");
    expectRefusal(
      again,
      "An import into this database was interrupted or is still running. If none is running, continue with --resume.",
    );

    const second = project.spawn(...resume);
    const told: string[] = [];
    second.stderr.on("data", (part: Buffer) => told.push(part.toString()));
    await whenDone(fresh, "inserted + updated", second, inserted);
    second.kill("SIGINT");
    second.kill("SIGCONT");
    await ended(second);
    expect(second.exitCode).toBe(1);
    expect(told.join("")).toContain("Stopped. Go on with --resume.");

    const third = project.spawn(...resume);
    await whenDone(fresh, "updated", third);
    third.kill("SIGKILL");
    await ended(third);
    expectDone(await project.run(...resume), `Imported 1 table with ${ROWS} rows`);
    // Rows that are written during an export are not in it.
    const exported = project.runAsChild("export", "--out", "copy", "--entity", "node");
    const hasBegun = () =>
      ["node.ndjson.part", "node.ndjson"].some((file) => existsSync(project.resolve(`copy/${file}`)));
    while (!hasBegun()) await sleep(1);
    const columns = "id, name, createdat, updatedat";
    const withKeys = dialect.name === "mssql" ? "set identity_insert node on; " : "";
    await fresh.run([
      `${withKeys}insert into node (${columns}) values (${ROWS}, 'late', '2026-01-01 00:00:00', '2026-01-01 00:00:00')`,
    ]);
    expectDone(await exported, `Exported 1 table with ${ROWS} rows`);
    expect(project.read("copy/node.ndjson") === lines).toBe(true);
    // The record of the progress has been removed.
    await expect(fresh.run(["select * from data_api_import"])).rejects.toThrow();
  }, 300_000);
});

await describeDialects("an error of the database", (dialect) => {
  test("import and export print an error of the database in its own words", async () => {
    const { database, run, dispose } = await dialect.createDatabase();
    disposals.push(dispose);
    const item: Config = {
      database,
      server: { idempotency: false },
      entities: { item: { fields: { name: { type: "string", ...required, isUnique: true } }, permissions } },
    };
    const project = new Project({
      "data-api.config.json": JSON.stringify(item),
      "seed.ts": `export default async ({ repository }) => { await repository("item").create({ name: "one" }); };`,
    });
    await project.run("db", "push");
    await project.run("db", "seed");
    await project.run("export");
    const code = /\((?:SQLite|PostgreSQL|MySQL|SQL Server): \w+\)\.\n/;
    const told = async (...args: readonly string[]) => {
      const result = await project.run(...args);
      expectRefusal(result);
      expect(result.stderr).toMatch(code);
      expect(result.stderr.replace(code, "")).toMatch(/\w+ \w+/);
      return result.stderr;
    };
    await run(
      ["delete from item", "alter table item add constraint only_two check (name = 'two')"].slice(
        0,
        dialect.name === "sqlite" ? 1 : 2,
      ),
    );
    if (dialect.name === "sqlite")
      await run(["create trigger only_two before insert on item begin select raise(abort, 'only_two'); end"]);
    expect(await told("import", "--from", "export")).toMatch(/"export\/item\.ndjson", line 1: .*only_two/s);
    await run([
      dialect.name === "mssql"
        ? "exec sp_rename 'item.name', 'nam', 'column'"
        : "alter table item rename column name to nam",
    ]);
    expect(await told("export", "--out", "again")).toMatch(/^"item" cannot be read: .*name/);
    await run(["drop table item"]);
    expect(await told("export", "--out", "third")).toContain("item");
  });
});

for (const [name, trigger] of [
  [
    "sqlite",
    ["create trigger skip before insert on item when new.name = 'two' begin select raise(ignore); end"],
  ],
  [
    "postgres",
    [
      "create function skip() returns trigger language plpgsql as $$ begin return null; end $$",
      "create trigger skip before insert on item for each row when (new.name = 'two') execute function skip()",
    ],
  ],
] as const)
  await describeDialect("a row that a trigger skips", name, (dialect) => {
    test("an import fails if a trigger skips a row, and says how many rows there are", async () => {
      const { database, run, dispose } = await dialect.createDatabase();
      disposals.push(dispose);
      const lines = ["one", "two", "three"].map(
        (name, index) => `${JSON.stringify({ id: index + 1, name })}\n`,
      );
      const fields = { id: "int", name: "string" };
      const project = new Project({
        "data-api.config.json": configOf(database, {
          item: {
            fields: { name: { type: "string", ...required } },
            systemFields: { createdat: false, updatedat: false, ownerid: false },
            permissions,
          },
        }),
        "dump/item.ndjson": lines.join(""),
        "dump/manifest.json": manifestOf("item", fields, lines.join("")),
      });
      expectDone(await project.run("db", "push"), "");
      await run(trigger);
      expectRefusal(
        await project.run("import", "--from", "dump"),
        '"item" has 2 rows after 3 were inserted: a trigger or a rule of its table skips rows.',
      );
    });
  });

await describeDialects("two imports that begin at once", (dialect) => {
  test("two imports that begin at once write each row once, and one of them is refused", async () => {
    const lines = chainLines(() => null);
    const fresh = await dialect.createDatabase();
    disposals.push(fresh.dispose);
    const project = new Project({
      "data-api.config.json": configOf(fresh.database, chain),
      "dump/node.ndjson": lines,
      "dump/manifest.json": manifestOf("node", chainFields, lines),
    });
    expectDone(await project.run("db", "push"), "");
    const both = await Promise.all([1, 2].map(() => project.runAsChild("import", "--from", "dump")));
    expect(both.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
    const [refused] = both.filter(({ exitCode }) => exitCode === 1);
    expect(refused?.stderr).toMatch(
      /^(Another import to this database began|An import into this database was interrupted or is still running|There are rows already)/m,
    );
    expect(Number((await fresh.run(["select count(*) as n from node"]))[0]?.["n"])).toBe(ROWS);
  });
});

const time = "2026-01-01T00:00:00.000Z";
const item = {
  id: "int",
  name: "string",
  amount: "int",
  createdat: "datetime",
  updatedat: "datetime",
  ownerid: "int",
};

/** A project with an export of items, and a check that an import rejects it with a message. */
async function createItems(lines: readonly object[], fields: Readonly<Record<string, string>> = item) {
  const fresh = await createDatabase("sqlite");
  const config = configOf(fresh.database, {
    item: {
      fields: {
        name: { type: "string", maxLength: 5, ...required, isUnique: true },
        amount: { type: "int", ...optional, maximum: 100 },
      },
      permissions,
    },
  });
  const text = lines
    .map(
      (line) =>
        `${JSON.stringify({ amount: null, createdat: time, updatedat: time, ownerid: null, ...line })}\n`,
    )
    .join("");
  const project = new Project({
    "data-api.config.json": config,
    "dump/item.ndjson": text,
    "dump/manifest.json": manifestOf("item", fields, text),
  });
  const refused = async (...parts: readonly string[]) => {
    const result = await project.run("import", "--from", "dump");
    for (const part of parts) expect(result.stderr).toContain(part);
    expect(result).toMatchObject({ exitCode: 1, stdout: "" });
    expect(result.stderr).not.toMatch(/^\s+at /m);
    const rows = await fresh.run(["select count(*) as n from item"]).catch(() => [{ n: 0 }]);
    expect(rows[0]?.["n"]).toBe(0);
  };
  return { project, refused, fresh };
}

test("an import names the line of an invalid row, and writes nothing of its batch", async () => {
  const good = { id: 1, name: "one" };
  for (const [bad, ...parts] of [
    [{ id: 2, name: "too long" }, 'line 2: "name" must have at most 5 characters.'],
    [{ id: 2, name: "two", amount: 101 }, 'line 2: "amount" must be at most 100.'],
    [{ id: "x", name: "two" }, 'line 2: "id" must be a whole number.'],
    [{ id: 2, name: null }, 'line 2: "name" must be text.'],
    [{ id: 2 }, 'line 2: "name" is missing.'],
    [{ id: 2, name: "two", nam: 1 }, 'line 2: "nam" is none of the fields'],
    // Mistakes that only the database detects.
    [{ id: 2, name: "one" }, "line 2: ", "Nothing of the lines 1 to 3 was written", "go on with --resume"],
  ] as const) {
    const { refused, project } = await createItems([good, bad, { id: 3, name: "three" }]);
    if (parts.length === 1) {
      const checked = await project.run("import", "--from", "dump", "--dry-run");
      expect(checked.stderr).toContain(parts[0]);
      expect(checked.exitCode).toBe(1);
    }
    await refused(...parts);
  }
  const { project, refused } = await createItems([good]);
  expectDone(await project.run("import", "--from", "dump", "--dry-run"), "Checked 1 table with 1 row");
  project.write("dump/item.ndjson", '{"id":1,"name":\n');
  await refused("line 1: The line is not valid JSON: it ends too early.");
});

test("an import rejects an unsuitable manifest, option or database before it writes", async () => {
  const good = { id: 1, name: "one" };
  const { project, refused, fresh } = await createItems([good]);
  const manifest = project.read("dump/manifest.json");
  const change = (from: string, to: string) => {
    project.write("dump/manifest.json", manifest.replace(from, to));
  };
  change('"name":"item"', '"name":"items"');
  await refused('"items" is no entity of the configuration that can be written. Did you mean "item"?');
  change('{"name":"name","type":"string"}', '{"name":"nam","type":"string"}');
  await refused(
    'The entity "item" has no field "nam". Did you mean "name"?',
    'The file of "item" has no column "name", which must have a value.',
  );
  change('{"name":"name","type":"string"}', '{"name":"id","type":"int"}');
  await refused('"files.0.fields": names one twice.');
  const twice = JSON.parse(manifest) as { files: object[] };
  project.write("dump/manifest.json", JSON.stringify({ ...twice, files: [...twice.files, ...twice.files] }));
  await refused('"files": names one twice.');
  change('"name":"item"', '"name":"../item"');
  await refused('"files.0.name": ');
  change('"isComplete":true', '"isComplete":false');
  await refused('is not complete: go on with "data-api export --resume"');
  change('"version":1', '"version":2');
  await refused('is no manifest that this version can read: "version"');
  change('"rows":1,', `"rows":1,"sha256":"${"0".repeat(64)}",`);
  await refused("is not as it was exported: its checksum is another one.");
  project.write("dump/manifest.json", manifest);
  const asked = (...args: readonly string[]) => project.run("import", "--from", "dump", ...args);
  expectRefusal(await asked("--entity", "itm"), 'has no entity "itm". Did you mean "item"? It has: item.');
  expectRefusal(await asked("--format", "csv"), 'has the format "ndjson", not "csv"');
  expectRefusal(await asked("--format", "xml"), '--format cannot be "xml": it is ndjson or csv.');
  expectRefusal(await project.run("import"), "add --from DIR");
  expectRefusal(await project.run("import", "--from", "nowhere"), 'There is no export in "nowhere"');
  expectRefusal(
    await project.run("export", "--entity", "itm"),
    'There is no entity "itm". Did you mean "item"?',
  );
  expectRefusal(await project.run("export", "--escape-formulas"), "add --format csv");

  expectDone(await asked(), "Imported 1 table with 1 row");
  const full = await asked();
  expectRefusal(full, "There are rows already in item, so nothing was imported");
  expect(await fresh.run(["select name from item"])).toEqual([{ name: "one" }]);
});

test("an import refuses entities that require each other", async () => {
  const needs = (targetEntityName: string) =>
    ({
      fields: { other: { type: "int", ...required, foreignKey: { targetEntityName } } },
      permissions,
    }) as const;
  const { database } = await createDatabase("sqlite");
  const project = new Project({
    "data-api.config.json": configOf(database, { egg: needs("hen"), hen: needs("egg") }),
  });
  expectDone(await project.run("db", "push"), "");
  expectDone(await project.run("export"), "");
  expectRefusal(
    await project.run("import", "--from", "export"),
    "The entities egg → hen → egg refer to each other by required fields",
  );
});

test("export --resume reads only the missing tables of an interrupted export", async () => {
  const { project } = await createItems([{ id: 1, name: "one" }]);
  expectDone(await project.run("import", "--from", "dump"), "");
  expectDone(await project.run("export"), "Exported 3 tables");
  expectRefusal(await project.run("export"), 'There is already an export in "export"');
  const complete = filesOf(project, "export");
  const manifest = JSON.parse(project.read("export/manifest.json")) as { files: { name: string }[] };
  const files = manifest.files.filter(({ name }) => name !== "data_api_audit");
  project.write("export/manifest.json", JSON.stringify({ ...manifest, files, isComplete: false }));
  project.write("export/item.ndjson", "half");
  // Files that another user may have put there: neither their mode nor their target may be used.
  project.write("elsewhere", "kept");
  symlinkSync(project.resolve("elsewhere"), project.resolve("export/item.ndjson.part"));
  project.write("export/manifest.json.part", "");
  chmodSync(project.resolve("export/manifest.json.part"), 0o666);
  const before = project.snapshot();
  const resumed = await project.run("export", "--resume");
  expectDone(resumed, "Exported 3 tables");
  expect(resumed.stderr).toContain("Goes on with 2 of 3 tables. The others were read at 2");
  expect(filesOf(project, "export")).toEqual(complete);
  const after = project.snapshot();
  expect(after["export/user.ndjson"]).toBe(before["export/user.ndjson"]);
  expect(after["export/item.ndjson"]).not.toBe(before["export/item.ndjson"]);
  expect(project.read("elsewhere")).toBe("kept");
  for (const file of ["item.ndjson", "manifest.json"])
    expect(statSync(project.resolve(`export/${file}`)).mode & 0o777).toBe(0o600);
  project.write("export/manifest.json", JSON.stringify({ ...manifest, dialect: "mysql" }));
  expectRefusal(
    await project.run("export", "--resume"),
    'is one of another database: its dialect is "mysql", not "sqlite"',
  );
  expectRefusal(
    await project.run("export", "--resume", "--out", "none"),
    'There is no export in "none" to go on with.',
  );
});
