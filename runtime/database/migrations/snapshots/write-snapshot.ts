import { toJsonText } from "../../../model/values/exact-json.js";
import type { SchemaSnapshot, SnapshotColumn, SnapshotTable } from "./schema-snapshot.js";

/**
 * The JSON of a snapshot, with a line for each column: a change of one column is a change of one line, and branches
 * that change different columns merge. The order of members is that of the snapshot, which is always the same.
 */
export function writeSnapshot({ version, previous, tables }: SchemaSnapshot): string {
  const written = tables.map(writeTable).join(",\n");
  return `{
  "version": ${version},
  "previous": ${JSON.stringify(previous)},
  "tables": [${written === "" ? "" : `\n${written}\n  `}]
}
`;
}

function writeTable({ table, schema, keys, columns, foreignKeys }: SnapshotTable): string {
  return `    {
      "table": ${JSON.stringify(table)},${schema === undefined ? "" : `\n      "schema": ${JSON.stringify(schema)},`}
      "keys": ${JSON.stringify(keys)},
      "columns": ${writeLines(columns.map(withWrittenSize))},
      "foreignKeys": ${writeLines(foreignKeys)}
    }`;
}

/** JSON has no number for the size of a decimal without limits. */
function withWrittenSize(column: SnapshotColumn): object {
  const { precision, scale } = column;
  return {
    ...column,
    ...(precision === Infinity && { precision: "unlimited" }),
    ...(scale === Infinity && { scale: "unlimited" }),
  };
}

function writeLines(values: readonly unknown[]): string {
  if (values.length === 0) return "[]";
  return `[\n${values.map((value) => `        ${toJsonText(value)}`).join(",\n")}\n      ]`;
}
