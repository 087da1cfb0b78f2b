import { fieldTypes, MAX_INDEXED_LENGTH } from "../../../model/field-type.js";
import { typeText } from "../../schema/compare/compare-schema.js";
import { defaultClause } from "../compare/change-of-column.js";
import type { StoredPair } from "../../schema/compare/diff-stored.js";
import { sqlOf } from "../../schema/migration-syntax.js";
import { decide, toChange, type ComparedColumn, type SchemaChange } from "../../schema/schema-changes.js";
import type { TableDialect } from "../../schema/schema-dialect.js";

/**
 * Finds differences from the migrations that do not affect a server: wider columns, and other defaults.
 * `compareSchema` accepts both.
 */
export function compareStrictly(
  { entity, table, columns }: StoredPair,
  dialect: TableDialect,
): readonly SchemaChange[] {
  return entity.fields.flatMap((field) => {
    const stored = columns.formers.get(field);
    if (stored === undefined || entity.keys.includes(field)) return [];
    const column = { entity, table, field, stored };
    return [...compareWidth(column, dialect), ...compareDefault(column, dialect)];
  });
}

function compareWidth(column: ComparedColumn, { schema }: TableDialect): readonly SchemaChange[] {
  const { entity, field, stored } = column;
  // Without the collation: `varchar(40)`
  const [declared = "", length] = /^\w*char\w*\((\d+)\)/i.exec(schema.columnType(field)) ?? [];
  const isWider = length !== undefined && (stored.length ?? Infinity) > Number(length);
  // An existing text without a limit that has an index is described with the longest length of one.
  const isUnlimited = stored.length === undefined && field.maxLength === MAX_INDEXED_LENGTH;
  // The values of a foreign key are those of the key, which may be narrower.
  const isReference = entity.foreignKeys.some(({ fields }) => fields.includes(field));
  if (!isWider || isUnlimited || isReference || !fieldTypes[field.type].holdsText) return [];
  const message = `The column "${entity.table}"."${stored.name}" is of type "${typeText(stored)}", migrations make it "${declared}".`;
  const altered = { ...column, change: { type: true, nullability: false } };
  const statements = schema.alter?.column(altered) ?? [];
  if (statements.length === 0) return [decide(message, true)];
  return [{ ...toChange("alter", message, statements, true), altered }];
}

function compareDefault(
  { entity, field, stored }: ComparedColumn,
  dialect: TableDialect,
): readonly SchemaChange[] {
  if (field.filledBy !== undefined || stored.generated !== undefined || field.type === "other") return [];
  // The server sets its own times, whatever their default.
  if (["createdat", "updatedat"].includes(field.name)) return [];
  const place = `The column "${entity.table}"."${stored.name}"`;
  const wanted = field.default ?? undefined;
  const found = stored.default;
  // Databases show values other than texts and numbers too differently to compare them.
  const isComparable = fieldTypes[field.type].holdsText || field.type === "int";
  const text = typeof wanted === "string" ? wanted : JSON.stringify(wanted);
  const isSame =
    wanted === undefined || found === undefined
      ? wanted === found
      : !isComparable || stored.defaultText === undefined || stored.defaultText === text;
  if (isSame) return [];
  const [is, given] = [
    found === undefined ? "no default" : `the default ${found}`,
    wanted === undefined ? "none" : JSON.stringify(wanted),
  ];
  const message = `${place} has ${is}, migrations give it ${given}.`;
  // None on SQLite, which would need a new table.
  const statements = dialect.schema.migrations.changeColumn?.({
    entity,
    field,
    former: field,
    change: { type: false, nullability: false },
    alter: () => [],
    changeValues: undefined,
    isDefaultChanged: true,
    hadDefault: found !== undefined,
    default: defaultClause(field, dialect),
  });
  const changes = (statements ?? []).map(sqlOf);
  return [changes.length === 0 ? decide(message, true) : toChange("alter", message, changes, true)];
}
