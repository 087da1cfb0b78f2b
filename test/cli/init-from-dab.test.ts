import path from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import type { Config, DatabaseConfig } from "data-api";
import { createTwoFilesPatch } from "diff";
import { expect, test } from "vitest";
import { loadConfig } from "../../generator/config/load-config.js";
import { describeDialect } from "../conformance/describe-dialects.js";
import type { DialectTarget } from "../conformance/targets.js";
import { expectRefusal, Project, type Result } from "./project.js";
import { runSql } from "./run-sql.js";

const FILE = "data-api.config.ts";
const SECRET = "s3cr;et=";

/** Tables with the same statements for all four databases. */
const shop = [
  "create table customer (id integer primary key, email varchar(80) not null, secret varchar(80), is_active boolean not null)",
  "create table purchase (id integer primary key, title varchar(80) not null, customer_id integer not null, note varchar(80), foreign key (customer_id) references customer (id))",
  "create table tag (id integer primary key, label varchar(40) not null)",
  "create table purchase_tag (purchase_id integer not null, tag_id integer not null, primary key (purchase_id, tag_id), foreign key (purchase_id) references purchase (id), foreign key (tag_id) references tag (id))",
  "create table loose (a integer, customer integer)",
  "create view active_customer as select id, email from customer where is_active",
];

type Json = Readonly<Record<string, unknown>>;

const everyone = [{ role: "anonymous", actions: ["*"] }];
const customer = {
  source: "customer",
  mappings: { email: "mail", is_active: "isActive" },
  permissions: [
    {
      role: "anonymous",
      actions: [{ action: "read", fields: { include: ["*"], exclude: ["email", "secret"] } }],
    },
    {
      role: "Authenticated",
      actions: [
        { action: "read", policy: { database: "@item.mail eq @claims.email and @item.isActive eq true" } },
        { action: "update", fields: { include: ["mail", "secret"], exclude: ["secret"] } },
        { action: "delete", policy: { database: "contains(@item.mail, 'x')" } },
      ],
    },
    { role: "editor", actions: "*" },
    { role: "owner", actions: ["delete"] },
    { role: "two words", actions: ["delete"] },
    { role: "clerk", actions: [{ action: "create", fields: { include: ["secret"] } }, { action: "fly" }] },
    {
      role: "spy",
      actions: [
        { action: "read", fields: { include: ["nothing"] } },
        { action: "read", fields: { exclude: ["*"] } },
      ],
    },
    { role: "asker", actions: [{ action: "read", policy: { request: "@claims.a eq 1" } }] },
  ],
  relationships: { purchases: { cardinality: "many", "target.entity": "Purchase" } },
};

const entities = {
  Customer: customer,
  Purchase: {
    description: "What */ was `bought`",
    source: { type: "table", object: "purchase" },
    rest: { path: "/orders" },
    permissions: everyone,
    relationships: {
      buyer: {
        cardinality: "one",
        "target.entity": "Customer",
        "source.fields": ["customer_id"],
        "target.fields": ["id"],
      },
      tags: { cardinality: "many", "target.entity": "Tag", "linking.object": "purchase_tag" },
    },
  },
  Tag: {
    source: "tag",
    fields: [
      { name: "id", "primary-key": true },
      { name: "label", alias: "text", description: "What it says" },
    ],
    permissions: everyone,
  },
  Loose: {
    source: { type: "table", object: "loose", "key-fields": ["a"] },
    permissions: [{ role: "anonymous", actions: ["read", "create"] }],
    relationships: { of: { cardinality: "one", "target.entity": "Customer", "source.fields": ["customer"] } },
  },
  Active: {
    source: { type: "view", object: "active_customer", "key-fields": ["id"] },
    permissions: everyone,
  },
  Again: { source: "CUSTOMER", permissions: everyone },
  Hidden: { source: { type: "stored-procedure", object: "run" }, permissions: everyone },
};

const runtime = {
  rest: { path: "/rest", "request-body-strict": true },
  pagination: { "max-page-size": 500, "default-page-size": 20 },
  host: {
    mode: "development",
    "max-response-size-mb": 5,
    cors: {
      origins: ["https://app.example.org", "https://app.example.org/", "nonsense"],
      "allow-credentials": true,
    },
    authentication: {
      provider: "EntraID",
      jwt: { issuer: "https://login.example.org/v2.0", audience: "@env('AUDIENCE')" },
    },
  },
};

function connectionString({ dialect, host = "", port, name = "", userName = "" }: DatabaseConfig): string {
  return dialect === "postgres"
    ? `Host=${host};Port=${String(port)};Database=${name};Username=${userName};Pooling=true`
    : `Server=${host}; Port=${String(port)}; Database="${name}"; Uid='${userName}'; Connection Timeout=5`;
}

const types: Readonly<Record<string, string>> = { postgres: "postgresql", mysql: "mysql" };

for (const name of Object.keys(types)) {
  await describeDialect("init --from-dab", name, (dialect: DialectTarget) => {
    async function initFrom(
      { options: sourceOptions, ...file }: Json,
      ...options: readonly string[]
    ): Promise<{ project: Project; result: Result }> {
      const { database } = await dialect.createDatabase();
      await runSql(database, shop);
      const connection = { "database-type": types[name], "connection-string": "@env('DAB')" };
      const source = { ...connection, options: sourceOptions };
      const text = JSON.stringify({ "data-source": source, ...file }, null, 2);
      const env = { DAB: connectionString(database), AUDIENCE: "api://shop", DB_PASSWORD: database.password };
      const project = new Project({ "dab-config.json": `// Data API builder\n${text}/* the end */` }, env);
      process.env["AUDIENCE"] = "api://shop";
      const result = await project.run("init", "--from-dab", "dab-config.json", ...options);
      return { project, result };
    }

    test("init --from-dab carries over settings with a counterpart, and lists the others", async () => {
      const { project, result } = await initFrom({ runtime, entities, autoentities: {} });
      expect(result).toMatchObject({ exitCode: 0, stderr: "" });
      const text = project.read(FILE).replace(/^ {4}(?:name|host|port|userName|password): .*\n/gm, "");
      const folder = path.join(import.meta.dirname, "dab");
      const postgres = path.join(folder, "postgres.config.ts");
      const [golden, written] =
        name === "postgres"
          ? [postgres, text]
          : [
              path.join(folder, `${name}.config.diff`),
              createTwoFilesPatch("postgres", name, readFileSync(postgres, "utf8"), text, "", "", {
                context: 3,
              }),
            ];
      if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, written);
      expect(written).toBe(readFileSync(golden, "utf8"));
      expect(await project.run("validate")).toMatchObject({ exitCode: 0, stderr: "" });
      expect((await project.run("db", "diff")).stdout).not.toMatch(/^alter|^create/m);
      expect(await project.run("generate")).toMatchObject({ exitCode: 0, stderr: "" });
      for (const listed of [
        'The entity "Hidden" is left out: it is a stored procedure.',
        'The entity "Again" is left out: "Customer" is of the same table',
        'Not carried over of "runtime": pagination.default-page-size, host.mode.',
        'cors: not carried over, as browsers send no such origin: "https://app.example.org/", "nonsense".',
        'Not carried over: "autoentities".',
        'Customer: "Authenticated" may not delete here: its policy cannot be a condition',
        'Customer: "owner" may not delete here',
        'Customer: "two words" may not delete here',
        'Customer: "clerk" may not create here: no record can be created with these fields',
        'Customer: "clerk" may not "fly"',
        'Customer: "spy" may not read here',
        'Customer: "asker" may not read here: its policy is about the request.',
        'Purchase: The relationship "tags" is not carried over: its records are linked by the table "purchase_tag".',
        'Active: "anonymous" may not create, update, delete here: the entity is read-only.',
      ])
        expect(result.stdout).toContain(listed);
    });

    test("init --from-dab permits no role more than the file does", async () => {
      const { project } = await initFrom({ runtime, entities });
      const config = await loadConfig(project.resolve(FILE));
      expect(config.entities["Customer"]?.permissions).toEqual({
        read: [
          { role: "guest", fields: { exclude: ["mail", "secret"] } },
          { role: "member", where: "mail=@user.email&isActive=true" },
          "editor",
        ],
        create: ["editor"],
        update: [{ role: "member", fields: { include: ["mail"] } }, "editor"],
        delete: ["editor"],
      });
      expect(config.entities["Active"]?.permissions).toEqual({ read: ["guest"] });
      expect(config.entities["purchase_tag"]?.permissions).toEqual({
        read: [],
        create: [],
        update: [],
        delete: [],
      });
      expect(config.auth?.jwt).toMatchObject({ audience: "api://shop" });
    });

    test("with an unsupported provider, init --from-dab maps only the anonymous role, and claims give no permission", async () => {
      const host = { authentication: { provider: "StaticWebApps" } };
      const { project, result } = await initFrom({ runtime: { host }, entities: { Customer: customer } });
      expect(result.stdout).toContain('The provider "StaticWebApps" is not carried over');
      expect(result.stdout).toContain('"member" may not read here');
      const config = await loadConfig(project.resolve(FILE));
      expect(config.auth).toBeUndefined();
      expect(config.entities["Customer"]?.permissions.read).toEqual([
        { role: "guest", fields: { exclude: ["mail", "secret"] } },
        "editor",
      ]);
    });

    test("init --from-dab gives no permission for a session context or disabled interfaces", async () => {
      const none = { read: [], create: [], update: [], delete: [] };
      const tag = { source: "tag", permissions: everyone };
      const off = await initFrom({ entities: { Tag: { ...tag, rest: { enabled: false }, graphql: false } } });
      expect((await loadConfig(off.project.resolve(FILE))).entities["Tag"]?.permissions).toEqual(none);
      const allOff = await initFrom({
        runtime: { rest: { enabled: false }, graphql: { enabled: "false" } },
        entities: { Tag: tag },
      });
      expect((await loadConfig(allOff.project.resolve(FILE))).entities["Tag"]?.permissions).toEqual(none);
      expect(allOff.result.stdout).toContain(
        "Tag: No permission is given: REST was off for all entities, and GraphQL for all entities.",
      );
      const restOff = { runtime: { rest: { enabled: false } } };
      const crossed = await initFrom({ ...restOff, entities: { Tag: { ...tag, graphql: false } } });
      expect((await loadConfig(crossed.project.resolve(FILE))).entities["Tag"]?.permissions).toEqual(none);
      expect(crossed.result.stdout).toContain("REST was off for all entities, and GraphQL for it.");
      const graphql = await initFrom({ ...restOff, entities: { Tag: tag } });
      expect((await loadConfig(graphql.project.resolve(FILE))).entities["Tag"]?.permissions).not.toEqual(
        none,
      );
      const session = await initFrom({ options: { "set-session-context": true }, entities: { Tag: tag } });
      expect((await loadConfig(session.project.resolve(FILE))).entities["Tag"]?.permissions).toEqual(none);
      expect(session.result.stdout).toContain("set-session-context");
    });

    test("init --from-dab leaves out columns that look like secrets, unless the file names them as fields", async () => {
      const fieldsOf = async (entity: Json) => {
        const { project, result } = await initFrom({ entities: { Customer: entity } });
        const config = await loadConfig(project.resolve(FILE));
        const hint = 'Customer: "secret" is left out: its name is that of a secret.';
        return [config.entities["Customer"]?.fields["secret"]?.type, result.stdout.includes(hint)];
      };
      const source = "customer";
      const include = (list: readonly string[]) => [
        { role: "anonymous", actions: [{ action: "read", fields: { include: list } }] },
      ];
      const left = [undefined, true];
      expect(await fieldsOf({ source, permissions: everyone })).toEqual(left);
      expect(await fieldsOf({ source, permissions: include(["*"]) })).toEqual(left);
      expect(await fieldsOf({ source, permissions: include(["id", "secret"]) })).toEqual(["string", false]);
      const fields = ["id", "email", "secret"].map((field) => ({ name: field }));
      expect(await fieldsOf({ source, fields, permissions: everyone })).toEqual(["string", false]);
    });

    test("init --from-dab reads the tables of --include, and rejects --permissions", async () => {
      const { project, result } = await initFrom({ entities }, "--include", "customer", "--include", "tag");
      expect(result).toMatchObject({ exitCode: 0, stderr: "" });
      const config: Config = await loadConfig(project.resolve(FILE));
      expect(Object.keys(config.entities)).toEqual(["Customer", "Tag"]);
      const refused = await initFrom({ entities }, "--permissions", "read=guest");
      expectRefusal(refused.result, "--permissions does not go with --from-dab");
      const typo = await initFrom({ entities: { Tag: { source: "tagg", permissions: [] } } });
      expectRefusal(typo.result, "entities.Tag.source", '"tagg"', 'Did you mean "tag"?');
    });
  });
}

const file = (source: unknown, rest: Json = {}) =>
  JSON.stringify({ "data-source": source, entities: {}, ...rest });
const mssql = (text: string) => file({ "database-type": "mssql", "connection-string": text });

test.each([
  ["{", ["line 1"]],
  ["[]", ["expected an object"]],
  ["{}", ["data-source.database-type", "Supported are: mssql, postgresql, mysql"]],
  [
    file({ "database-type": "cosmosdb_nosql" }),
    ["data-source.database-type: this database is not supported"],
  ],
  [file({ "database-type": "constructor" }), ["this database is not supported"]],
  [
    file({ "database-type": "mysql" }),
    ["data-source.connection-string", "the tables are read from the database"],
  ],
  [file({ "database-type": "mysql", "connection-string": { p: SECRET } }), ["expected a text"]],
  [mssql("@env('NOT_SET')"), ['the environment variable "NOT_SET" is not set']],
  [mssql("@akv('vault')"), ["key vault"]],
  [
    mssql(`Server=host;Database=d;Authentication=Active Directory Default;Password="${SECRET}"`),
    ["it does not log in with a password", "@env('NAME')"],
  ],
  [
    mssql(`Server=host;Database=d;Integrated Security=true;Password="${SECRET}"`),
    ["it does not log in with a password", "only that is supported"],
  ],
  [mssql(`Server=host;User Id=u;Password="${SECRET}"`), ["does not say which host and database"]],
  [mssql(`Server=${"x".repeat(20_000)}`), ["more than 10000 characters"]],
  [mssql(`Password=${SECRET}`), ["does not say which host and database"]],
  [mssql(`Server=(localdb)\\x;Database=d;Password="${SECRET}"`), ["does not say which host"]],
  [
    file({ "database-type": "mysql", "connection-string": "Server=h;Database=d" }, { entities: [] }),
    ["entities", "expected an object"],
  ],
  [
    file({
      "database-type": "postgresql",
      "connection-string": `Host=127.0.0.1;Port=1;Database=d;Username=u;Password='${SECRET}'`,
    }),
    ["127.0.0.1:1"],
  ],
])("init --from-dab rejects %s, and prints no secret", async (text, says) => {
  const project = new Project({ "dab.json": text });
  const before = project.files();
  const result = await project.run("init", "--from-dab", "dab.json");
  expectRefusal(result, ...says);
  expect(result.stderr).not.toContain("s3cr");
  expect(project.files()).toEqual(before);
});

test("init rejects a missing file and two sources", async () => {
  const project = new Project({ "a.prisma": "" });
  expectRefusal(await project.run("init", "--from-dab", "none.json"), 'There is no file "none.json"');
  expectRefusal(
    await project.run("init", "--from-dab", "a", "--from-prisma", "b"),
    "--from-prisma and --from-dab",
  );
  expectRefusal(await project.run("init", "--from-prisma", "none"), 'There is no file or folder "none"');
});
