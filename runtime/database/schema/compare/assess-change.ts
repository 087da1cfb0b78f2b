import { fieldTypes, type FieldTypeName } from "../../../model/field-type.js";
import type { Field } from "../../../model/model.js";
import { DatabaseError } from "../../wire/database-error.js";
import { sql, type AnyKysely } from "../../sql/sql.js";
import type { TableDialect } from "../schema-dialect.js";
import { tableName } from "../../sql/table-name.js";
import { plainType } from "../stored/field-of-column.js";
import { countRows, countValues, type FoundRows, type ColumnPlace } from "./count-rows.js";
import type { AlteredColumn, SchemaChange } from "../schema-changes.js";
import { isAlwaysLossless, isLossless } from "./lossless-conversion.js";

/**
 * Assesses the effect of each change on the existing rows.
 * @throws {DatabaseError} if they cannot be read.
 */
export async function assessChanges(
  db: AnyKysely,
  changes: readonly SchemaChange[],
  dialect: TableDialect,
): Promise<readonly SchemaChange[]> {
  const assessed: SchemaChange[] = [];
  for (const change of changes) assessed.push(await assessChange(db, change, dialect));
  return assessed;
}

/**
 * Assesses the effect of a column change on the existing rows. It becomes an `alterWithLoss` if some values would
 * change, and a `decide` if a column to be made not null contains nulls. Other changes are returned as they are.
 * @throws {DatabaseError} if the rows cannot be read.
 */
export async function assessChange(
  db: AnyKysely,
  change: SchemaChange,
  dialect: TableDialect,
): Promise<SchemaChange> {
  const { altered, message } = change;
  if (altered === undefined) return change;
  const become = (kind: SchemaChange["kind"], found: FoundRows, effect: string): SchemaChange => ({
    ...change,
    kind,
    message: `${message} ${rowsOf(found)} ${effect}.`,
  });
  const have = ({ count }: FoundRows) => (count === 1 ? "has" : "have");
  try {
    const nulls = await findNulls(db, altered, dialect);
    if (nulls !== undefined) return become("decide", nulls, `${have(nulls)} no value: set one first`);
    const lost = altered.change.type ? await findLost(db, altered, dialect) : undefined;
    if (lost === undefined) return change;
    const remedy = remedies[altered.field.type];
    return remedy === undefined
      ? become("alterWithLoss", lost, `would lose ${whatIsLost(altered, dialect)}`)
      : become("decide", lost, `${have(lost)} ${remedy}`);
  } catch (error) {
    const reason = (error as Error).message.replace(/[.\s]*$/, "");
    throw new DatabaseError("unknown", `${message} Its values cannot be read: ${reason}.`, {
      cause: error,
    });
  }
}

/** What to do about values that no statement can convert. */
const remedies: Readonly<Partial<Record<FieldTypeName, string>>> = {
  native: "a value that only the database can convert: change the column yourself",
  enum: "a value that is not among them: change it first",
};

/** `3 rows (the first: id = 17)` */
function rowsOf({ count, example }: FoundRows): string {
  return `${count} ${count === 1 ? "row" : "rows"}${example === "" ? "" : ` (the first: ${example})`}`;
}

async function findNulls(
  db: AnyKysely,
  altered: AlteredColumn,
  dialect: TableDialect,
): Promise<FoundRows | undefined> {
  const { change, field } = altered;
  if (!change.nullability || field.isNullable) return undefined;
  return countRows(db, placeOf(altered), (column) => sql`${column} is null`, dialect);
}

async function findLost(
  db: AnyKysely,
  altered: AlteredColumn,
  dialect: TableDialect,
): Promise<FoundRows | undefined> {
  const { field, stored } = altered;
  const place = placeOf(altered);
  const from = plainType(stored, dialect);
  const countAll = () => countRows(db, place, (column) => sql`${column} is not null`, dialect);
  // Every value of an unknown type may be lost. Only the database knows which texts are values of a native type.
  if (from === undefined || field.type === "native") return countAll();
  if (from === "bytes" || field.type === "bytes") {
    // Bytes survive only as bytes, and in a type of fixed length only if they have that length.
    const isKept = from === field.type && field.storedAs === undefined;
    return isKept ? undefined : countAll();
  }
  if (fieldTypes[field.type].holdsText) {
    // A text column keeps its texts: a column that is longer is left unchanged, and only one that is too short is
    // changed.
    if (fieldTypes[from].holdsText) return undefined;
    const condition = dialect.schema.alter?.losesAsText(sql.id(place.column), stored, textLength(field));
    return condition === undefined ? undefined : countRows(db, place, () => sql`(${condition})`, dialect);
  }
  const conversion = { from, stored, field };
  if (isAlwaysLossless(conversion)) return undefined;
  return countValues(db, place, (text) => !isLossless(text, conversion, dialect), dialect);
}

/** The current name of the column: a planned rename may not be done yet. */
function placeOf({ entity, table, field, stored }: AlteredColumn): ColumnPlace {
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

/** The column's limit on text length: only a `string` has one. */
function textLength({ type, maxLength }: Field): number | undefined {
  return type === "string" ? maxLength : undefined;
}

function whatIsLost({ field, stored }: AlteredColumn, dialect: TableDialect): string {
  const from = plainType(stored, dialect);
  if (from === undefined) return "the value, or part of it";
  const length = textLength(field);
  if (length !== undefined) return `what is beyond ${length} characters`;
  if (from === "datetime" && field.type === "date") return "the time of day";
  if (from === "datetime" && field.type === "datetime") return "what is finer than a millisecond";
  if (isNumber(from) && isNumber(field.type)) return "digits, or have a number that does not fit";
  return "the value, or have one that cannot be converted";
}

function isNumber(type: FieldTypeName): boolean {
  return fieldTypes[type].aggregates === "all";
}
