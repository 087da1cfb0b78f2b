import { sql } from "kysely";
import { fieldTypes, type FieldTypeName } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { DatabaseError } from "../database-error.js";
import type { AnyKysely, Dialect } from "../dialect.js";
import { tableName } from "../table-name.js";
import { plainType } from "./field-of-column.js";
import { countRows, countValues, type Found, type Place } from "./count-rows.js";
import type { AlteredColumn, SchemaChange } from "./schema-changes.js";
import { alwaysSurvives, survives } from "./survives.js";

/** The changes, each with what it would do to the rows that are there. @throws {DatabaseError} if they cannot be read. */
export async function assessChanges(
  db: AnyKysely,
  changes: readonly SchemaChange[],
  dialect: Dialect,
): Promise<readonly SchemaChange[]> {
  const assessed: SchemaChange[] = [];
  for (const change of changes) assessed.push(await assessChange(db, change, dialect));
  return assessed;
}

/**
 * What a change of a column would do to the rows that are there: it is an `alterWithLoss` if some values would not be the
 * same, and cannot be done if there are nulls where none may be. Other changes stay as they are.
 * @throws {DatabaseError} if the rows cannot be read.
 */
export async function assessChange(
  db: AnyKysely,
  change: SchemaChange,
  dialect: Dialect,
): Promise<SchemaChange> {
  const { altered, message } = change;
  if (altered === undefined) return change;
  try {
    const nulls = await findNulls(db, altered, dialect);
    if (nulls !== undefined) {
      return {
        ...change,
        kind: "decide",
        message: `${message} ${rowsOf(nulls, "has", "have")} no value: set one first.`,
      };
    }
    const lost = altered.change.type ? await findLost(db, altered, dialect) : undefined;
    if (lost === undefined) return change;
    const loss = `${rowsOf(lost, "would lose", "would lose")} ${whatIsLost(altered, dialect)}.`;
    return {
      ...change,
      kind: "alterWithLoss",
      message: `${message} ${loss}`,
    };
  } catch (error) {
    const reason = (error as Error).message.replace(/[.\s]*$/, "");
    throw new DatabaseError("unknown", `${message} Its values cannot be read: ${reason}.`, {
      cause: error,
    });
  }
}

/** `3 rows would lose (the first has id = 17)` */
function rowsOf({ count, example }: Found, one: string, many: string): string {
  return `${count} ${count === 1 ? "row" : "rows"}${example === "" ? "" : ` (the first: ${example})`} ${count === 1 ? one : many}`;
}

async function findNulls(
  db: AnyKysely,
  altered: AlteredColumn,
  dialect: Dialect,
): Promise<Found | undefined> {
  const { change, field } = altered;
  if (!change.nullability || field.isNullable) return undefined;
  return countRows(db, placeOf(altered), (column) => sql`${column} is null`, dialect);
}

async function findLost(db: AnyKysely, altered: AlteredColumn, dialect: Dialect): Promise<Found | undefined> {
  const { field, stored } = altered;
  const place = placeOf(altered);
  const from = plainType(stored, dialect.schema);
  // The values of an unknown type may all be lost.
  if (from === undefined) return countRows(db, place, (column) => sql`${column} is not null`, dialect);
  if (isText(field.type)) {
    // A text fits: a longer column may stay, and only one that is too short is changed.
    if (isText(from)) return undefined;
    const condition = dialect.schema.alter?.losesAsText(sql.id(place.column), stored, textLength(field));
    return condition === undefined ? undefined : countRows(db, place, () => sql`(${condition})`, dialect);
  }
  const conversion = { from, stored, field };
  if (alwaysSurvives(conversion)) return undefined;
  return countValues(db, place, (text) => !survives(text, conversion, dialect), dialect);
}

/** Where the column is now: a rename may be planned and not done yet. */
function placeOf({ entity, table, field, stored }: AlteredColumn): Place {
  const { schema, keys } = entity;
  return {
    table: tableName({ schema, table: table.formerName ?? entity.table }),
    column: stored.formerName ?? field.column,
    stored,
    keys: keys.map((key) => ({
      field: key,
      column: table.columns.find(({ name }) => name === key.column)?.formerName ?? key.column,
    })),
    isKeyUnique:
      table.primaryKey.length === keys.length &&
      keys.every(({ column }) => table.primaryKey.includes(column)),
  };
}

function isText(type: FieldTypeName): boolean {
  return fieldTypes[type].conditions === "text" || type === "secret";
}

/** How long a text the column takes: only a `string` has a limit of its own. */
function textLength({ type, maxLength }: Field): number | undefined {
  return type === "string" ? maxLength : undefined;
}

const numbers: readonly (FieldTypeName | undefined)[] = ["int", "bigint", "float", "decimal"];

function whatIsLost({ field, stored }: AlteredColumn, { schema }: Dialect): string {
  const from = plainType(stored, schema);
  if (from === undefined) return "the value, or part of it";
  const length = textLength(field);
  if (length !== undefined) return `what is beyond ${length} characters`;
  if (from === "datetime" && field.type === "date") return "the time of day";
  if (from === "datetime" && field.type === "datetime") return "what is finer than a millisecond";
  if (numbers.includes(from) && numbers.includes(field.type))
    return "digits, or have a number that does not fit";
  return "the value, or have one that cannot be converted";
}
