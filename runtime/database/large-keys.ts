import { countsUp, type SchemaEntity } from "./schema/schema-entity.js";
import { sameName } from "./schema/stored/find-stored.js";

/** The largest value of an `int`. */
export const MAX_INT = 2_147_483_647;

/** A generated column whose next value exceeds an `int`. */
export interface LargeKey {
  /** `undefined` if the database has no schemas. */
  readonly schema?: string;
  readonly table: string;
  readonly column?: string;
  readonly next: string;
}

/** An entity whose field cannot hold the next key. */
export interface OverflowingKey {
  readonly entity: string;
  readonly field: string;
  readonly next: string;
}

/**
 * The keys of the entities that exceed an `int`, for example in a cluster whose servers have separate ranges of keys.
 */
export function overflowingKeys(
  entities: readonly SchemaEntity[],
  found: readonly LargeKey[],
  defaultSchema: string | undefined,
): readonly OverflowingKey[] {
  return entities.flatMap((entity) =>
    entity.keys
      .filter((field) => field.type === "int" && countsUp(entity, field))
      .flatMap((field) => {
        const large = found.find(
          ({ schema, table, column = field.column }) =>
            sameName(table, entity.table) &&
            sameName(column, field.column) &&
            (schema === undefined || sameName(schema, entity.schema ?? defaultSchema ?? "")),
        );
        return large === undefined ? [] : [{ entity: entity.name, field: field.name, next: large.next }];
      }),
  );
}
