/**
 * Measures `data-api generate` for many entities. Each run is a new process, as in a build step. The budgets
 * apply to two cores.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ENTITIES = 1000;
const EDITED_FILES = 2000;
const cli = fileURLToPath(new URL("../../dist/generator/cli.js", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "data-api-bench-"));
try {
  writeConfig("100", 0);
  const rows = [
    row("first run", 30, [generate()]),
    row("no change", 1.5, times(5, generate)),
    row(
      "one entity changed",
      2,
      times(5, (round) => (writeConfig("100", round + 1), generate())),
    ),
  ];
  writeConfig("100", 0);
  generate();
  editFiles();
  writeConfig("120", 0);
  rows.push(row(`${EDITED_FILES} edited files, every entity changed`, 45, [generate()]));
  console.log([`${ENTITIES} entities, node ${process.version}`, ...rows].join("\n"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** `maxLength` applies to every title, `views` is the default of one entity. */
function writeConfig(maxLength: string, views: number): void {
  const entity = (isChanged: boolean) => ({
    fields: {
      title: { type: "string", isEditable: true, isRequired: true, maxLength: Number(maxLength) },
      content: { type: "richtext", isEditable: true, isRequired: true },
      views: { type: "int", isEditable: true, isRequired: false, default: isChanged ? views : 0 },
      price: { type: "decimal", isEditable: true, isRequired: false },
      published: { type: "datetime", isEditable: true, isRequired: false },
    },
    permissions: { read: ["guest"], create: ["guest"], update: ["guest"], delete: ["guest"] },
  });
  const entities = Array.from(
    { length: ENTITIES },
    (_, index) => [`entity${index}`, entity(index === 500)] as const,
  );
  const config = {
    database: { dialect: "sqlite", name: ":memory:" },
    entities: Object.fromEntries(entities),
  };
  writeFileSync(join(folder, "data-api.config.json"), JSON.stringify(config));
}

/** Returns the time in seconds. */
function generate(): number {
  const started = performance.now();
  execFileSync(process.execPath, [cli, "generate"], { cwd: folder, stdio: "ignore" });
  return (performance.now() - started) / 1000;
}

/** Edits a handler and a schema of half the entities. */
function editFiles(): void {
  const api = join(folder, "src/api");
  const entities = readdirSync(api).filter((name) => name.startsWith("entity"));
  for (const entity of entities.slice(0, EDITED_FILES / 2)) {
    edit(
      join(api, entity, `${entity}.routes.ts`),
      "kit.replyRecord(res, await repository.findById(id, grant));",
      "void id;\n    kit.replyRecord(res, await repository.findById(id, grant));",
    );
    edit(
      join(api, entity, `${entity}.schema.ts`),
      "price: field.decimal().nullable(),",
      "price: field.decimal().nullable().describe('net'),",
    );
  }
}

function edit(file: string, find: string, replacement: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.includes(find)) throw new Error(`${file} has no "${find}" to edit.`);
  writeFileSync(file, text.replace(find, replacement));
}

function times(count: number, run: (round: number) => number): readonly number[] {
  return Array.from({ length: count }, (_, round) => run(round));
}

function row(name: string, budget: number, seconds: readonly number[]): string {
  const median = [...seconds].sort((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? NaN;
  return `${name.padEnd(44)} ${median.toFixed(2).padStart(6)} s   budget ${budget.toFixed(1)} s`;
}
