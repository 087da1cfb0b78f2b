import type { Field } from "../../../model/model.js";
import type { TableDialect } from "../schema-dialect.js";
import { constraintName, type ConstraintKind } from "../constraint-names.js";
import { newIndex } from "../field-index.js";
import { areColumnsOf, findColumn, findTable, sameName } from "../stored/find-stored.js";
import { withPart, type PlanStep } from "./renamed-tables.js";
import { toChange, type SchemaChange } from "../schema-changes.js";
import type { Sql } from "../../sql/sql.js";
import type { SchemaEntity } from "../schema-entity.js";

/**
 * Renames the indexes and foreign keys named after a former table or column. Their old names would collide with those
 * of a new table or column with the former name.
 */
export const planNames: PlanStep = (entity, stored, { dialect }) => {
  let current = stored;
  const changes: SchemaChange[] = [];
  const { rename, enums, createIndex } = dialect.schema;
  for (const { kind, fields, to, formerNames } of renamedNames(entity, dialect)) {
    const table = findTable(entity, current);
    if (table === undefined || table.isView || entity.isReadOnly) continue;
    const [field] = fields;
    const add = (what: string, from: string, statements: readonly Sql[]) =>
      changes.push(toChange("rename", `The ${what} "${to}" is called "${from}".`, statements, true));
    const isMeant = ({ name, columns }: { readonly name: string; readonly columns: readonly string[] }) =>
      name !== to && formerNames.some((former) => sameName(former, name)) && areColumnsOf(columns, fields);
    if (kind === enums.nameKind) {
      const column = findColumn(field, table);
      const valuesIn = formerNames.includes(column?.valuesIn?.name ?? "") ? column?.valuesIn : undefined;
      const statements = valuesIn && enums.rename?.(valuesIn, to);
      if (column === undefined || valuesIn === undefined || statements === undefined) continue;
      add(kind === "en" ? "type" : "check", valuesIn.name, statements);
      const renamed = { ...column, valuesIn: { ...valuesIn, name: to } };
      current = withPart(current, table, "columns", column, renamed);
    } else if (kind === "fk") {
      const foreignKey = table.foreignKeys.find(isMeant);
      if (foreignKey === undefined) continue;
      add("foreign key", foreignKey.name, rename.foreignKey(entity, foreignKey, to));
      current = withPart(current, table, "foreignKeys", foreignKey, { ...foreignKey, name: to });
    } else {
      const index = table.indexes.find(isMeant);
      if (index === undefined) continue;
      const create = createIndex(newIndex(entity, field, kind === "ux" ? "unique" : "ordinary", dialect));
      add("index", index.name, rename.index(entity, index.name, to, create));
      current = withPart(current, table, "indexes", index, { ...index, name: to });
    }
  }
  return { changes, stored: current };
};

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
