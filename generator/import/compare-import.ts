import { indexKind } from "../../runtime/model/index-options.js";
import type { FieldConfig } from "../../runtime/config/config.js";
import { fieldLimits } from "../../runtime/config/field-limits.js";
import type { Dialect } from "../../runtime/database/dialect.js";
import {
  compareColumn,
  compareSchema,
  typeText,
} from "../../runtime/database/schema/compare/compare-schema.js";
import { diffParts } from "../../runtime/database/schema/compare/diff-parts.js";
import { findColumn, sameNames } from "../../runtime/database/schema/stored/find-stored.js";
import { foreignKeysOf } from "../../runtime/database/schema/definitions.js";
import { planRenames } from "../../runtime/database/schema/compare/plan-renames.js";
import type { StoredColumn, StoredTable } from "../../runtime/database/schema/stored/stored-schema.js";
import { fieldTypes } from "../../runtime/model/field-type.js";
import type { Entity, Field, Model } from "../../runtime/model/model.js";
import { quoteAll } from "../../runtime/model/names.js";
import { entitiesFromTables } from "./entities-from-tables.js";
import type { ImportedEntity, ImportedField } from "./imported.js";

/** The differences between a database and the configuration. */
export interface News {
  readonly entities: readonly ImportedEntity[];
  readonly fields: readonly ChangedFields[];
  /** Other differences, a sentence each. */
  readonly others: readonly string[];
}

export interface ChangedFields {
  readonly entityName: string;
  readonly added: readonly ImportedField[];
  /** Fields that differ in the database, as they would be imported now. Their notes say how they differ. */
  readonly changed: readonly ImportedField[];
}

/** Finds the differences between the tables of a database and the configuration. */
export function findNews(
  model: Model,
  found: readonly StoredTable[],
  defaultSchema: string | undefined,
  dialect: Dialect,
): News {
  // A pending rename is not a difference.
  const stored = { tables: found, defaultSchema };
  const { tables } = planRenames(model.tables, stored, dialect).stored;
  const imported = entitiesFromTables(tables, defaultSchema, dialect, model.tables);
  const fields = imported.entities.flatMap((described): readonly ChangedFields[] => {
    const { configured } = described;
    // A join table is not an entity of the configuration.
    return configured === undefined || !model.entities.includes(configured)
      ? []
      : [compareFields(configured, described, dialect)];
  });
  const said = new Set(fields.flatMap(({ changed }) => changed.flatMap(({ notes }) => notes)));
  return {
    entities: imported.entities.filter(({ configured }) => configured === undefined),
    fields: fields.filter(({ added, changed }) => added.length + changed.length > 0),
    others: [
      ...compareSchema(model, stored, dialect)
        .map(({ message }) => message)
        .filter((message) => !said.has(message)),
      ...imported.entities.flatMap(newForeignKeys),
    ],
  };
}

/** The foreign keys of several columns that the configuration does not have. */
function newForeignKeys({
  configured,
  table,
  options: { foreignKeys = [] },
}: ImportedEntity): readonly string[] {
  if (configured === undefined || configured.isReadOnly) return [];
  return foreignKeys
    .filter(
      (found) =>
        !configured.foreignKeys.some(({ fields }) =>
          sameNames(
            fields.map(({ name }) => name),
            found.fields,
          ),
        ),
    )
    .map(({ fields, targetEntityName }) => {
      const names = quoteAll(fields);
      return `The table "${table.name}" has a foreign key of the fields ${names}, which points to "${targetEntityName}".`;
    });
}

function compareFields(
  entity: Entity,
  { name, table, fields }: ImportedEntity,
  dialect: Dialect,
): ChangedFields {
  const { formers } = diffParts(table.columns, entity.fields, (field) => findColumn(field, table));
  const own = new Map(Array.from(formers, ([field, column]) => [column.name, { field, column }]));
  return {
    entityName: name,
    added: fields.filter(({ column, options }) => options !== undefined && !own.has(column)),
    changed: fields.flatMap((described) => {
      const known = own.get(described.column);
      if (known === undefined || described.options === undefined) return [];
      const { field, column } = known;
      // System fields need no configuration, except those that become the key.
      if (field.system !== undefined && field.system !== "key") return [];
      const mistakes = compareColumn({ entity, table, field, stored: column }, dialect).map(
        ({ message }) => message,
      );
      const others = entity.isReadOnly ? [] : describedOtherwise(entity, field, column, described.options);
      const notes = mistakes.length > 0 ? mistakes : others;
      return notes.length === 0 ? [] : [{ ...described, notes }];
    }),
  };
}

/** Differences that do not affect the server, but that a new configuration would not have. */
function describedOtherwise(
  entity: Entity,
  field: Field,
  stored: StoredColumn,
  options: FieldConfig,
): readonly string[] {
  const place = `The column "${entity.table}"."${stored.name}"`;
  const limits = fieldLimits(options);
  const isOfOtherSize =
    options.type === field.type &&
    [stored.length, stored.precision, stored.fraction].some((size) => size !== undefined) &&
    (["maxLength", "precision", "scale"] as const).some((limit) => field[limit] !== limits[limit]) &&
    // A check may allow less than the column holds.
    !(field.maxLength !== undefined && field.maxLength === stored.length);
  const { holds } = stored;
  const isOfOtherType =
    holds?.type === "text" ? fieldTypes[field.type].conditions !== "text" : holds?.type !== field.type;
  const isHeldOtherwise = holds?.isNeeded === true && (isOfOtherType || holds.storedAs !== field.storedAs);
  return [
    ...(isHeldOtherwise ? [`${place} holds values of type "${typeAndForm(options)}".`] : []),
    ...(isOfOtherSize ? [`${place} is of type "${typeText(stored)}".`] : []),
    ...(indexKind(options) === "unique" && indexKind(field) !== "unique" ? [`${place} is unique.`] : []),
    ...(options.foreignKey && foreignKeysOf(entity, field).length === 0
      ? [`${place} points to "${options.foreignKey.targetEntityName}".`]
      : []),
  ];
}

function typeAndForm({ type, storedAs }: Pick<FieldConfig, "type" | "storedAs">): string {
  return storedAs === undefined ? type : `${type}", stored as "${storedAs}`;
}
