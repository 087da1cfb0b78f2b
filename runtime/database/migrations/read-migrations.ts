import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DialectName } from "../../model/model.js";
import { MigrationError, type Migration, type MigrationScript } from "./migration.js";
import { normalizedScript, parseScript } from "./scripts/parse-script.js";
import { parseSnapshot } from "./snapshots/parse-snapshot.js";
import type { SchemaSnapshot } from "./snapshots/schema-snapshot.js";
import type { ScriptSyntax } from "./scripts/script-tokens.js";

/** The properties of a database for reading migration files. */
export interface ScriptDialect {
  readonly name: DialectName;
  readonly script: ScriptSyntax;
}

const NAME = /^\d{14}_[a-z0-9]\w*$/i;

/**
 * Reads the migrations of a folder for one database, in their order.
 * @throws {MigrationError} with all mistakes in all of them.
 */
export async function readMigrations(folder: string, dialect: ScriptDialect): Promise<readonly Migration[]> {
  return readFolder(folder, (own) => readScript(own, dialect));
}

/**
 * Reads the snapshots of a folder, in the order of their migrations, without scripts. A missing folder has none.
 * @throws {MigrationError} with all mistakes in all of them.
 */
export async function readSnapshots(folder: string): Promise<readonly SnapshotFolder[]> {
  return existsSync(folder) ? readFolder(folder, () => Promise.resolve({})) : [];
}

type SnapshotFolder = Pick<Migration, "name" | "folder" | "snapshot">;

/** @param readRest Reads what else is needed of a migration, from its folder. */
async function readFolder<T extends object>(
  folder: string,
  readRest: (folder: string) => Promise<T>,
): Promise<readonly (SnapshotFolder & T)[]> {
  const found = await readNames(folder);
  const problems = found
    .filter((name) => !NAME.test(name))
    .map(
      (name) =>
        `${join(folder, name)}: The name of a migration is its time and a name, such as "20261123031000_add_notes".`,
    );
  const read = await Promise.all(
    found
      .filter((name) => NAME.test(name))
      .map(async (name) => {
        const own = join(folder, name);
        const mistakes: string[] = [];
        const snapshot = await attempt(readSnapshot(join(own, "snapshot.json")), mistakes);
        const rest = await attempt(readRest(own), mistakes);
        return { name, folder: own, snapshot, rest, mistakes };
      }),
  );
  problems.push(...read.flatMap(({ mistakes }) => mistakes), ...brokenOrder(read));
  if (problems.length > 0) throw new MigrationError(problems);
  return read.flatMap(({ name, folder: own, snapshot, rest }) =>
    snapshot === undefined || rest === undefined ? [] : [{ name, folder: own, snapshot, ...rest }],
  );
}

/** `undefined` after a mistake, which is added to the others. */
async function attempt<T>(work: Promise<T>, mistakes: string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    mistakes.push(...error.problems);
    return undefined;
  }
}

async function readNames(folder: string): Promise<readonly string[]> {
  const entries = await readOr(
    readdir(folder, { withFileTypes: true }),
    `There is no folder "${folder}" with migrations: "data-api migrate new" makes it, and "database.migrations" names another. It is looked for in the working directory.`,
    `The folder "${folder}" with migrations`,
  );
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .sort();
}

async function readScript(
  folder: string,
  dialect: ScriptDialect,
): Promise<Pick<Migration, "script" | "checksum">> {
  const path = join(folder, `${dialect.name}.sql`);
  const text = await readText(path, `"data-api migrate new" writes it`);
  const script = parseScript(path, text, dialect.script);
  return { script, checksum: await checksumOf(text, script) };
}

async function readSnapshot(path: string): Promise<SchemaSnapshot> {
  return parseSnapshot(path, await readText(path, "it is written and committed together with the scripts"));
}

/** SHA-256 of the script and of the files of its steps. */
async function checksumOf(text: string, { up, down }: MigrationScript): Promise<string> {
  const hash = createHash("sha256").update(normalizedScript(text));
  const files = [...up, ...down].flatMap((step) => (step.kind === "file" ? [step.path] : []));
  for (const path of new Set(files)) {
    const source = await readText(path, 'it is named by a line "-- data:" of the script');
    hash.update(`\0${basename(path)}\0`).update(normalizedScript(source));
  }
  return hash.digest("hex");
}

function readText(path: string, remark: string): Promise<string> {
  return readOr(readFile(path, "utf8"), `${path}: The file is missing: ${remark}.`, `${path}: The file`);
}

/** @throws {MigrationError} if it is missing, or cannot be read. */
async function readOr<T>(reading: Promise<T>, missing: string, what: string): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new MigrationError([code === "ENOENT" ? missing : `${what} cannot be read: ${message}.`], {
      cause: error,
    });
  }
}

/** Each migration must follow the one before it in the folder. */
function brokenOrder(
  read: readonly { readonly name: string; readonly snapshot: SchemaSnapshot | undefined }[],
): readonly string[] {
  return read.flatMap(({ name, snapshot }, index) => {
    const before = read[index - 1]?.name ?? null;
    if (snapshot === undefined || snapshot.previous === before) return [];
    const { previous } = snapshot;
    const order = `"${name}" ${previous === null ? "is a first migration" : `follows "${previous}"`}`;
    const rival = read.find((other) => other.name < name && other.snapshot?.previous === previous);
    if (rival !== undefined)
      return [
        `${order}, as "${rival.name}" does: two branches added a migration each. Set "${name}" aside, run "data-api migrate new" to make it again after "${before ?? ""}", and copy your own edits into it.`,
      ];
    if (previous !== null && !read.some((other) => other.name === previous))
      return [`${order}, which is not in the folder: restore it from version control.`];
    return [
      `${order}, and "${before ?? ""}" stands before it: names sort by their time, so that a migration must be newer than the one that it follows.`,
    ];
  });
}
