import { sql } from "kysely";
import type { CheckedJson } from "../../../condition/checked.js";
import { foldCase } from "../../../model/values/fold-case.js";
import type { SlotReader } from "../slot.js";
import type { TableContext } from "../sql-context.js";
import type { JsonSyntax, SqlDialect } from "../sql-dialect.js";
import type { Sql } from "../sql.js";
import { columnName } from "../table-name.js";
import { isSearch, textMatch } from "./text-match.js";

/**
 * Compares a value inside JSON. It is unknown if the value is missing or null. A value of another type is
 * neither equal, nor less or greater, nor does it contain anything.
 */
export function jsonToSql(
  condition: CheckedJson,
  read: SlotReader<CheckedJson>,
  { dialect, addSlot, table }: TableContext,
): Sql {
  const { field, path, operator, value, isNegated = false } = condition;
  const column = columnName(field, table.alias);
  const { json } = dialect;
  const isNot = (operator === "<>") !== isNegated;
  const keys = json.toKeys(path).map((_, index) => addSlot(keyReader(read, json, index), field));
  const found = json.value(column, keys, "any");
  if (value.type === "null") return isNot ? sql`${found} is not null` : sql`${found} is null`;
  const typed = json.value(column, keys, value.type);
  const holds = comparison(condition, typed, addSlot(valueReader(read, json), field), dialect);
  return isNot ? sql`(${found} is not null and (${typed} is null or not (${holds})))` : holds;
}

/** Compares with a value of the same type. `<>` compares as `=`. */
function comparison(
  { operator, value: { type }, ignoresCase = false }: CheckedJson,
  value: Sql,
  given: Sql,
  dialect: SqlDialect,
): Sql {
  if (type === "number") return sql`${value} ${orderOf(operator)} ${dialect.json.number(given)}`;
  const text = ignoresCase ? dialect.folded(value) : value;
  if (isSearch(operator)) return textMatch(operator, text, given, dialect);
  const { equals } = dialect.columns.text;
  const isEquality = operator === "=" || operator === "<>";
  return isEquality && equals !== undefined
    ? equals(text, given)
    : sql`${text} ${orderOf(operator)} ${given}`;
}

function orderOf(operator: CheckedJson["operator"]): Sql {
  return sql.raw(operator === "<>" ? "=" : operator);
}

// As in `condition-sql.ts`, readers are created in functions of their own.
function keyReader(
  read: SlotReader<CheckedJson>,
  { toKeys }: JsonSyntax,
  index: number,
): SlotReader<unknown> {
  return (source) => toKeys(read(source).path)[index];
}

function valueReader(read: SlotReader<CheckedJson>, { toNumber }: JsonSyntax): SlotReader<unknown> {
  return (source) => {
    const { value, ignoresCase = false } = read(source);
    switch (value.type) {
      case "text":
        return ignoresCase ? foldCase(value.text) : value.text;
      case "number":
        return toNumber(value.text);
      case "boolean":
        return String(value.isTrue);
      case "null":
        return null;
    }
  };
}
