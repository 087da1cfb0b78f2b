import type BetterSqlite3 from "better-sqlite3";
import { sql } from "kysely";
import type { Entity, Field } from "../../model/model.js";
import { DatabaseError } from "../database-error.js";
import type { AnyKysely, Sql } from "../dialect.js";
import { sqliteColumns } from "./sqlite-columns.js";

/** A column as `pragma table_info` gives it. */
interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly notnull: 0 | 1;
  readonly dflt_value: string | null;
  readonly pk: number;
}

/**
 * Adds the tables, columns and indexes that are missing, all or none. Nothing is ever changed or removed.
 * @throws {DatabaseError} that lists all that differs otherwise.
 */
export function ensureTables(
  database: BetterSqlite3.Database,
  entities: readonly Entity[],
  db: AnyKysely,
): void {
  const run = (statement: Sql) => database.exec(statement.compile(db).sql);
  const ensureAll = database.transaction(() => {
    const differences = entities.flatMap((entity) => {
      const stored = readColumns(database, entity.table);
      if (stored.length > 0) return addColumns(entity, stored, entities, run);
      run(createTable(entity, entities));
      return [];
    });
    const misplaced = entities
      .filter(({ schema }) => schema !== undefined)
      .map(
        ({ name, schema }) =>
          `The entity "${name}" is in the schema "${schema ?? ""}", but SQLite has no schemas.`,
      );
    if (differences.length + misplaced.length > 0) throw differing([...misplaced, ...differences]);
    for (const entity of entities) createIndexes(entity, run);
  });
  try {
    ensureAll.immediate();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError("unknown", `The tables cannot be made: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

function differing(differences: readonly string[]): DatabaseError {
  const list = differences.map((difference) => `  - ${difference}`);
  return new DatabaseError("unknown", ["The database differs from the configuration:", ...list].join("\n"));
}

function readColumns(database: BetterSqlite3.Database, table: string): readonly StoredColumn[] {
  return database
    .prepare('select name, type, "notnull", dflt_value, pk from pragma_table_info(?)')
    .all(table) as StoredColumn[];
}

function createTable(entity: Entity, entities: readonly Entity[]): Sql {
  const columns = sql.join(entity.fields.map((field) => columnDefinition(field, entities)));
  return sql`create table ${sql.id(entity.table)} (${columns})`;
}

function columnDefinition(field: Field, entities: readonly Entity[]): Sql {
  const parts: Sql[] = [sql.id(field.column), sql.raw(sqliteColumns[field.type].declaration(field))];
  if (field.system === "key")
    parts.push(sql.raw(field.type === "int" ? "primary key autoincrement" : "primary key"));
  // SQLite lets every primary key but an integer be null (sqlite.org/lang_createtable.html#the_primary_key).
  if (!field.isNullable && !(field.system === "key" && field.type === "int")) parts.push(sql`not null`);
  if (field.default !== undefined && field.default !== null) {
    parts.push(sql`default ${sql.lit(sqliteColumns[field.type].toParameter(field.default))}`);
  }
  const target = entities.find(({ name }) => name === field.foreignKey?.targetEntityName);
  if (target !== undefined)
    parts.push(sql`references ${sql.id(target.table)} (${sql.id(target.key.column)})`);
  return sql.join(parts, sql` `);
}

/** Adds what can be added, and gives what cannot or differs. */
function addColumns(
  entity: Entity,
  stored: readonly StoredColumn[],
  entities: readonly Entity[],
  run: (statement: Sql) => void,
): readonly string[] {
  const storedByName = new Map(stored.map((column) => [column.name.toLowerCase(), column]));
  const ownColumns = new Set(entity.fields.map(({ column }) => column.toLowerCase()));
  const differences = entity.fields.flatMap((field) => {
    const column = storedByName.get(field.column.toLowerCase());
    if (column !== undefined) return compareColumn(entity, field, column);
    if (!field.isNullable && (field.default ?? null) === null) return cannotAdd(entity, field);
    run(sql`alter table ${sql.id(entity.table)} add column ${columnDefinition(field, entities)}`);
    return [];
  });
  const foreign = stored
    .filter(
      ({ name, notnull, dflt_value, pk }) =>
        !ownColumns.has(name.toLowerCase()) && notnull === 1 && dflt_value === null && pk === 0,
    )
    .map(
      ({ name }) =>
        `The column "${entity.table}"."${name}" is not null and has no default, but the entity "${entity.name}" has no field for it.`,
    );
  return [...differences, ...foreign];
}

function compareColumn(entity: Entity, field: Field, stored: StoredColumn): readonly string[] {
  const place = `The column "${entity.table}"."${stored.name}"`;
  const differences: string[] = [];
  const declared = sqliteColumns[field.type].declaration(field);
  if (stored.type.toLowerCase() !== declared) {
    differences.push(`${place} is of type "${stored.type}", the field "${field.name}" needs "${declared}".`);
  }
  const isKey = field.system === "key";
  if (isKey !== stored.pk > 0) {
    differences.push(
      `${place} is ${isKey ? "not the" : "the"} primary key, the field "${field.name}" is ${isKey ? "" : "not"}.`.replace(
        " .",
        ".",
      ),
    );
  }
  if (!isKey && (stored.notnull === 1) === field.isNullable) {
    differences.push(
      `${place} is ${field.isNullable ? "not null" : "nullable"}, the field "${field.name}" is ${field.isNullable ? "not required" : "required"}.`,
    );
  }
  return differences;
}

function cannotAdd(entity: Entity, field: Field): readonly string[] {
  const place = `The column "${entity.table}"."${field.column}" is missing`;
  if (field.system === "key") return [`${place}: a key cannot be added to a table that is there.`];
  const remedy =
    field.system === undefined
      ? `give the field a "default" or make it not required`
      : `add it by hand or switch it off with "systemFields"`;
  return [`${place} and cannot be added, because existing records would have no value for it: ${remedy}.`];
}

function createIndexes(entity: Entity, run: (statement: Sql) => void): void {
  for (const field of entity.fields) {
    if (!field.isUnique && !field.isIndexed) continue;
    const prefix = field.isUnique ? "ux" : "ix";
    // Not with "_" between: "a" with "b_c" and "a_b" with "c" must have two names.
    const name = sql.id(`${prefix}_${[entity.table, field.column].map(escapeDots).join(".")}`);
    const kind = sql.raw(field.isUnique ? "unique index" : "index");
    run(sql`create ${kind} if not exists ${name} on ${sql.id(entity.table)} (${sql.id(field.column)})`);
  }
}

function escapeDots(name: string): string {
  return name.replace(/[\\.]/g, "\\$&");
}
