import type { StoredColumn } from "../../../runtime/database/schema/stored/stored-schema.js";
import type { DialectName } from "../../../runtime/model/model.js";

export const prismaScalars = [
  "String",
  "Boolean",
  "Int",
  "BigInt",
  "Float",
  "Decimal",
  "DateTime",
  "Json",
  "Bytes",
] as const;

export type PrismaScalar = (typeof prismaScalars)[number];

/**
 * A database, as `prisma migrate` declares its columns
 * (prisma.io/docs/orm/reference/prisma-schema-reference#model-field-scalar-types).
 */
export interface PrismaProvider {
  readonly dialect: DialectName;
  /** The schema of tables without `@@schema`. */
  readonly defaultSchema: string | undefined;
  /** The column type of each scalar without an `@db` attribute. */
  readonly scalars: Readonly<Record<PrismaScalar, string>>;
  /** The column types of the `@db` attributes, whose arguments follow in parentheses. */
  readonly natives: Readonly<Record<string, string>>;
  /** The column of a type, in the form in which it would be read from the database. */
  readonly column: (
    type: PrismaColumnType,
    scalar: PrismaScalar,
  ) => Pick<StoredColumn, "type"> & Partial<StoredColumn>;
  readonly enumColumn: (name: string) => Pick<StoredColumn, "type"> & Partial<StoredColumn>;
  /** Whether a single key of type `Int` is generated even without `autoincrement()`. */
  readonly countsIntKeys: boolean;
}

/** The column types whose name is that of the `@db` attribute in lower case. The names are separated by blanks. */
export function lowerCased(...names: readonly string[]): PrismaProvider["natives"] {
  return Object.fromEntries(
    names.flatMap((line) => line.split(" ")).map((name) => [name, name.toLowerCase()]),
  );
}

/** `decimal(65,30)`, taken apart. */
export interface PrismaColumnType {
  readonly name: string;
  readonly sizes: readonly number[];
}

/** Splits a column type. `Max` is not a size. */
export function prismaColumnType(text: string): PrismaColumnType {
  const [, name = text, sizes = ""] = /^([^(]*)(?:\((.*)\))?$/s.exec(text) ?? [];
  return {
    name: name.trim().toLowerCase(),
    sizes: sizes.split(",").flatMap((size) => (/^\s*\d+\s*$/.test(size) ? [Number(size)] : [])),
  };
}
