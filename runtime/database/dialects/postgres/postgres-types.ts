import type { CustomTypesConfig, FieldDef } from "pg";
import { parseStoredJson } from "../../../model/values/exact-json.js";
import { orItsText } from "../odd-values.js";

/** JSON that is nested too deep stays text. */
export const readJson: (text: string) => unknown = orItsText((text) => parseStoredJson(String(text)));

/** Converts bytes, which a session of this project has as `\\x00ff`. */
export function toBytes(text: string): Uint8Array {
  return Buffer.from(text.slice(2), "hex");
}

/** The parsers of types by their OIDs (src/include/catalog/pg_type.dat). */
const parsers = new Map<number, (text: string) => unknown>([
  [16, (text) => text === "t"], // bool
  [17, toBytes], // bytea
  [21, Number], // int2
  [23, Number], // int4
  [114, readJson], // json
  [700, Number], // float4
  [701, Number], // float8
  [1114, toIso], // timestamp
  [1184, toIso], // timestamptz
  [3802, readJson], // jsonb
]);
const REFCURSOR = 1790;
const same = (text: string): unknown => text;

/** Parses values from PostgreSQL. Values that a double or a `Date` would change stay text. */
export const postgresTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number) => parsers.get(oid) ?? same) as CustomTypesConfig["getTypeParser"],
};

/**
 * The positions of the columns that are cursors. If a name occurs twice, the last one: outputs are selected first.
 */
export function cursorsIn(fields: readonly FieldDef[]): readonly number[] {
  const last = new Map(fields.map(({ name }, place) => [name, place]));
  return fields.flatMap(({ name, dataTypeID }, place) =>
    dataTypeID === REFCURSOR && last.get(name) === place ? [place] : [],
  );
}

/**
 * Converts `2024-02-29 12:00:00.5+00`, as a session in UTC writes it. Times before the common era, after 9999
 * or infinite stay as they are.
 */
export function toIso(text: string): string {
  const [, day = "", time = "", fraction = ""] =
    /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00)?$/.exec(text) ?? [];
  return day === "" ? text : `${day}T${time}.${fraction.padEnd(3, "0")}Z`;
}
