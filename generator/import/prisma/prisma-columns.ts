import { suggestion } from "../../../runtime/errors/nearest.js";
import { literalText } from "../../../runtime/database/schema/literal-text.js";
import type { StoredColumn } from "../../../runtime/database/schema/stored/stored-schema.js";
import { quoted } from "../../one-line.js";
import { argumentOf, attributeOf, storedName, prismaText, type PrismaField } from "./prisma-schema.js";
import { prismaColumnType } from "./prisma-provider.js";
import { scalarOf, type PrismaNames } from "./prisma-names.js";
import { mistakeAt } from "./prisma-tokens.js";

/** The column of a field, as `prisma migrate` creates it. */
export function prismaColumn(field: PrismaField, names: PrismaNames): StoredColumn {
  const { type, ...rest } = plainColumn(field, names);
  return {
    name: storedName(field),
    type: field.isList ? `${type}[]` : type,
    ...rest,
    ...(field.description !== undefined && { description: field.description }),
    isNullable: field.isOptional || field.isList,
    ...defaultOf(field, names),
  };
}

function plainColumn(
  field: PrismaField,
  names: PrismaNames,
): Pick<StoredColumn, "type"> & Partial<StoredColumn> {
  const { provider, enums } = names;
  const listed = enums.get(field.type);
  // A list of enum values has no field type.
  if (listed !== undefined)
    return field.isList
      ? { type: storedName(listed) }
      : { ...provider.enumColumn(storedName(listed)), values: listed.values.map(storedName) };
  const scalar = scalarOf(field);
  if (scalar === undefined) return { type: prismaColumnType(field.unsupported ?? "").name };
  return provider.column(prismaColumnType(nativeType(field, names) ?? provider.scalars[scalar]), scalar);
}

/** `varchar(20)` for `@db.VarChar(20)`. */
function nativeType(
  { attributes }: PrismaField,
  { provider: { natives }, nativePrefix }: PrismaNames,
): string | undefined {
  const attribute = attributes.find(({ name }) => name.startsWith(`${nativePrefix}.`));
  if (attribute === undefined) return undefined;
  const name = attribute.name.slice(nativePrefix.length + 1);
  const type = Object.hasOwn(natives, name) ? natives[name] : undefined;
  if (type === undefined) {
    const guess = suggestion(name, Object.keys(natives));
    throw mistakeAt(
      attribute.place,
      `${quoted(`@${attribute.name}`)} is not a type of this database.${guess}`,
    );
  }
  const sizes = attribute.arguments.map(({ value }) => (value.kind === "list" ? "" : value.text));
  return sizes.length === 0 ? type : `${type}(${sizes.join(",")})`;
}

/** A value that Prisma's client generates instead of the database, such as `cuid()`; `undefined` for all others. */
export function madeByClient(field: PrismaField): string | undefined {
  const value = argumentOf(attributeOf(field, "default"), "value");
  const isOfDatabase =
    value?.kind !== "call" || /^(?:autoincrement|now|dbgenerated|sequence)$/.test(value.text);
  return isOfDatabase ? undefined : value.text;
}

/** Whether Prisma's client generates a UUID for a column that only holds UUIDs. */
export function isClientUuid(field: PrismaField, { type }: StoredColumn): boolean {
  return madeByClient(field) === "uuid" && (type === "uuid" || type === "uniqueidentifier");
}

function defaultOf(
  field: PrismaField,
  { enums, provider }: PrismaNames,
): Pick<StoredColumn, "default" | "defaultText" | "generated"> {
  const value = argumentOf(attributeOf(field, "default"), "value");
  if (value === undefined || madeByClient(field) !== undefined) return {};
  if (value.kind === "list") return { default: "{}" };
  if (value.kind !== "call") {
    const listed = enums.get(field.type)?.values.find(({ name }) => name === value.text);
    const text = listed === undefined ? value.text : storedName(listed);
    return { default: text, defaultText: text };
  }
  if (value.text === "autoincrement" || value.text === "sequence")
    // In SQLite, only a key of type `Int` is counted up: of a `BigInt`, Prisma makes a plain BIGINT key.
    return provider.countsIntKeys ? {} : { generated: "identity" };
  if (value.text === "now") return { default: "CURRENT_TIMESTAMP" };
  const [expression] = value.arguments;
  const text = prismaText(expression?.value);
  return { default: text ?? "dbgenerated()", defaultText: literalText(text) };
}
