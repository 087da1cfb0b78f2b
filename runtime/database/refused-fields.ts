import { parseExactJson } from "../model/values/exact-json.js";
import { compare } from "../condition/compare.js";
import { fieldTypes } from "../model/field-type.js";
import type { Entity, Field } from "../model/model.js";
import { findColumn } from "./schema/stored/find-stored.js";
import { namesIn } from "./schema/checks/check-tokens.js";
import type { StoredColumn } from "./schema/stored/stored-schema.js";
import { fieldsOf, type StatementValues } from "./conflict-fields.js";
import { DatabaseError } from "./wire/database-error.js";
import type { DatabaseSession } from "./database-session.js";

/**
 * Finds the written fields whose values the database rejects; none if that cannot be determined. Databases name a
 * column, a check, or nothing at all. In the last case, finds the fields whose values exceed their columns.
 */
export async function refusedFields(
  error: DatabaseError,
  entity: Entity,
  database: DatabaseSession,
  { fields, args, isOpen = () => false }: StatementValues,
): Promise<readonly Field[]> {
  const { kind, columns, constraint } = error;
  const isWritten = (field: Field) => fields.includes(field);
  // A create may lack a value that only the database requires.
  const isNamed = (field: Field) => isWritten(field) || (kind === "notNull" && isOpen(field));
  if (columns.length > 0) return fieldsOf(entity, columns).filter(isNamed);
  if (kind === "check") {
    if (constraint === undefined) return [];
    // MariaDB gives a column's check the name of the column.
    const own = fieldsOf(entity, [constraint]);
    if (own.length > 0) return own.filter(isWritten);
    const clause = await database.dialect.schema.readCheck(database.kysely, entity, constraint);
    const names = namesIn(clause ?? "");
    return fields.filter(({ column }) => names.has(column.toLowerCase()));
  }
  const table = await database.storedTable(entity);
  if (table === undefined) return [];
  const beyond = fields.filter((field, index) => {
    const column = findColumn(field, table);
    return column !== undefined && isBeyond(args[index] ?? null, column);
  });
  return beyond.length > 0 ? beyond : foreignTexts(entity, database, { fields, args });
}

/** Finds the fields with texts that the database does not take for values of their columns' types. */
async function foreignTexts(
  entity: Entity,
  database: DatabaseSession,
  { fields, args }: StatementValues,
): Promise<readonly Field[]> {
  const texts = fields.flatMap((field, index) => {
    const value = args[index];
    const { isCheckedByDatabase } = fieldTypes[field.type];
    return isCheckedByDatabase === true && typeof value === "string" ? [{ field, value }] : [];
  });
  const given = [...new Set(texts.map(({ field }) => field))];
  if (given.length <= 1) return given;
  const comparable = texts.filter(({ field }) => field.type !== "xml");
  const refused = await refusedTexts(comparable, (some) => takesValues(entity, database, some));
  const named = [...new Set(refused.map(({ field }) => field))];
  return named.length > 0 ? named : given.filter(({ type }) => type === "xml");
}

/** A text for a column whose type only the database knows. */
interface ForeignText {
  readonly field: Field;
  readonly value: string;
}

/** The maximum number of statements for finding the rejected texts. */
const MAX_QUESTIONS = 32;

/** Finds the rejected texts by bisection, because most writes have only one. */
async function refusedTexts(
  texts: readonly ForeignText[],
  areTaken: (texts: readonly ForeignText[]) => Promise<boolean>,
): Promise<readonly ForeignText[]> {
  const refused: ForeignText[] = [];
  const open = [texts];
  for (let asked = 0; asked < MAX_QUESTIONS; asked++) {
    const some = open.pop();
    if (some === undefined) break;
    if (some.length === 0 || (await areTaken(some))) continue;
    const middle = Math.ceil(some.length / 2);
    if (some.length === 1) refused.push(...some);
    else open.push(some.slice(middle), some.slice(0, middle));
  }
  return refused;
}

/** Whether the values can be compared with their columns. Reads no row. */
async function takesValues(
  entity: Entity,
  database: DatabaseSession,
  texts: readonly ForeignText[],
): Promise<boolean> {
  const [key = texts[0]?.field] = entity.keys;
  if (key === undefined) return true;
  const nowhere = compare(key, "=", null);
  const same = texts.map(({ field, value }) => compare(field, "=", value));
  try {
    await database.rows(database.statements(entity).count({ kind: "and", conditions: [nowhere, ...same] }));
    return true;
  } catch (error) {
    return !(error instanceof DatabaseError && (error.kind === "outOfRange" || error.kind === "tooLong"));
  }
}

/** The minimum and maximum of number columns, by stored type. */
const ranges: Readonly<Record<string, readonly [number, number]>> = {
  int2: [-32_768, 32_767],
  smallint: [-32_768, 32_767],
  tinyint: [0, 255],
  int4: [-2_147_483_648, 2_147_483_647],
  int: [-2_147_483_648, 2_147_483_647],
  float4: [-3.4028235e38, 3.4028235e38],
  real: [-3.4028235e38, 3.4028235e38],
};

/** Single-precision types. They also reject a number that would underflow to 0. */
const singles = ["float4", "real"];

/** Whether a parameter's value exceeds the column. */
function isBeyond(value: unknown, { type, length, precision, scale = 0 }: StoredColumn): boolean {
  if (value === null) return false;
  const [least, most] = ranges[type] ?? [-Infinity, Infinity];
  if (Number(value) < least || Number(value) > most) return true;
  if (singles.includes(type) && Number(value) !== 0 && Math.fround(Number(value)) === 0) return true;
  if (typeof value !== "string") return false;
  // The text of an array says nothing about the size of its items.
  if (type.endsWith("[]")) return false;
  if (type === "bit") return /^[01]*$/.test(value) && value.length !== length;
  if (type === "jsonb") return hasHugeNumber(value);
  if (precision === undefined) return length !== undefined && Array.from(value).length > length;
  const [integer = ""] = value.replace("-", "").split(".");
  return integer !== "0" && integer.length > precision - scale;
}

/**
 * The most digits of a `numeric` before and after the point. `jsonb` stores numbers as `numeric`
 * (postgresql.org/docs/current/datatype-numeric.html).
 */
const MAX_WHOLE_DIGITS = 131_072;
const MAX_FRACTION_DIGITS = 16_383;

function hasHugeNumber(json: string): boolean {
  let isFound = false;
  parseExactJson(json, (number) => {
    const [mantissa = "", exponent = "0"] = number.replace(/^-/, "").split(/e/i);
    const [whole = "", fraction = ""] = mantissa.split(".");
    isFound ||= whole.length + Number(exponent) > MAX_WHOLE_DIGITS;
    isFound ||= fraction.length - Number(exponent) > MAX_FRACTION_DIGITS;
    return 0;
  });
  return isFound;
}
