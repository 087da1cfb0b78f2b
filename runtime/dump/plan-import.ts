import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { DumpError } from "../errors/dump-error.js";
import { suggestion } from "../errors/nearest.js";
import type { Entity, Field, Model } from "../model/model.js";
import { tablesNamed, dumpedTables } from "./dumped-tables.js";
import { pathOf, readManifest, type DumpedFile, type DumpFormat, type Manifest } from "./manifest.js";
import { orderTables, type TableInOrder } from "./order-tables.js";

/** Large parts, because each costs a turn of the event loop, as long as it takes to hash 64 KB. */
const HASHED_BYTES = 1_048_576;

/** A table whose rows are in a file of the export. */
export interface PlannedTable extends TableInOrder {
  readonly file: DumpedFile;
  readonly path: string;
  /** The fields whose values are in the file. */
  readonly fields: readonly Field[];
}

export interface ImportPlan {
  readonly manifest: Manifest;
  /** In the order of their foreign keys. */
  readonly tables: readonly PlannedTable[];
}

export interface ImportPlanOptions {
  readonly folder: string;
  /** The entities. Default: all of the export. */
  readonly names: readonly string[] | undefined;
  /** Default: that of the manifest. */
  readonly format: DumpFormat | undefined;
}

/**
 * Compares an export with the configuration. Reads all of its files once, for their checksums.
 * @throws {DumpError} that lists what does not fit.
 */
export async function planImport(model: Model, options: ImportPlanOptions): Promise<ImportPlan> {
  const { folder } = options;
  const manifest = await readManifest(folder);
  if (manifest === undefined)
    throw new DumpError(
      `There is no export in "${folder}": it has no manifest.json. Name another folder with --from.`,
    );
  if (!manifest.isComplete)
    throw new DumpError(`The export in "${folder}" is not complete: go on with "data-api export --resume".`);
  if (options.format !== undefined && options.format !== manifest.format)
    throw new DumpError(
      `The export in "${folder}" has the format "${manifest.format}", not "${options.format}".`,
    );
  const files = tablesNamed(
    manifest.files,
    options.names,
    (name, all) =>
      `The export in "${folder}" has no entity "${name}".${suggestion(name, all)} It has: ${all.join(", ")}.`,
  );
  const known = dumpedTables(model);
  const problems: string[] = [];
  const found = files.flatMap((file) => {
    const table = known.find(({ name }) => name === file.name);
    if (table !== undefined) return [{ file, table }];
    problems.push(
      `"${file.name}" is no entity of the configuration that can be written.${suggestion(
        file.name,
        known.map(({ name }) => name),
      )} Leave it out by naming the others with --entity.`,
    );
    return [];
  });
  for (const { file, table } of found) problems.push(...fieldProblems(file, table));
  throwProblems(problems);
  for (const { file } of found)
    problems.push(...(await fileProblems(file, pathOf(manifest, file.name, folder))));
  throwProblems(problems);
  const tables = orderTables(found.map(({ table }) => table)).map((step) => {
    const file = found.find(({ table }) => table === step.table)?.file as DumpedFile;
    const fields = file.fields.map(
      ({ name }) => step.table.fields.find((field) => field.name === name) as Field,
    );
    return { ...step, file, fields, path: pathOf(manifest, file.name, folder) };
  });
  return { manifest, tables };
}

function throwProblems(problems: readonly string[]): void {
  if (problems.length > 0)
    throw new DumpError(
      ["The export does not fit:", ...problems.map((problem) => `  - ${problem}`)].join("\n"),
    );
}

function fieldProblems(file: DumpedFile, table: Entity): readonly string[] {
  const names = table.fields.map(({ name }) => name);
  const unknown = file.fields.flatMap(({ name }) =>
    names.includes(name)
      ? []
      : [`The entity "${table.name}" has no field "${name}".${suggestion(name, names)}`],
  );
  const given = new Set(file.fields.map(({ name }) => name));
  const missing = table.fields.flatMap((field) =>
    given.has(field.name) || !isNeeded(field)
      ? []
      : [`The file of "${table.name}" has no column "${field.name}", which must have a value.`],
  );
  return [...unknown, ...missing];
}

/** Whether the database would reject a row without it. */
function isNeeded({ isNullable, filledBy }: Field): boolean {
  return !isNullable && filledBy === undefined;
}

async function fileProblems({ bytes, sha256 }: DumpedFile, place: string): Promise<readonly string[]> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return [`There is no file "${place}".`];
  if (sha256 === undefined) return [];
  return found.size === bytes && (await hashOf(place)) === sha256
    ? []
    : [
        `"${place}" is not as it was exported: its checksum is another one. If you changed it, remove its "sha256" from manifest.json.`,
      ];
}

/** One buffer for all parts: a stream has a new one for each, which costs as much as to hash it. */
async function hashOf(place: string): Promise<string> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(HASHED_BYTES);
  const handle = await open(place);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
