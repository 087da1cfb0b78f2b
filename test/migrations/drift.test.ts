import type { Config } from "data-api";
import { beforeEach, expect, test } from "vitest";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import { findDrift, type Drift } from "../../runtime/database/migrations/drift/find-drift.js";
import { takeSnapshot } from "../../runtime/database/migrations/snapshots/take-snapshot.js";
import { prepareSchema } from "../../runtime/database/schema/prepare-schema.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { FreshDatabase } from "../conformance/targets.js";

const optional = { isEditable: true, isRequired: false } as const;
const required = { isEditable: true, isRequired: true } as const;

const entities: Config["entities"] = {
  author: {
    fields: {
      name: { type: "string", ...required, isUnique: true },
      motto: { type: "string", ...optional, maxLength: 40, default: "it's" },
      state: { type: "enum", values: ["new", "old"], ...required, default: "new" },
    },
    permissions: {},
  },
  book: {
    fields: {
      code: { type: "string", isEditable: false, isRequired: true, maxLength: 20 },
      writer: {
        type: "int",
        ...optional,
        foreignKey: { targetEntityName: "author", resolvedEntityName: "author" },
      },
      pages: { type: "int", ...required, default: 100, isIndexed: true },
      sold: { type: "bigint", ...optional, default: "9007199254740993" },
      price: { type: "decimal", ...optional, precision: 10, scale: 2, default: "9.5" },
      weight: { type: "float", ...optional, default: 0.5 },
      isnew: { type: "boolean", ...required, default: true },
      published: { type: "date", ...optional, default: "2024-02-29" },
      at: { type: "datetime", ...optional, default: "2024-02-29T12:00:00Z", isIndexed: true },
      opens: { type: "time", ...optional },
      takes: { type: "duration", ...optional },
      year: { type: "year", ...optional },
      mark: { type: "uuid", ...optional, isUnique: true },
      info: { type: "json", ...optional, default: { a: [1] } },
      cover: { type: "bytes", ...optional, maxLength: 100 },
      text: { type: "text", ...optional },
      tags: { type: "list", of: "string", ...optional },
      kind: { type: "enum", values: ["a", "b'c"], ...optional },
      authors: {
        type: "int",
        ...optional,
        foreignKey: { targetEntityName: "author", isManyToMany: true, resolvedEntityName: "allauthors" },
      },
    },
    primaryKey: "code",
    permissions: {},
  },
};

let fresh: FreshDatabase | undefined;

await describeDialects("drift", (dialect) => {
  beforeEach(async () => {
    fresh = await dialect.createDatabase();
    await withModel(entities, (model) =>
      withDatabase(model.database, { isReadOnly: false }, (db, { ...each }) =>
        prepareSchema(db, model, each),
      ),
    );
  });

  test("tables that the server has created have no drift", async () => {
    // The servers in a cluster have this lock table.
    await run(["create table data_api_lock (id int)"]);
    expect(await driftOf(entities)).toEqual({ changes: [], unmanaged: [] });
  });

  test("drift lists objects that no migration made, and has no statements for them", async () => {
    await run(additions[dialect.name] ?? []);
    const { changes, unmanaged } = await driftOf(entities);
    expect(changes).toEqual([]);
    expect(unmanaged.map(({ kind, table, name }) => `${kind} ${table} ${name}`)).toEqual([
      "column author extra",
      // Another column than "name", because case matters.
      ...(dialect.name === "postgres" ? ["column author Name"] : []),
      "index author own_index",
      `foreign key author ${dialect.name === "sqlite" ? "extra" : "own_key"}`,
      "check author own_check",
      "trigger author own_trigger",
      "table other other",
      "view titles titles",
    ]);
  });

  test("drift lists manual changes of managed tables, and its statements restore them", async () => {
    const { statements, expected } = changed[dialect.name] ?? { statements: [], expected: ["?"] };
    await run(statements);
    const { changes, unmanaged } = await driftOf(entities);
    expect([...changes].sort()).toEqual([...expected, ...everywhere].sort());
    expect(unmanaged).toEqual([]);
    // Each of them has statements, which restore the tables.
    await resolveDrift(entities);
    expect((await driftOf(entities)).changes).toEqual([]);
  });
});

const quoted = ['drop index "ix_book.pages"', 'alter table book drop column "text"'];
const everywhere = [
  'add: The index on "book"."pages" is missing.',
  'add: The column "book"."text" is missing.',
];

/** Objects outside the configuration. */
const additions: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    "create table other (id int primary key)",
    "create view titles as select code from book",
    "alter table author add column extra int references author (id) constraint own_check check (extra <> 7)",
    "create index own_index on author (extra)",
    "create trigger own_trigger after delete on author begin select 1; end",
  ],
  postgres: [
    "create table other (id int primary key)",
    "create view titles as select code from book",
    "alter table author add column extra int",
    "create index own_index on author ((extra + 1))",
    "alter table author add constraint own_key foreign key (extra) references author (id)",
    "alter table author add constraint own_check check (extra <> 7)",
    'alter table author add column "Name" int',
    "create function nothing() returns trigger language plpgsql as 'begin return null; end'",
    "create trigger own_trigger after delete on author execute function nothing()",
  ],
  mysql: [
    "create table other (id int primary key)",
    "create view titles as select code from book",
    "alter table author add column extra int",
    "create index own_index on author (extra)",
    "alter table author add constraint own_key foreign key (extra) references author (id)",
    "alter table author add constraint own_check check (extra <> 7)",
    "create trigger own_trigger after delete on author for each row set @nothing = 1",
  ],
};

const changed: Readonly<
  Record<string, { readonly statements: readonly string[]; readonly expected: readonly string[] }>
> = {
  sqlite: { statements: quoted, expected: [] },
  postgres: {
    statements: [
      ...quoted,
      "alter table author alter column motto type varchar(50), alter column motto drop default",
      "alter table book alter column pages drop not null, alter column pages set default 7",
      "alter table book alter column year set default 2000",
      "alter table author alter column name type text",
    ],
    expected: [
      'alter: The column "author"."motto" is of type "varchar(50)", migrations make it "varchar(40)".',
      'alter: The column "author"."motto" has no default, migrations give it "it\'s".',
      'alter: The column "book"."pages" is nullable, the field "pages" is required.',
      'alter: The column "book"."pages" has the default 7, migrations give it 100.',
      'alter: The column "book"."year" has the default 2000, migrations give it none.',
      'alter: The column "author"."name" is of type "text", migrations make it "varchar(255)".',
    ],
  },
  mysql: {
    statements: [
      "drop index `ix_book.pages` on book",
      "alter table book drop column text",
      "alter table author modify column motto varchar(50) default 'its'",
      "alter table book modify column pages int default 100",
    ],
    expected: [
      'alter: The column "author"."motto" is of type "varchar(50)", migrations make it "varchar(40)".',
      'alter: The column "author"."motto" has the default \'its\', migrations give it "it\'s".',
      'alter: The column "book"."pages" is nullable, the field "pages" is required.',
    ],
  },
};

async function run(statements: readonly string[]): Promise<void> {
  await fresh?.run(statements);
}

function withModel<T>(wanted: Config["entities"], work: (model: ReturnType<typeof resolveModel>) => T): T {
  if (fresh === undefined) throw new Error("The database is there only while tests run.");
  const auth = { secretKey: "0123456789abcdef0123456789abcdef" };
  return work(resolveModel({ database: fresh.database, auth, entities: wanted, server: { audit: true } }));
}

/** Runs the statements that `migrate diff` prints. */
async function resolveDrift(wanted: Config["entities"]): Promise<void> {
  await withModel(wanted, (model) =>
    withDatabase(model.database, { isReadOnly: false }, async (db, dialect) => {
      const { changes } = await findDrift(db, takeSnapshot(model.tables, null), dialect);
      for (const { statements } of changes) for (const statement of statements) await statement.execute(db);
    }),
  );
}

async function driftOf(wanted: Config["entities"]): Promise<{
  readonly changes: readonly string[];
  readonly unmanaged: Drift["unmanaged"];
}> {
  return withModel(wanted, (model) =>
    withDatabase(model.database, { isReadOnly: true }, async (db, dialect) => {
      const { changes, unmanaged } = await findDrift(db, takeSnapshot(model.tables, null), dialect);
      return { changes: changes.map(({ kind, message }) => `${kind}: ${message}`), unmanaged };
    }),
  );
}
