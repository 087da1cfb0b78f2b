import { expect, it } from "vitest";
import type { Config } from "data-api";
import { withDatabase } from "../../generator/migrate/with-database.js";
import { resolveModel } from "../../runtime/config/resolve-model.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import { checkAgreement } from "../../runtime/database/migrations/scripts/check-agreement.js";
import { matchTables, tableRenames } from "../../runtime/database/migrations/compare/match-tables.js";
import { withMigrationTools } from "../../runtime/database/migrations/migration-dialect.js";
import { parseScript } from "../../runtime/database/migrations/scripts/parse-script.js";
import { parseSnapshot } from "../../runtime/database/migrations/snapshots/parse-snapshot.js";
import { planMigration } from "../../runtime/database/migrations/compare/plan-migration.js";
import type {
  SchemaSnapshot,
  SnapshotTable,
} from "../../runtime/database/migrations/snapshots/schema-snapshot.js";
import { tablesOf } from "../../runtime/database/migrations/snapshots/tables-of.js";
import { takeSnapshot } from "../../runtime/database/migrations/snapshots/take-snapshot.js";
import { writeScript } from "../../runtime/database/migrations/scripts/write-script.js";
import { writeSnapshot } from "../../runtime/database/migrations/snapshots/write-snapshot.js";
import { prepareSchema } from "../../runtime/database/schema/prepare-schema.js";
import type { StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { sql } from "kysely";
import type { AnyKysely } from "../../runtime/database/sql/sql.js";
import type { Field } from "../../runtime/model/model.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { insertRow, valueOf } from "./random-rows.js";
import { changeEntities, randomOf, type Below } from "./random-entities.js";
import { runScript } from "./run-script.js";
import { runs } from "../runs.js";

const RUNS = runs(4);
const SEED = Number(process.env["FUZZ_SEED"] ?? 1);
const MIGRATIONS = 5;

const nothing: Pick<SchemaSnapshot, "tables"> = { tables: [] };

await describeDialects("random migrations", (target) => {
  for (let seed = SEED; seed < SEED + RUNS; seed++) {
    it(`random migrations make the same tables as a start on an empty database, and keep all rows: seed ${seed}`, async () => {
      const below = randomOf(seed);
      const database = await target.createDatabase();
      try {
        let entities: Config["entities"] = {};
        let before = nothing;
        for (let count = 0; count < MIGRATIONS; count++) {
          entities = changeEntities(
            Object.keys(entities).length === 0 ? changeEntities({}, below) : entities,
            below,
          );
          if (Object.keys(entities).length === 0) continue;
          before = await migrate(database, entities, before, below);
          const made = await target.createDatabase();
          try {
            const [own, wanted] = [await readSchema(database, entities), await createdSchema(made, entities)];
            expect(own).toEqual(wanted);
          } finally {
            await made.dispose();
          }
        }
      } finally {
        await database.dispose();
      }
    });
  }
});

const modelOf = ({ database }: FreshDatabase, entities: Config["entities"]) =>
  resolveModel({ database, entities, server: { idempotency: false } });

async function migrate(
  fresh: FreshDatabase,
  entities: Config["entities"],
  before: Pick<SchemaSnapshot, "tables">,
  below: Below,
): Promise<SchemaSnapshot> {
  const { database, tables } = modelOf(fresh, entities);
  const after = parseSnapshot("snapshot.json", writeSnapshot(takeSnapshot(tables, null)));
  const renames = tableRenames(tables);
  return withDatabase(database, { isReadOnly: false }, async (db, notLoaded) => {
    const dialect = await withMigrationTools(notLoaded);
    const { up, down } = planMigration(before, after, renames, dialect);
    const script = writeScript({ name: "test", database: dialect.name, up, down });
    expect(checkAgreement(parseScript("test.sql", script, dialect.script), before, after, dialect)).toEqual(
      [],
    );
    const rows = await readRows(db, before.tables);
    const filled = fillIn(script, after.tables, dialect);
    await runScript(db, dialect, filled);
    if (down !== undefined && below(2) === 0) {
      await runScript(db, dialect, script, "down");
      expect(await readRows(db, before.tables)).toEqual(rows);
      await runScript(db, dialect, filled);
    }
    expect(planMigration(after, after, renames, dialect).up).toEqual([]);
    const { kept } = matchTables(tablesOf(before), tablesOf(after), renames);
    const now = await readRows(db, after.tables);
    for (const { former, is, columns } of kept) {
      const unchanged = columns.filter((each) => isUnchanged(each.former, each.is));
      const [own, old] = [
        (now.get(is.table) ?? []).map((row) => unchanged.map((each) => row[each.is.column])),
        (rows.get(former.table) ?? []).map((row) => unchanged.map((each) => row[each.former.column])),
      ].map(sorted);
      expect(own, `rows of ${former.table}\n${script}`).toEqual(old);
    }
    for (const table of after.tables) await insertRows(db, table, after.tables, dialect, below);
    return after;
  });
}

function isUnchanged(former: Field, field: Field): boolean {
  return former.type === field.type && former.isNullable === field.isNullable;
}

function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  return rows
    .map((row) =>
      JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    )
    .toSorted();
}

type Rows = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

async function readRows(db: AnyKysely, tables: readonly SnapshotTable[]): Promise<Rows> {
  const read = new Map<string, Rows extends ReadonlyMap<string, infer T> ? T : never>();
  for (const { table, keys } of tables) {
    const order = sql.join(keys.map((key) => sql.id(key)));
    const { rows } = await sql<
      Record<string, unknown>
    >`select * from ${sql.id(table)} order by ${order}`.execute(db);
    read.set(table, rows);
  }
  return read;
}

/** Fills in the missing values, as a developer would. */
function fillIn(script: string, tables: readonly SnapshotTable[], dialect: Dialect): string {
  return script.replace(/^update (\S+) set (\S+) = <fill in>/gm, (_, table: string, column: string) => {
    const [owner, name] = [table, column].map((each) => each.slice(1, -1));
    const found = tables.find((each) => each.table === owner)?.columns.find((each) => each.column === name);
    if (found === undefined) throw new Error(`No column ${table} ${column}`);
    return `update ${table} set ${column} = ${valueOf(found, dialect.name, 1)}`;
  });
}

let counter = 10;

async function insertRows(
  db: AnyKysely,
  table: SnapshotTable,
  tables: readonly SnapshotTable[],
  dialect: Dialect,
  below: Below,
): Promise<void> {
  const targets = tables.filter((each) => table.foreignKeys.some((key) => key.targetTable === each.table));
  const ids = new Map<string, readonly unknown[]>();
  for (const each of targets) {
    const { rows } = await sql<Record<string, unknown>>`select id from ${sql.id(each.table)}`.execute(db);
    ids.set(
      each.table,
      rows.map(({ id }) => id),
    );
  }
  for (let count = below(4); count > 0; count--)
    await insertRow(db, table, ids, dialect.name, counter++, below);
}

async function createdSchema(fresh: FreshDatabase, entities: Config["entities"]): Promise<readonly object[]> {
  const model = modelOf(fresh, entities);
  await withDatabase(model.database, { isReadOnly: false }, (db, dialect) =>
    prepareSchema(db, model, dialect),
  );
  return readSchema(fresh, entities);
}

/** The tables without what may differ: the order of columns, and the names of checks where names do not matter. */
async function readSchema(fresh: FreshDatabase, entities: Config["entities"]): Promise<readonly object[]> {
  const model = modelOf(fresh, entities);
  return withDatabase(model.database, { isReadOnly: true }, async (db, dialect) => {
    const tables = await dialect.schema.readTables(db);
    const own = await dialect.schema.schemas?.readDefault(db);
    return tables
      .filter(({ schema }) => schema === own)
      .map((table) => comparable(table, dialect))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  });
}

function comparable(table: StoredTable, dialect: Dialect) {
  const byText = (all: readonly object[]) =>
    all
      .map((each) =>
        JSON.stringify(each, (key, value: unknown) =>
          key === "targetSchema" || key === "schema" ? undefined : value,
        ),
      )
      .toSorted();
  const named = dialect.schema.enums.rename !== undefined;
  return {
    name: table.name,
    primaryKey: table.primaryKey,
    columns: byText(
      table.columns.map(({ valuesIn, ...column }) => ({
        ...column,
        ...(named && { valuesIn: valuesIn?.name }),
      })),
    ),
    indexes: byText(table.indexes),
    foreignKeys: byText(table.foreignKeys),
  };
}
