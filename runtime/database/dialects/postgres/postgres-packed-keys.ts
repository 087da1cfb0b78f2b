import type { FieldTypeName } from "../../../model/field-type.js";
import { sql } from "kysely";
import type { PackedKeys } from "../../sql/writes/write-syntax.js";

/** Types whose values have no quotes in the text of an array. */
const packable: ReadonlySet<FieldTypeName> = new Set(["int", "bigint", "uuid"]);

/** Keys as the text of an array: `{1,2,3}`. */
export const postgresPackedKeys: PackedKeys = {
  takes: (keys) => keys.length === 1 && keys.every(({ type }) => packable.has(type)),
  toSql: (write) =>
    sql`with "written keys" ("key") as (${write}) select array_agg("key"::text)::text from "written keys"`,
  fromRow: ([text], { type }) => {
    if (text === null) return [];
    const keys = (text as string).slice(1, -1).split(",");
    return keys.map((key) => [type === "int" ? Number(key) : key]);
  },
};
