import { literalText } from "../../../schema/literal-text.js";
import type { PartRow } from "../../../schema/stored/part-rows.js";
import type { StoredColumn } from "../../../schema/stored/stored-schema.js";

/** A row of information_schema.columns. */
export interface ColumnRow extends PartRow {
  readonly type: string;
  readonly fullType: string;
  readonly charset: string | null;
  readonly collation: string | null;
  readonly length: number | string | null;
  readonly precision: number | string | null;
  readonly scale: number | string | null;
  readonly fraction: number | string | null;
  readonly isNullable: string;
  readonly default: string | null;
  readonly extra: string;
  readonly expression: string | null;
  readonly privileges: string;
  readonly version: string;
}

/** `isJson`: whether a check allows only JSON, which is how MariaDB declares a JSON column. */
export function toStoredColumn(row: ColumnRow, isJson: boolean): StoredColumn {
  const { name, type, fullType, length, precision, scale, fraction, extra } = row;
  // A `longblob` has practically no limit.
  const hasLength = length !== null && /char|binary|blob|^set$/.test(type) && type !== "longblob";
  const isBytes = /binary|blob/.test(type);
  // MariaDB reports the null default of a nullable column as the text `NULL`.
  const filled = row.default === null || row.default === "NULL" ? undefined : row.default;
  // By the mode NO_ZERO_DATE, which keeps a new column that is not null from filling stored rows with this.
  const isRejected = /^(?:date|datetime|timestamp)$/i.test(type) && /^'?0000-00-00/.test(filled ?? "");
  return {
    name,
    type: isJson ? "json" : typeName(type, fullType),
    ...(hasLength && { length: Number(length) }),
    ...(type === "bit" && { length: Number(precision) }),
    ...(type === "decimal" && { precision: Number(precision), scale: Number(scale) }),
    ...(fraction !== null && { fraction: Number(fraction) }),
    ...(type === "datetime" && { zone: "none" as const }),
    ...(type === "year" && { holds: { type: "year", isNeeded: false } as const }),
    ...(type === "enum" && { values: Array.from(fullType.matchAll(QUOTED), ([, text = ""]) => plain(text)) }),
    declaration:
      row.charset === null
        ? fullType
        : `${fullType} character set ${row.charset} collate ${row.collation ?? row.charset}`,
    isNullable: row.isNullable === "YES",
    default: filled,
    defaultText: filled === undefined || isBytes ? undefined : defaultText(filled, row),
    ...(isRejected && { isDefaultRejected: true }),
    generated: /auto_increment/i.test(extra)
      ? "identity"
      : /generated/i.test(extra) && !/default_generated/i.test(extra)
        ? "computed"
        : undefined,
    ...(!/select/i.test(row.privileges) && { isUnreadable: true }),
  };
}

/** MariaDB reports every default as an expression. MySQL reports plain values, and marks expressions. */
function defaultText(filled: string, { extra, version }: ColumnRow): string | undefined {
  if (/mariadb/i.test(version)) {
    const [, quoted] = /^'(.*)'$/s.exec(filled) ?? [];
    return quoted === undefined ? literalText(filled) : plain(quoted);
  }
  return /default_generated/i.test(extra) || /^b'/.test(filled) ? undefined : filled;
}

const QUOTED = /'((?:[^'\\]|''|\\.)*)'/gs;
const ESCAPED: Readonly<Record<string, string>> = {
  "0": "\0",
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  Z: "\u001a",
};

function plain(quoted: string): string {
  return quoted.replace(/''|\\(.)/gs, (_, escaped?: string) =>
    escaped === undefined ? "'" : (ESCAPED[escaped] ?? escaped),
  );
}

/**
 * The type's name, with the attributes that change its values: `tinyint(1)` declares a boolean, and unsigned numbers
 * have a larger range.
 */
function typeName(type: string, fullType: string): string {
  if (/^tinyint\(1\)/i.test(fullType)) return "tinyint(1)";
  if (/^bit\(1\)/i.test(fullType)) return "bit(1)";
  return /unsigned/i.test(fullType) && /^(?:int|bigint)$/i.test(type) ? `${type} unsigned` : type;
}
