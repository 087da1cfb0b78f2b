import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DialectName } from "../../model/model.js";
import { MigrationError } from "./migration-error.js";
import type { Migration, MigrationScript } from "./migration.js";
import { normalizedScript, parseScript } from "./scripts/parse-script.js";
import { parseSnapshot } from "./snapshots/parse-snapshot.js";
import type { SchemaSnapshot } from "./snapshots/schema-snapshot.js";
import type { ScriptSyntax } from "./scripts/script-syntax.js";

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
  const { names, problems } = checkNames(folder, await readNames(folder));
  const read = await Promise.all(names.map((name) => readMigration(join(folder, name), dialect)));
  problems.push(...read.flatMap((each) => each.problems), ...brokenOrder(read));
  const migrations = read.flatMap(({ migration }) => migration ?? []);
  if (problems.length > 0) throw new MigrationError(problems);
  return migrations;
}

/**
 * Reads the snapshots of a folder, in the order of their migrations, without scripts. A missing folder has none.
 * @throws {MigrationError} with all mistakes in all of them.
 */
export async function readSnapshots(
  folder: string,
): Promise<readonly Pick<Migration, "name" | "folder" | "snapshot">[]> {
  if (!existsSync(folder)) return [];
  const { names, problems } = checkNames(folder, await readNames(folder));
  const read = await Promise.all(
    names.map(async (name) => ({
      name,
      folder: join(folder, name),
      ...(await attemptSnapshot(join(folder, name))),
    })),
  );
  problems.push(...read.flatMap((each) => each.problems), ...brokenOrder(read));
  if (problems.length > 0) throw new MigrationError(problems);
  return read.flatMap(({ name, folder: own, snapshot }) =>
    snapshot === undefined ? [] : [{ name, folder: own, snapshot }],
  );
}

async function attemptSnapshot(folder: string) {
  try {
    return { snapshot: await readSnapshot(join(folder, "snapshot.json")), problems: [] };
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return { snapshot: undefined, problems: error.problems };
  }
}

function checkNames(folder: string, found: readonly string[]) {
  const problems = found
    .filter((name) => !NAME.test(name))
    .map(
      (name) =>
        `${join(folder, name)}: The name of a migration is its time and a name, such as "20261123031000_add_notes".`,
    );
  return { names: found.filter((name) => NAME.test(name)), problems };
}

async function readNames(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    throw new MigrationError(
      [
        (error as NodeJS.ErrnoException).code === "ENOENT"
          ? `There is no folder "${folder}" with migrations: "data-api migrate new" makes it, and "database.migrations" names another. It is looked for in the working directory.`
          : `The folder "${folder}" with migrations cannot be read: ${(error as Error).message}.`,
      ],
      { cause: error },
    );
  }
}

interface ReadMigration {
  readonly name: string;
  readonly problems: readonly string[];
  readonly snapshot: SchemaSnapshot | undefined;
  readonly migration: Migration | undefined;
}

async function readMigration(folder: string, dialect: ScriptDialect): Promise<ReadMigration> {
  const name = basename(folder);
  const problems: string[] = [];
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MigrationError)) throw error;
      problems.push(...error.problems);
      return undefined;
    }
  };
  const path = join(folder, `${dialect.name}.sql`);
  const snapshot = await attempt(async () => readSnapshot(join(folder, "snapshot.json")));
  const text = await attempt(async () => readText(path, `"data-api migrate new" writes it`));
  const script =
    text === undefined
      ? undefined
      : await attempt(() => Promise.resolve(parseScript(path, text, dialect.script)));
  const checksum =
    text === undefined || script === undefined ? undefined : await attempt(() => checksumOf(text, script));
  const migration =
    snapshot === undefined || script === undefined || checksum === undefined
      ? undefined
      : { name, folder, snapshot, script, checksum };
  return { name, problems, snapshot, migration };
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

async function readText(path: string, remark: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new MigrationError(
      [
        isMissing
          ? `${path}: The file is missing: ${remark}.`
          : `${path}: The file cannot be read: ${(error as Error).message}.`,
      ],
      { cause: error },
    );
  }
}

/** Each migration must follow the one before it in the folder. */
function brokenOrder(read: readonly Pick<ReadMigration, "name" | "snapshot">[]): readonly string[] {
  return read.flatMap(({ name, snapshot }, index) => {
    if (snapshot === undefined) return [];
    const { previous } = snapshot;
    const before = read[index - 1];
    if (previous === (before?.name ?? null)) return [];
    return [`"${name}" ${followed(previous, read, before?.name, name)}`];
  });
}

function followed(
  previous: string | null,
  read: readonly Pick<ReadMigration, "name" | "snapshot">[],
  before: string | undefined,
  name: string,
): string {
  const rival = read.find((other) => other.name < name && other.snapshot?.previous === previous);
  const after = previous === null ? "is a first migration" : `follows "${previous}"`;
  if (rival !== undefined)
    return `${after}, as "${rival.name}" does: two branches added a migration each. Set "${name}" aside, run "data-api migrate new" to make it again after "${before ?? ""}", and copy your own edits into it.`;
  if (previous !== null && !read.some((other) => other.name === previous))
    return `${after}, which is not in the folder: restore it from version control.`;
  return `${after}, and "${before ?? ""}" stands before it: names sort by their time, so that a migration must be newer than the one that it follows.`;
}
