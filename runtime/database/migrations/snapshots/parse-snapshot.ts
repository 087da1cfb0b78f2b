import { z } from "zod";
import { parseStoredJson } from "../../../model/values/exact-json.js";
import { fieldTypeNames } from "../../../model/field-type.js";
import { zones } from "../../../model/values/field-value.js";
import { listItemTypes } from "../../../model/values/list.js";
import { MigrationError } from "../migration.js";
import type { SchemaSnapshot } from "./schema-snapshot.js";

const name = z.string().min(1);
const size = z.number().int().nonnegative();

const digits = z.union([size, z.literal("unlimited").transform(() => Infinity)]);

const column = z.strictObject({
  column: name,
  type: z.enum(fieldTypeNames),
  isNullable: z.boolean().optional(),
  countsUp: z.literal(true).optional(),
  isUnique: z.boolean().optional(),
  isIndexed: z.boolean().optional(),
  filledBy: z.enum(["default", "trigger"]).optional(),
  maxLength: size.optional(),
  precision: digits.optional(),
  scale: digits.optional(),
  zone: z.enum(zones).optional(),
  storedAs: z.string().optional(),
  of: z.enum(listItemTypes).optional(),
  values: z.array(z.union([z.string(), z.number()])).optional(),
  default: z.any().optional(),
});

const table = z
  .strictObject({
    table: name,
    schema: name.optional(),
    keys: z.array(name),
    columns: z.array(column),
    foreignKeys: z.array(
      z.strictObject({ columns: z.array(name).min(1), targetSchema: name.optional(), targetTable: name }),
    ),
  })
  .superRefine(({ keys, columns, foreignKeys }, context) => {
    const known = new Set(columns.map((each) => each.column));
    const unknown = [...keys, ...foreignKeys.flatMap((each) => each.columns)].find(
      (each) => !known.has(each),
    );
    if (unknown !== undefined)
      context.addIssue({ code: "custom", message: `the column "${unknown}" is not in "columns"` });
  });

const snapshot = z.strictObject({
  version: z.literal(1),
  previous: z.string().nullable(),
  tables: z.array(table),
});

/**
 * Parses a `snapshot.json`.
 * @param path Where it is, for messages.
 * @throws {MigrationError}
 */
export function parseSnapshot(path: string, written: string): SchemaSnapshot {
  // Some editors write a byte order mark.
  const text = written.replace(/^\uFEFF/, "");
  const marker = text.split("\n").findIndex((line) => /^(?:<{7}|={7}|>{7})(?: |\r?$)/.test(line));
  if (marker !== -1)
    throw new MigrationError([
      `${path}:${marker + 1}: A merge left its markers here. Keep the snapshot of one side, and write the migration of the other side again with "data-api migrate new".`,
    ]);
  const parsed = parseJson(path, text);
  const { version } = Object(parsed) as { readonly version?: unknown };
  if (version !== 1)
    throw new MigrationError([
      `${path}: The version of the snapshot is ${JSON.stringify(version)}, and this data-api knows only 1. Use the data-api that wrote it, or a later one.`,
    ]);
  const { error, data } = snapshot.safeParse(parsed);
  if (error === undefined) return data as SchemaSnapshot;
  const [issue] = error.issues;
  const place = (issue?.path ?? []).map(String).join(".");
  throw new MigrationError([
    `${path}: ${place === "" ? "" : `${place}: `}${issue?.message ?? "it is no snapshot"}. Take the file from version control again.`,
  ]);
}

/** @throws {MigrationError} if the text is not JSON. */
function parseJson(path: string, text: string): unknown {
  try {
    return parseStoredJson(text);
  } catch (error) {
    throw new MigrationError([
      `${path}: This is not JSON (${(error as Error).message}). Take the file from version control again.`,
    ]);
  }
}
