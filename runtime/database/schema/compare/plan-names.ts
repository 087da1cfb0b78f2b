import type { Field } from "../../../model/model.js";
import type { TableDialect } from "../schema-dialect.js";
import { constraintName, type ConstraintKind } from "../constraint-names.js";
import { newIndex } from "../field-index.js";
import { areColumnsOf, findColumn, findTable, sameName } from "../stored/find-stored.js";
import { withPart, type RenamePlan, type RenameStep } from "./renamed-tables.js";
import { toChange, type SchemaChange } from "../schema-changes.js";
import type { Sql } from "../../sql/sql.js";
import type { SchemaEntity } from "../schema-entity.js";

/**
 * Renames the indexes and foreign keys named after a former table or column. Their old names would collide with those
 * of a new table or column with the former name.
 */
export function planNames({ entity, stored, defaultSchema, dialect }: RenameStep): RenamePlan {
  let current = stored;
  const changes: SchemaChange[] = [];
  const { rename, enums } = dialect.schema;
  for (const { kind, fields, to, formerNames } of renamedNames(entity, dialect)) {
    const table = findTable(entity, current, defaultSchema);
    if (table === undefined || table.isView || entity.isReadOnly) continue;
    const [field] = fields;
    const isMeant = ({ name, columns }: { readonly name: string; readonly columns: readonly string[] }) =>
      name !== to && formerNames.some((former) => sameName(former, name)) && areColumnsOf(columns, fields);
    if (kind === enums.nameKind) {
      const column = findColumn(field, table);
      const valuesIn = formerNames.includes(column?.valuesIn?.name ?? "") ? column?.valuesIn : undefined;
      const statements = valuesIn && enums.rename?.(valuesIn, to);
      if (column === undefined || valuesIn === undefined || statements === undefined) continue;
      changes.push(renamed(kind === "en" ? "type" : "check", valuesIn.name, to, statements));
      current = withPart(current, table, "columns", column, {
        ...column,
        valuesIn: { ...valuesIn, name: to },
      });
    } else if (kind === "fk") {
      const foreignKey = table.foreignKeys.find(isMeant);
      if (foreignKey === undefined) continue;
      changes.push(renamed("foreign key", foreignKey.name, to, rename.foreignKey(entity, foreignKey, to)));
      current = withPart(current, table, "foreignKeys", foreignKey, { ...foreignKey, name: to });
    } else {
      const index = table.indexes.find(isMeant);
      if (index === undefined) continue;
      const create = dialect.schema.createIndex(
        newIndex(entity, field, kind === "ux" ? "unique" : "ordinary", dialect),
      );
      changes.push(renamed("index", index.name, to, rename.index(entity, index.name, to, create)));
      current = withPart(current, table, "indexes", index, { ...index, name: to });
    }
  }
  return { changes, stored: current };
}

interface RenamedName {
  readonly kind: ConstraintKind;
  readonly fields: readonly [Field, ...Field[]];
  readonly to: string;
  readonly formerNames: readonly string[];
}

/** The names of the possible indexes and foreign keys, with their former names. */
function renamedNames(entity: SchemaEntity, { schema }: TableDialect): readonly RenamedName[] {
  const { nameKind } = schema.enums;
  const kindsOf = ({ type }: Field) =>
    ["ux", "ix", ...(nameKind === undefined || type !== "enum" ? [] : [nameKind])] as const;
  const named = [
    ...entity.fields.flatMap((field) => kindsOf(field).map((kind) => ({ kind, fields: [field] as const }))),
    ...entity.foreignKeys.map(({ fields }) => ({ kind: "fk" as const, fields })),
  ];
  return named.map(({ kind, fields }) => {
    const [to = "", ...formerNames] = [entity.table, ...entity.formerTables].flatMap((table) =>
      formsOf(fields).map((columns) => constraintName(kind, { table }, columns, schema.maxNameLength)),
    );
    return { kind, fields, to, formerNames };
  });
}

/** The columns, then the same with each combination of former names: some renames may be done already. */
function formsOf(fields: readonly Field[]): readonly (readonly Pick<Field, "column">[])[] {
  return fields.reduce<readonly (readonly Pick<Field, "column">[])[]>(
    (forms, { column, formerColumn }) => {
      const names = [column, ...(formerColumn === undefined ? [] : [formerColumn])];
      return forms.flatMap((form) => names.map((name) => [...form, { column: name }]));
    },
    [[]],
  );
}

function renamed(what: string, from: string, to: string, statements: readonly Sql[]): SchemaChange {
  return toChange("rename", `The ${what} "${to}" is called "${from}".`, statements, true);
}
