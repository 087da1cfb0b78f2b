import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { DumpError } from "../errors/dump-error.js";
import { fieldTypeNames } from "../model/field-type.js";
import type { Field } from "../model/model.js";

export const dumpFormats = ["ndjson", "csv"] as const;
export type DumpFormat = (typeof dumpFormats)[number];

const count = z.number().int().nonnegative();

/** A list of named items without duplicates: the rows of a duplicate would be written twice. */
function eachOnce<S extends z.ZodType<{ readonly name: string }>>(item: S) {
  return z.array(item).refine((items) => new Set(items.map(({ name }) => name)).size === items.length, {
    error: "names one twice",
  });
}

const file = z.strictObject({
  /** The entity, or `entity.field` for the table of a list. */
  name: z.string().regex(/^\w+(\.\w+)?$/),
  fields: eachOnce(z.strictObject({ name: z.string(), type: z.enum(fieldTypeNames) })).min(1),
  rows: count,
  bytes: count,
  /** Of the file, in hexadecimal. Without it, the content is not checked. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** When the snapshot of the rows began. */
  readAt: z.string(),
});

const manifest = z.strictObject({
  kind: z.literal("data-api export"),
  version: z.literal(1),
  format: z.enum(dumpFormats),
  escapesFormulas: z.boolean(),
  /** The database that the rows come from. */
  dialect: z.string(),
  isComplete: z.boolean(),
  files: eachOnce(file),
});

/** The contents of an export's folder. */
export type Manifest = Readonly<z.infer<typeof manifest>>;
/** A file with the rows of one table. */
export type DumpedFile = Manifest["files"][number];

const MANIFEST = "manifest.json";

/** The path of the file of a table. */
export function pathOf({ format }: Pick<Manifest, "format">, name: string, folder: string): string {
  return path.join(folder, `${name}.${format}`);
}

/** The fields of a table in the form of the manifest. */
export function dumpedFields(fields: readonly Field[]): DumpedFile["fields"] {
  return fields.map(({ name, type }) => ({ name, type }));
}

/** `undefined` if the folder has none. @throws {DumpError} if it cannot be read. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const place = path.join(folder, MANIFEST);
  if (!existsSync(place)) return undefined;
  const parsed = manifest.safeParse(parseJson(await readFile(place, "utf8"), place));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const member = issue?.path.join(".");
  throw new DumpError(
    `"${place}" is no manifest that this version can read: ${member === "" ? "" : `"${member}": `}${issue?.message}.`,
  );
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DumpError(`"${place}" is not JSON: ${(error as Error).message}.`);
  }
}

/** Replaces the manifest atomically, so that it is never incomplete. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const place = path.join(folder, MANIFEST);
  await rm(`${place}.part`, { force: true });
  await writeFile(`${place}.part`, `${JSON.stringify(content, undefined, 2)}\n`, CREATED_HERE);
  await rename(`${place}.part`, place);
}

/**
 * Only the operator may read the files, because the rows may contain hashes of passwords. An existing file would keep
 * its permissions, and a link would lead elsewhere, so both are rejected.
 */
export const CREATED_HERE = { mode: 0o600, flag: "wx" } as const;
