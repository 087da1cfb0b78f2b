import type { Field, TableEntity } from "../../model/model.js";
import { constraintName } from "./constraint-names.js";
import type { TablePlace } from "./schema-entity.js";

/** An index of one column. */
export interface NewIndex {
  readonly table: TablePlace;
  readonly name: string;
  readonly column: string;
  readonly isNullable: boolean;
  readonly isUnique: boolean;
}

/** The part of a dialect that limits names. */
interface NamingDialect {
  readonly schema: { readonly maxNameLength: number };
}

/** The index that the options of a field create; `undefined` for none. A unique index is an index already. */
export function indexOf(entity: TableEntity, field: Field, dialect: NamingDialect): NewIndex | undefined {
  const { isUnique, isIndexed } = field;
  return isUnique || isIndexed ? newIndex(entity, field, isUnique, dialect) : undefined;
}

/** The indexes that the options of the fields create. */
export function indexesOf(entity: TableEntity, dialect: NamingDialect): readonly NewIndex[] {
  return entity.fields.flatMap((field) => indexOf(entity, field, dialect) ?? []);
}

export function newIndex(
  { schema, table }: TablePlace,
  { column, isNullable }: Pick<Field, "column" | "isNullable">,
  isUnique: boolean,
  dialect: NamingDialect,
): NewIndex {
  const name = constraintName(isUnique ? "ux" : "ix", { table }, [{ column }], dialect.schema.maxNameLength);
  return { table: { schema, table }, name, column, isNullable, isUnique };
}
