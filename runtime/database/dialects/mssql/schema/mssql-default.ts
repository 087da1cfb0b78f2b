import { sql } from "kysely";
import type { Sql } from "../../../sql/sql.js";
import { unicodeText } from "../mssql-names.js";
import { toHex } from "../../bytes-column.js";

/** `default …` */
export function mssqlDefault(value: unknown): Sql {
  return sql`default ${literal(value)}`;
}

function literal(value: unknown): Sql {
  if (value instanceof Uint8Array) return sql.raw(`0x${toHex(value)}`);
  if (typeof value === "string") return unicodeText(value);
  if (typeof value === "boolean") return sql.raw(value ? "1" : "0");
  return typeof value === "bigint" ? sql.raw(String(value)) : sql.lit(value);
}
