import type { Entity, Field } from "../../model/model.js";
import type { TableDialect } from "./schema-dialect.js";
import { constraintName, type ConstraintKind } from "./constraint-names.js";
import { indexOf } from "./definitions.js";
import { findColumn, findTable, sameName } from "./find-stored.js";
import { withColumn, withForeignKey, withIndex, type RenamePlan, type RenameStep } from "./renamed-tables.js";
import type { SchemaChange } from "./schema-changes.js";

/**
 * Renames the indexes and foreign keys named after a former table or column. Their old names would collide
 * with those of a new table or column of that name.
 */
export function planNames({ entity, stored, defaultSchema, dialect }: RenameStep): RenamePlan {
  let current = stored;
  const changes: SchemaChange[] = [];
  const { rename } = dialect.schema;
  for (const { kind, field, to, formerNames } of renamedNames(entity, dialect)) {
    const table = findTable(entity, current, defaultSchema);
    if (table === undefined || table.isView || entity.isReadOnly) continue;
    const isMeant = ({ name, columns }: { readonly name: string; readonly columns: readonly string[] }) =>
      formerNames.some((former) => sameName(former, name)) &&
      columns.length === 1 &&
      sameName(columns[0] ?? "", field.column);
    const index = kind !== "ux" && kind !== "ix" ? undefined : table.indexes.find(isMeant);
    if (kind === dialect.schema.enums.nameKind) {
      const column = findColumn(field, table);
      const from = formerNames.find((former) => former === column?.valuesIn?.name);
      const statements =
        column?.valuesIn && from !== undefined
          ? dialect.schema.enums.rename?.(column.valuesIn, to)
          : undefined;
      if (column !== undefined && from !== undefined && statements !== undefined) {
        changes.push(toChange(kind === "en" ? "type" : "check", from, to, statements));
        current = withColumn(current, table, column, {
          ...column,
          valuesIn: { schema: column.valuesIn?.schema, name: to },
        });
      }
      continue;
    }
    const foreignKey = kind === "fk" ? table.foreignKeys.find(isMeant) : undefined;
    if (index !== undefined) {
      const create = indexOf(entity, { ...field, isUnique: kind === "ux" }, dialect);
      changes.push(toChange("index", index.name, to, rename.index(entity, index.name, to, create)));
      current = withIndex(current, table, index, { ...index, name: to });
    }
    if (foreignKey !== undefined) {
      changes.push(toChange("foreign key", foreignKey.name, to, rename.foreignKey(entity, foreignKey, to)));
      current = withForeignKey(current, table, foreignKey, { ...foreignKey, name: to });
    }
  }
  return { changes, stored: current };
}

interface RenamedName {
  readonly kind: ConstraintKind;
  readonly field: Field;
  readonly to: string;
  readonly formerNames: readonly string[];
}

/** The names of a field's possible indexes and foreign key, with their former names. */
function renamedNames(entity: Entity, { schema }: TableDialect): readonly RenamedName[] {
  const tables = [entity.table, ...entity.formerTables];
  const { nameKind } = schema.enums;
  return entity.fields.flatMap((field) => {
    const kinds = [
      "ux",
      "ix",
      "fk",
      ...(nameKind === undefined || field.type !== "enum" ? [] : [nameKind]),
    ] as const;
    const columns = [field.column, ...(field.formerColumn === undefined ? [] : [field.formerColumn])];
    const places = tables.flatMap((table) => columns.map((column) => [{ table }, { column }] as const));
    return kinds.map((kind) => {
      const names = places.map((place) => constraintName(kind, ...place, schema.maxNameLength));
      return {
        kind,
        field,
        to: constraintName(kind, entity, field, schema.maxNameLength),
        formerNames: names.slice(1),
      };
    });
  });
}

function toChange(
  what: string,
  from: string,
  to: string,
  statements: SchemaChange["statements"],
): SchemaChange {
  return {
    kind: "rename",
    message: `The ${what} "${to}" is called "${from}".`,
    isOptional: true,
    statements,
  };
}
