import { indexKind, type IndexKind } from "../../model/index-options.js";
import type { Field, TableEntity } from "../../model/model.js";
import { constraintName } from "./constraint-names.js";
import type { TablePlace } from "./schema-entity.js";

/** An index of one column. */
export interface NewIndex {
  readonly table: TablePlace;
  readonly name: string;
  readonly column: string;
  readonly isNullable: boolean;
  readonly kind: IndexKind;
}

interface NamingDialect {
  readonly schema: { readonly maxNameLength: number };
}

/** The index that the options of a field create; `undefined` for none. */
export function indexOf(entity: TableEntity, field: Field, dialect: NamingDialect): NewIndex | undefined {
  const kind = indexKind(field);
  return kind && newIndex(entity, field, kind, dialect);
}

/** The indexes that the options of the fields create. */
export function indexesOf(entity: TableEntity, dialect: NamingDialect): readonly NewIndex[] {
  return entity.fields.flatMap((field) => indexOf(entity, field, dialect) ?? []);
}

export function newIndex(
  { schema, table }: TablePlace,
  { column, isNullable }: Pick<Field, "column" | "isNullable">,
  kind: IndexKind,
  dialect: NamingDialect,
): NewIndex {
  const prefix = kind === "unique" ? "ux" : "ix";
  const name = constraintName(prefix, { table }, [{ column }], dialect.schema.maxNameLength);
  return { table: { schema, table }, name, column, isNullable, kind };
}
