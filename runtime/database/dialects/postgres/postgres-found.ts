import type { FieldTypeName } from "../../../model/field-type.js";
import { sql } from "kysely";
import { GIVEN, type UpdateExistingSyntax } from "../../sql/writes/write-syntax.js";
import { postgresPackedKeys } from "./postgres-packed-keys.js";

/** The columns whose values are equal if their texts are equal. Others ignore case or trailing spaces. */
const exact: Partial<Record<FieldTypeName, ReadonlySet<string>>> = {
  string: new Set(["varchar", "text"]),
  int: new Set(["int2", "int4"]),
  bigint: new Set(["int8"]),
  uuid: new Set(["uuid"]),
};

/** How PostgreSQL updates the existing records of a list in one statement. */
export const postgresFound: UpdateExistingSyntax = {
  identifies: ({ type }, storedType) => exact[type]?.has(storedType) === true,
  // A collation may treat different texts as equal (postgresql.org/docs/current/collation.html).
  isSame: (column, value, { type }) =>
    type === "string" ? sql`${column} collate "C" = ${value}` : undefined,
  update: ({ table, keys, select, names, place, listed, changes, where }) => {
    const columns = sql.join([...names, place]);
    const own = keys.map((key, index) => sql`${select(key)} as ${sql.id(`key ${index}`)}`);
    // `materialized`, for the reason at `updatedFrom`.
    const update = sql`with ${GIVEN} (${columns}) as materialized (${listed}), "written" as (update ${table} set ${changes} from ${GIVEN}${where} returning ${sql.join([sql`${GIVEN}.${place}`, ...own])})`;
    // A row for each record would cost the driver as much time as the values.
    return postgresPackedKeys.takes(keys)
      ? sql`${update} select array_agg(${place})::text, array_agg("key 0"::text)::text from "written"`
      : sql`${update} select * from "written"`;
  },
  fromRows: function* (rows, keys) {
    const [key] = keys;
    if (key === undefined || !postgresPackedKeys.takes(keys)) {
      for (const [place, ...own] of rows) yield [Number(place) - 1, own];
      return;
    }
    const [places, packed] = rows[0] ?? [];
    const found = postgresPackedKeys.fromRow([packed ?? null], key);
    let index = 0;
    for (const place of ((places ?? "{}") as string).slice(1, -1).split(",")) {
      const own = found[index++];
      if (own !== undefined) yield [Number(place) - 1, own];
    }
  },
};
