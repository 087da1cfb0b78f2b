import { createField } from "../../model/create-field.js";
import type { TableEntity } from "../../model/model.js";
import { constraintName } from "../schema/constraint-names.js";
import { findTable, sameName } from "../schema/stored/find-stored.js";
import type { TableDialect } from "../schema/schema-dialect.js";
import type { TablePlace } from "../schema/schema-entity.js";
import type {
  StoredColumn,
  StoredForeignKey,
  StoredSchema,
  StoredTable,
} from "../schema/stored/stored-schema.js";
import { tableName } from "../sql/table-name.js";
import { sql, type Sql } from "../sql/sql.js";
import type { Migration } from "./migration.js";
import { statementsOf, type RatingDialect } from "./rating/rate-statement.js";

/** The objects that a reset removes, and those that it does not know. */
export interface ResetPlan {
  readonly removed: readonly StoredTable[];
  readonly left: readonly StoredTable[];
  /** Foreign keys of remaining tables that refer to removed ones, a sentence each. */
  readonly obstacles: readonly string[];
  readonly statements: readonly Sql[];
}

/** @param known The places of the tables that may be removed. A view is never removed. */
export function planReset(
  known: readonly TablePlace[],
  stored: StoredSchema,
  { schema }: TableDialect,
): ResetPlan {
  const found = new Set(known.flatMap((place) => findTable(place, stored) ?? []));
  const removed = stored.tables.filter((table) => found.has(table) && !table.isView);
  const left = stored.tables.filter((table) => !removed.includes(table));
  const targetOf = (owner: StoredTable, { targetSchema, targetTable }: StoredForeignKey) =>
    removed.find(
      ({ schema: place, name }) =>
        sameName(name, targetTable) && sameName(place ?? "", targetSchema ?? owner.schema ?? ""),
    );
  const obstacles = left.flatMap((table) =>
    table.foreignKeys
      .filter((foreignKey) => targetOf(table, foreignKey) !== undefined)
      .map(
        ({ name, targetTable }) =>
          `"${table.name}" refers to "${targetTable}"${name === "" ? "" : ` by "${name}"`}, but belongs to no migration and no entity, so it stays. Remove the table or its foreign key yourself.`,
      ),
  );
  const { migrations, maxNameLength } = schema;
  const { dropForeignKey } = migrations;
  const isOwnType = (table: StoredTable, { name, valuesIn }: StoredColumn) =>
    valuesIn?.name === constraintName("en", { table: table.name }, [{ column: name }], maxNameLength);
  return {
    removed,
    left,
    obstacles,
    statements: [
      ...(migrations.deferForeignKeys === undefined ? [] : [migrations.deferForeignKeys]),
      // Foreign keys may form circles, for which no order of the tables would work.
      ...removed.flatMap((table) =>
        dropForeignKey === undefined
          ? []
          : table.foreignKeys.map(({ name }) => dropForeignKey(placeOf(table), name)),
      ),
      ...removed.map((table) => sql`drop table ${tableName(placeOf(table))}`),
      ...removed.flatMap((table) =>
        table.columns
          .filter((column) => isOwnType(table, column))
          .flatMap(
            ({ name }) => migrations.dropLeft?.(bare(table), createField({ name, type: "enum" })) ?? [],
          ),
      ),
    ],
  };
}

function placeOf({ schema, name }: StoredTable): TablePlace {
  return { schema, table: name };
}

function bare(table: StoredTable): TableEntity {
  return { ...placeOf(table), name: table.name, fields: [], foreignKeys: [], keys: [], isReadOnly: false };
}

/** A table or view that a script creates, and that must not exist before. */
export interface CreatedObject {
  readonly place: TablePlace;
  /** `migrations/20261123031000_add_notes/postgres.sql:5` */
  readonly written: string;
}

/** The objects that the scripts create, except those that an earlier statement drops first. */
export function createdObjects(
  migrations: readonly Migration[],
  dialect: RatingDialect,
): readonly CreatedObject[] {
  const created: CreatedObject[] = [];
  const seen = new Set<string>();
  for (const { script } of migrations)
    for (const step of script.up) {
      if (step.kind === "file") continue;
      for (const statement of statementsOf(step.text, dialect) ?? []) {
        const verb = statement.takeAny("create", "drop");
        const kind = statement.takeAny("unlogged table", "table", "materialized view", "view");
        if (verb === undefined || kind === undefined) continue;
        const isTolerant = statement.takeAny("if not exists", "if exists") !== undefined;
        const named = statement.parts().flatMap((part) => part.place() ?? []);
        for (const place of verb === "drop" ? named : named.slice(0, 1)) {
          const name = JSON.stringify([place.schema, place.table]);
          if (verb === "create" && !isTolerant && !seen.has(name))
            created.push({ place, written: `${script.path}:${step.line}` });
          seen.add(name);
        }
      }
    }
  return created;
}
