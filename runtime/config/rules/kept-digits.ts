import type { ConfigProblem } from "../../errors/config-error.js";
import { DURATION_FRACTION } from "../../model/duration.js";
import { fieldTypes } from "../../model/field-type.js";
import { itemType } from "../../model/list.js";
import type { DialectName } from "../../model/model.js";
import { hasType, nativeTypes } from "../../model/native-types.js";
import { storedForm } from "../../model/stored-form.js";
import type { FieldConfig } from "../config.js";
import { fieldLimits } from "../field-limits.js";
import type { RuleInput } from "./rule.js";

/** The most digits that each database keeps: of a decimal, after its point, and of a second. */
const digits: Readonly<Record<DialectName, { precision: number; scale: number; fraction: number }>> = {
  mssql: { precision: 38, scale: 38, fraction: 7 },
  mysql: { precision: 65, scale: 30, fraction: 6 },
  postgres: { precision: Infinity, scale: Infinity, fraction: 6 },
  sqlite: { precision: Infinity, scale: Infinity, fraction: 9 },
};

/** The database must be able to store all digits of a field, and `storedAs` must be a known form. */
export function keptDigits(input: RuleInput): readonly ConfigProblem[] {
  const { dialect } = input.database ?? {};
  return input.fields.flatMap(({ field, path }) => [
    ...(dialect === undefined ? [] : tooManyDigits(field, dialect, path)),
    ...formMistake(field, dialect, path),
  ]);
}

function tooManyDigits(field: FieldConfig, dialect: DialectName, path: string): readonly ConfigProblem[] {
  if (field.precision === undefined && field.scale === undefined) return [];
  const most = digits[dialect];
  const { precision = 0, scale = 0 } = fieldLimits(field);
  const { hasSeconds } = fieldTypes[field.type === "list" ? itemType(field) : field.type];
  const fraction = field.type === "duration" ? DURATION_FRACTION : most.fraction;
  const mostDigits = hasSeconds ? fraction : most.precision;
  const what = hasSeconds ? "of a second" : "of a decimal";
  return [
    ...(precision > mostDigits
      ? [
          {
            path: `${path}.precision`,
            message: `found ${String(field.precision)}; the dialect "${dialect}" keeps at most ${mostDigits} digits ${what}.`,
          },
        ]
      : []),
    ...(scale > most.scale && scale < Infinity
      ? [
          {
            path: `${path}.scale`,
            message: `found ${scale}; the dialect "${dialect}" keeps at most ${most.scale} digits after the point.`,
          },
        ]
      : []),
  ];
}

function formMistake(
  { type, storedAs, precision }: FieldConfig,
  dialect: DialectName | undefined,
  path: string,
): readonly ConfigProblem[] {
  if (storedAs === undefined) return type === "native" ? nativeMistake(dialect, path) : [];
  const place = `${path}.storedAs`;
  const named = nativeNames(type, dialect);
  if (named.length > 0)
    return hasType(named, storedAs)
      ? []
      : [{ path: place, message: `found ${JSON.stringify(storedAs)}; it must be ${oneOf(named)}.` }];
  if (type !== "date" && type !== "datetime")
    return [
      {
        path: place,
        message: `${dialect === undefined ? "no dialect" : `the dialect "${dialect}"`} stores a field of type "${type}" in one way only.`,
      },
    ];
  if (dialect !== undefined && dialect !== "sqlite")
    return [
      { path: place, message: `is for the dialect "sqlite" only: "${dialect}" has types of its own for it.` },
    ];
  const form = storedForm(storedAs);
  if (form === undefined)
    return [
      {
        path: place,
        message: `found ${JSON.stringify(storedAs)}; it must be a layout such as "YYYY-MM-DD HH:MM:SS", or one of "unix seconds", "unix milliseconds", "julian day" and "any".`,
      },
    ];
  if (type === "datetime" && form.kind === "layout" && form.separator === undefined)
    return [{ path: place, message: 'a "datetime" needs a layout with a time, or the type "date".' }];
  return precision === undefined || form.kind === "any"
    ? []
    : [{ path: `${path}.precision`, message: 'leave it out: "storedAs" says how many digits a second has.' }];
}

/** The column types that a field of this type may name. */
function nativeNames(type: FieldConfig["type"], dialect: DialectName | undefined): readonly string[] {
  const types = dialect === undefined ? Object.values(nativeTypes) : [nativeTypes[dialect]];
  return [...new Set(types.flatMap((each) => each[type] ?? []))];
}

function oneOf(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length === 1 ? quoted.join("") : `one of ${quoted.join(", ")}`;
}

/** A `native` field says of which type its column is. */
function nativeMistake(dialect: DialectName | undefined, path: string): readonly ConfigProblem[] {
  const named = nativeNames("native", dialect);
  const message =
    named.length === 0
      ? `is required, but the dialect "${dialect ?? ""}" has no types of its own: use another type.`
      : `is required: ${oneOf(named)}.`;
  return [{ path: `${path}.storedAs`, message }];
}
