import { dialectFacts, dialectNames } from "../../model/settings/dialect-facts.js";
import { DURATION_FRACTION } from "../../model/values/duration.js";
import { fieldTypes } from "../../model/field-type.js";
import { itemType } from "../../model/values/list.js";
import type { DialectName } from "../../model/model.js";
import { hasType } from "../../model/values/native-types.js";
import { storedForm } from "../../model/values/stored-form.js";
import type { FieldConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import { fieldRule, type Mistake } from "./rule.js";
import { quoteAll } from "../../model/names.js";

const WITHOUT_TIME_TYPES = quoteAll(
  dialectNames.filter((name) => !dialectFacts[name].hasTimeTypes),
  " or ",
);

/** The database must be able to store all digits of a field, and `storedAs` must be a known form. */
export const keptDigits = fieldRule(function* (field, _, { database }) {
  if (database !== undefined) yield* tooManyDigits(field, database.dialect);
  yield* formMistakes(field, database?.dialect);
});

function* tooManyDigits(field: FieldConfig, dialect: DialectName): Iterable<Mistake> {
  if (field.precision === undefined && field.scale === undefined) return;
  const most = dialectFacts[dialect].digits;
  const { precision = 0, scale = 0 } = fieldLimits(field);
  const { hasSeconds } = fieldTypes[field.type === "list" ? itemType(field) : field.type];
  const fraction = field.type === "duration" ? DURATION_FRACTION : most.fraction;
  const mostDigits = hasSeconds ? fraction : most.precision;
  const keeps = `the dialect "${dialect}" keeps at most`;
  const what = hasSeconds ? "of a second" : "of a decimal";
  if (precision > mostDigits)
    yield ["precision", `found ${String(field.precision)}; ${keeps} ${mostDigits} digits ${what}.`];
  if (scale > most.scale && scale < Infinity)
    yield ["scale", `found ${scale}; ${keeps} ${most.scale} digits after the point.`];
}

function* formMistakes(
  { type, storedAs, precision }: FieldConfig,
  dialect: DialectName | undefined,
): Iterable<Mistake> {
  if (storedAs === undefined && type !== "native") return;
  const named = nativeNames(type, dialect);
  if (storedAs === undefined) {
    const other = `but the dialect "${dialect ?? ""}" has no types of its own: use another type.`;
    yield ["storedAs", named.length === 0 ? `is required, ${other}` : `is required: ${oneOf(named)}.`];
    return;
  }
  if (named.length > 0) {
    if (!hasType(named, storedAs))
      yield ["storedAs", `found ${JSON.stringify(storedAs)}; it must be ${oneOf(named)}.`];
    return;
  }
  const form = storedForm(storedAs);
  if (type !== "date" && type !== "datetime")
    yield [
      "storedAs",
      `${dialect === undefined ? "no dialect" : `the dialect "${dialect}"`} stores a field of type "${type}" in one way only.`,
    ];
  else if (dialect !== undefined && dialectFacts[dialect].hasTimeTypes)
    yield [
      "storedAs",
      `is for the dialect ${WITHOUT_TIME_TYPES} only: "${dialect}" has types of its own for it.`,
    ];
  else if (form === undefined) {
    const allowed =
      'a layout such as "YYYY-MM-DD HH:MM:SS", or one of "unix seconds", "unix milliseconds", "julian day" and "any"';
    yield ["storedAs", `found ${JSON.stringify(storedAs)}; it must be ${allowed}.`];
  } else if (type === "datetime" && form.kind === "layout" && form.separator === undefined)
    yield ["storedAs", 'a "datetime" needs a layout with a time, or the type "date".'];
  else if (precision !== undefined && form.kind !== "any")
    yield ["precision", 'remove it: "storedAs" already says how many digits a second has.'];
}

function nativeNames(type: FieldConfig["type"], dialect: DialectName | undefined): readonly string[] {
  const all = dialect === undefined ? Object.values(dialectFacts) : [dialectFacts[dialect]];
  return [...new Set(all.flatMap(({ nativeTypes }) => nativeTypes[type] ?? []))];
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? quoteAll(names) : `one of ${quoteAll(names)}`;
}
