import type { TableEntity } from "../../../model/model.js";
import { constraintName } from "../../schema/constraint-names.js";
import { indexesOf } from "../../schema/field-index.js";
import { findTable, sameName, sameNames } from "../../schema/stored/find-stored.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import type { StoredTable } from "../../schema/stored/stored-schema.js";

/**
 * Lists the indexes and foreign keys that have other names than migrations give them, each as a sentence: a migration
 * that removes one must name it as it is.
 */
export function findOtherNames(
  entities: readonly TableEntity[],
  stored: readonly StoredTable[],
  defaultSchema: string | undefined,
  dialect: TableDialect,
): readonly string[] {
  return entities.flatMap((entity) => {
    const table = findTable(entity, stored, defaultSchema);
    if (table === undefined) return [];
    const wanted = [
      ...entity.foreignKeys.map(({ fields }) => ({
        what: "foreign key",
        name: constraintName("fk", entity, fields, dialect.schema.maxNameLength),
        columns: fields.map(({ column }) => column),
        found: table.foreignKeys,
      })),
      ...indexesOf(entity, dialect).map(({ name, column }) => ({
        what: "index",
        name,
        columns: [column],
        found: table.indexes,
      })),
    ];
    return wanted.flatMap(({ what, name, columns, found }) => {
      const same = found.filter((each) => sameNames(each.columns, columns));
      const [other] = same;
      if (other === undefined || other.name === "" || same.some((each) => sameName(each.name, name)))
        return [];
      return [
        `The ${what} on "${entity.table}" (${columns.join(", ")}) is called "${other.name}", and not "${name}".`,
      ];
    });
  });
}
