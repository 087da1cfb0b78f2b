import Sqlite from "better-sqlite3";
import type { FieldConfig } from "data-api";
import type { Cell, RawDialect } from "./raw-database.js";

type Value = bigint | number | string | Buffer | null;

/** Reads the values as stored in the file, with their types. */
export const rawSqlite: RawDialect = {
  open: ({ name = "" }) => {
    const file = new Sqlite(name, { readonly: true });
    return {
      rows: (sql) =>
        Promise.resolve(
          file
            .prepare<[], Value[]>(sql)
            .safeIntegers()
            .raw()
            .all()
            .map((row) => row.map(cellOf)),
        ),
      close: () => {
        file.close();
      },
    };
  },
  columns: `select m.name, p.name from sqlite_master m join pragma_table_xinfo(m.name) p
    where m.type in ('table', 'view') and m.name not like 'sqlite!_%' escape '!'`,
  quote: (name) => `"${name.replaceAll('"', '""')}"`,
  text: (column) => column,
  plain: (cell, field) => plain(...split(cell), field),
  odd: (cell, field) => {
    const [kind, text] = split(cell);
    if (kind === "blob") return `X'${text}'`;
    // As SQLite prints it: `1.0e+300`.
    return kind === "real" && field.type === "bigint" ? text.replace(/^(-?\d)e/, "$1.0e") : text;
  },
  compared,
  flag: (condition) => condition,
};

function cellOf(value: Value): Cell {
  if (value === null) return null;
  if (typeof value === "bigint") return `integer:${value}`;
  if (typeof value === "number") return `real:${Object.is(value, -0) ? "-0" : value}`;
  return typeof value === "string" ? `text:${value}` : `blob:${value.toString("hex").toUpperCase()}`;
}

function split(cell: string): [kind: string, text: string] {
  const colon = cell.indexOf(":");
  return [cell.slice(0, colon), cell.slice(colon + 1)];
}

/** The storage classes that are valid for each type; for all others, only text. */
const kinds: Readonly<Partial<Record<FieldConfig["type"], readonly string[]>>> = {
  int: ["integer", "real"],
  year: ["integer", "real"],
  bigint: ["integer"],
  float: ["integer", "real"],
  json: ["text", "integer", "real"],
  // Columns with some declared types store a numeric text as a number.
  text: ["text", "integer", "real"],
  string: ["text", "integer", "real"],
  bytes: ["blob"],
};

function plain(kind: string, text: string, field: FieldConfig): string | undefined {
  if (field.type === "date" || field.type === "datetime") return moment(kind, text, field);
  if (field.type === "boolean") return truth(kind, text, field);
  const right = kinds[field.type] ?? ["text"];
  if (!right.includes(kind)) return undefined;
  // A double cannot hold all integers.
  if (field.type === "float" && kind === "integer" && !Number.isSafeInteger(Number(text))) return undefined;
  return field.type === "float" && !Number.isFinite(Number(text)) ? undefined : text;
}

/** `1` or `0`, according to the field's stored form. */
function truth(kind: string, text: string, { storedAs = "1/0" }: FieldConfig): string | undefined {
  const place = storedAs.split("/").indexOf(text);
  const isNumber = storedAs === "1/0";
  return place === -1 || (kind === "integer") !== isNumber ? undefined : place === 0 ? "1" : "0";
}

const DAY = 86_400_000;

/** A date and time in UTC, `2024-02-29 12:00:00.123`, from any stored form. */
function moment(kind: string, text: string, { type, storedAs = "", zone }: FieldConfig): string | undefined {
  const end = zone === "none" ? "" : "Z";
  let found: string | undefined;
  if (kind === "text") {
    const [, day, clock = "00:00", second = "00", fraction = "0", offset = "Z"] =
      /^\s*(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?\s*([Zz]|[+-]\d\d:\d\d)?)?\s*$/.exec(
        text,
      ) ?? [];
    if (day === undefined) return undefined;
    const whole = Date.parse(`${day}T${clock}:${second}${offset.toUpperCase()}`);
    if (Number.isNaN(whole)) return undefined;
    found = `${new Date(whole).toISOString().slice(0, 19)}.${fraction}${end}`;
  } else if (kind === "integer" || kind === "real") {
    const time = millisecondsOf(Number(text), storedAs);
    const date = new Date(time);
    if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
    found = date.toISOString().slice(0, 23) + end;
  }
  if (found === undefined || type === "datetime") return found;
  return /T00:00:00\.0+/.test(found.replace(" ", "T")) ? found.slice(0, 10) : undefined;
}

function millisecondsOf(value: number, storedAs: string): number {
  const isAny = storedAs === "any" || storedAs === "";
  if (storedAs === "julian day" || (isAny && value >= 0 && value < 5_373_484.5))
    return Math.round((value - 2_440_587.5) * DAY);
  if (storedAs === "unix milliseconds" || (isAny && Math.abs(value) > 100_000_000_000)) return value;
  return Math.round(value * 1000);
}

function compared(column: string, { type, storedAs, values = [] }: FieldConfig): string | undefined {
  if (type === "enum") return placeOf(column, values as readonly string[]);
  if (type === "boolean" && storedAs !== undefined) return undefined;
  if ((type === "date" || type === "datetime") && /any|julian/.test(storedAs ?? "")) return undefined;
  return column;
}

/** An enum is stored as a text, which would not sort in the order of its values. */
function placeOf(column: string, values: readonly string[]): string {
  const places = values.map((value, index) => `when '${value.replaceAll("'", "''")}' then ${index}`);
  return `iif(${column} is null, null, case ${column} ${places.join(" ")} else ${values.length} end)`;
}
