import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { printConfig } from "../../../generator/import/print-config.js";
import { printNotes } from "../../../generator/import/print-entities.js";
import { fromPrisma } from "../../../generator/import/prisma/from-prisma.js";

const everything = { schemas: [], include: [], exclude: [] };
let folder = "";
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "data-api-prisma-"));
});
afterEach(() => {
  fs.rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const datasource = (provider: string, url = 'env("URL")') =>
  `datasource db {\n  provider = "${provider}"\n  url = ${url}\n}\n`;

function load(source: string, choice = everything) {
  const file = path.join(folder, "schema.prisma");
  fs.writeFileSync(file, source);
  return fromPrisma(file, choice);
}

const thing = "model Thing { id Int @id }";
const databaseOf = (provider: string, url?: string) => load(datasource(provider, url) + thing).database;

describe("the datasource", () => {
  test.each([
    ["postgresql", { dialect: '"postgres"', connectionString: 'process.env["URL"]' }],
    ["postgres", { dialect: '"postgres"', connectionString: 'process.env["URL"]' }],
    ["mysql", { dialect: '"mysql"', connectionString: 'process.env["URL"]' }],
    ["sqlserver", { dialect: '"mssql"', connectionString: 'process.env["URL"]' }],
    ["sqlite", { dialect: '"sqlite"', name: 'process.env["URL"]?.replace(/^file:|\\?.*$/g, "")' }],
  ])("the datasource %s of Prisma uses the environment variable to connect", (provider, database) => {
    expect(databaseOf(provider)).toEqual(database);
  });

  test("the name of a Prisma variable that is not an identifier is quoted", () => {
    const { database } = load(datasource("mysql", 'env("X\\"]; evil() //")') + thing);
    expect(database["connectionString"]).toBe('process.env["X\\"]; evil() //"]');
  });

  test("a URL in a Prisma schema becomes host, port and name, without its password and Prisma's options", () => {
    const options = "schema=crm&connection_limit=5&sslmode=require&pgbouncer=true";
    const { database, variables, imported } = load(
      datasource("postgresql", `"postgresql://me:s3cret@db.example.org:5433/shop?${options}"`) + thing,
    );
    expect(database).toEqual({
      dialect: '"postgres"',
      host: '"db.example.org"',
      port: "5433",
      name: '"shop"',
      userName: '"me"',
      password: 'process.env["DB_PASSWORD"]',
      encrypt: "true",
      trustServerCertificate: "true",
    });
    expect(variables).toMatchObject([{ name: "DB_PASSWORD" }]);
    expect(imported.entities[0]?.options.schema).toBe("crm");
    const server =
      '"sqlserver://host:1433;database=shop;schema=crm;user=sa;password={s3;cr=et};encrypt=true;loginTimeout=5"';
    expect(databaseOf("sqlserver", server)).toEqual({
      dialect: '"mssql"',
      host: '"host"',
      port: "1433",
      name: '"shop"',
      userName: '"sa"',
      password: 'process.env["DB_PASSWORD"]',
      encrypt: "true",
    });
  });

  test.each([
    ["strict", { encrypt: "true" }],
    ["accept_invalid_certs", { encrypt: "true", trustServerCertificate: "true" }],
  ])(
    "the encryption of MySQL in a Prisma schema is kept (%s), and dropped options are listed",
    (accept, encryption) => {
      const options = `sslaccept=${accept}&sslcert=..%2Fca.pem&sslidentity=client.p12&sslpassword=hidden&s3=x`;
      const { database, notes } = load(datasource("mysql", `"mysql://me@host/shop?${options}"`) + thing);
      expect(database).toEqual({
        dialect: '"mysql"',
        host: '"host"',
        name: '"shop"',
        userName: '"me"',
        ...encryption,
      });
      expect(notes).toEqual([
        "Not carried over: options of the URL (sslcert, sslidentity, sslpassword, others).",
      ]);
    },
  );

  test("a file of SQLite in a Prisma schema is relative to the schema", () => {
    vi.spyOn(process, "cwd").mockReturnValue(path.dirname(folder));
    const name = JSON.stringify(`${path.basename(folder)}/dev.db`);
    expect(databaseOf("sqlite", '"file:./dev.db?connection_limit=1"')).toEqual({ dialect: '"sqlite"', name });
  });

  test("a Prisma schema without a URL, as in Prisma 7, uses DATABASE_URL", () => {
    const { database, notes } = load(`datasource db { provider = "mysql" }\n${thing}`);
    expect(database["connectionString"]).toBe('process.env["DATABASE_URL"]');
    expect(notes.join()).toContain('has no "url"');
  });

  test("the tables of a Prisma schema are in the schema of the environment variable's URL", () => {
    vi.stubEnv("URL", "postgresql://me@host/shop?schema=crm");
    const { imported, notes } = load(datasource("postgresql") + thing);
    expect(imported.entities[0]?.options.schema).toBe("crm");
    expect(notes).toEqual([]);
  });

  test("features that Prisma's client adds to the database are listed", () => {
    const { notes } = load(
      `datasource db {\n provider = "mysql"\n url = env("URL")\n relationMode = "prisma"\n shadowDatabaseUrl = env("S")\n}\n${thing}`,
    );
    expect(notes).toHaveLength(2);
    expect(notes.join()).toMatch(/shadowDatabaseUrl.*relationMode/);
  });

  test.each([
    [datasource("mongodb") + thing, 2, 'the provider "mongodb" is not supported'],
    [datasource("cockroachdb") + thing, 2, "Supported are: postgresql, mysql, sqlite, sqlserver"],
    [datasource("sqlit") + thing, 2, 'Did you mean "sqlite"?'],
    [datasource("constructor") + thing, 2, "not supported"],
    [`datasource db {\n}\n${thing}`, 1, 'has no "provider"'],
    [datasource("mysql", 'env("")') + thing, 3, "the name of an environment variable"],
    [datasource("mysql", "5") + thing, 3, 'env("…")'],
    [datasource("mysql", "env(X)") + thing, 3, "the name of an environment variable"],
    [datasource("mysql") + datasource("sqlite") + thing, 5, "has a second datasource"],
  ])("the Prisma schema %j is refused at line %i", (source, line, message) => {
    expect(() => load(source)).toThrow(`schema.prisma, line ${line}, column `);
    expect(() => load(source)).toThrow(message);
  });

  test("a wrong URL in a Prisma schema is rejected without its password", () => {
    const wrong = () => databaseOf("postgresql", '"postgresql://me:s3/cret@host/db"');
    expect(wrong).toThrow("cannot be read");
    expect(wrong).not.toThrow("s3");
  });

  test("a Prisma schema without a datasource, or a missing file, is rejected", () => {
    expect(() => fromPrisma(path.join(folder, "none"), everything)).toThrow("There is no file or folder");
    expect(() => fromPrisma(folder, everything)).toThrow("no file that ends in .prisma");
    expect(() => load(thing)).toThrow("has no datasource");
  });
});

describe("unknown and repeated names", () => {
  test.each([
    ["model A { id Int @id\n b Strin }", '"Strin" is neither a type', 'Did you mean "String"?'],
    ["model A { id Int @id\n b B }", '"B" is neither a type'],
    ["model A { id Int @id\n id Int }", '"A" has two fields called "id"'],
    ["model A { id Int @id }\nmodel A { id Int @id }", 'two models or views called "A"'],
    ["enum E { a }\nenum E { a }\nmodel A { id Int @id }", 'two enums called "E"'],
    ["model A { id Int\n @@id([idd]) }", '"idd" is not a field of "A"', 'Did you mean "id"?'],
    ["model A { id Int @id\n @@index([]) @@unique([x]) }", '"x" is not a field'],
    ["model A { id Int @id\n b Int @db.VarCar(5) }", '"@db.VarCar" is not a type', 'Did you mean "VarChar"?'],
    ["model A { id Int @id\n b Int @db.constructor }", "is not a type"],
    ["model A { id Int @id\n a A @relation(fields: [x], references: [id]) }", '"x" is not a field of "A"'],
    ["model A { id Int @id\n a A? @relation(fields: [id], references: [y]) }", '"y" is not a field of "A"'],
    ["model A { id Int @id\n tags String[] }", "is a list, and only PostgreSQL has columns with lists"],
  ])(
    "unknown and repeated names in a Prisma schema are rejected with their place: %j",
    (source, ...messages) => {
      for (const message of messages) expect(() => load(datasource("mysql") + source)).toThrow(message);
      expect(() => load(datasource("mysql") + source)).toThrow(/line \d+, column \d+/);
    },
  );
});

test("the files of a folder are one Prisma schema", () => {
  fs.mkdirSync(path.join(folder, "models"));
  fs.writeFileSync(path.join(folder, "base.prisma"), datasource("mysql"));
  fs.writeFileSync(
    path.join(folder, "models", "a.prisma"),
    "model A { id Int @id\n b B? @relation(fields: [bId], references: [id])\n bId Int? }",
  );
  fs.writeFileSync(path.join(folder, "models", "b.prisma"), "model B { id Int @id\n a A[] }");
  fs.writeFileSync(path.join(folder, "models", "b.txt"), "nothing");
  const { imported } = fromPrisma(folder, everything);
  expect(imported.entities.map(({ name }) => name)).toEqual(["A", "B"]);
});

test("tables of a Prisma schema are selected by their names in the database", () => {
  const source = `${datasource("postgresql")}model A { id Int @id\n @@map("things")\n @@schema("x") }\nmodel B { id Int @id }`;
  const names = (choice: Partial<typeof everything>) =>
    load(source, { ...everything, ...choice }).imported.entities.map(({ name }) => name);
  expect(names({ include: ["thing*"] as never })).toEqual(["A"]);
  expect(names({ exclude: ["things"] as never })).toEqual(["B"]);
  expect(names({ schemas: ["x"] as never })).toEqual(["A"]);
  expect(() => names({ include: ["nothing"] as never })).toThrow("nothing");
});

test("comments of an imported configuration never become directives of the compiler", () => {
  expect(printNotes([`${"x".repeat(99)} @ts-nocheck`])).toBe(`// ${"x".repeat(99)}\n// \\@ts-nocheck\n`);
});

test("hostile names and comments of a Prisma schema remain texts", async () => {
  const source = load(`${datasource("postgresql")}
    enum E { a @map("\`\${x}\\"*/\\u2028") b }
    /// */ \`\${process.exit()}\` \u202e "x" <script>
    model constructor {
      toString Int @id @map("a\\"; drop table x; --")
      prototype String /// @ts-nocheck
      hasOwnProperty E @default(a)
      valueOf String @map("line\\nbreak")
      con String? @shard("x")
      isPrototypeOf constructor? @relation("@ts-nocheck", fields: [self], references: [toString])
      others constructor[] @relation("@ts-nocheck")
      self Int? @map("__proto__")
      @@map("*/ \`\${1}\` \\" \\\\ '")
    }
    model con { id Int @id\n @@ignore }
    model nul { id Int @id\n @@map("bad\\u0000name") }`);
  const text = await printConfig(source, { printWidth: 80 });
  expect(text).not.toMatch(/[\u2028\u202e]/);
  expect(text).not.toMatch(/^\s*\/\/ @ts-/m);
  const { default: config } = (await import(
    `data:text/javascript,${encodeURIComponent(text.replace('import { defineConfig } from "data-api";', "const defineConfig = (x) => x;"))}`
  )) as {
    default: { entities: Record<string, { table: string; fields: Record<string, { column?: string }> }> };
  };
  const [[name, entity] = []] = Object.entries(config.entities);
  expect(Object.keys(config.entities)).toHaveLength(1);
  expect(name).toBe("entity_constructor");
  expect(entity?.table).toBe("*/ `${1}` \" \\ '");
  expect(Object.values(entity?.fields ?? {}).map(({ column }) => column)).toContain("__proto__");
  expect(text).toContain('"line\\u000abreak" is left out');
  expect(text).toContain('The model "con" is left out');
  expect(text).toContain('"bad\\u0000name" is left out');
});
