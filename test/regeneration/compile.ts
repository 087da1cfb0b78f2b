import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const compiler = path.join(root, "node_modules/typescript-7/bin/tsc");

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  target: "es2023",
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2023", "es2024.string"],
  types: ["node"],
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Compiles trees of files in one program, with the types of the built package. Returns the errors, each beginning with
 * the name of its tree.
 * @param options Compiler options that replace the usual ones.
 */
export function compileTrees(
  trees: ReadonlyMap<string, Readonly<Record<string, string>>>,
  options: Readonly<Record<string, unknown>> = {},
): readonly string[] {
  // Below the repository, so that imports of `data-api` resolve to this package.
  const parent = path.join(root, "test/.tmp");
  fs.mkdirSync(parent, { recursive: true });
  const home = fs.mkdtempSync(path.join(parent, "trees-"));
  try {
    const files = [...trees].flatMap(([name, tree]) =>
      Object.entries(tree)
        .filter(([file]) => /\.m?ts$/.test(file))
        .map(([file, text]) => write(home, path.join(name, file), text)),
    );
    write(
      home,
      "tsconfig.json",
      JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files }),
    );
    const errors = compile(home);
    // A syntax error hides all other errors.
    if (!errors.some((error) => /: error TS1\d{3}: /.test(error))) return errors;
    const broken = new Set(errors.map((error) => error.split("/")[0] ?? ""));
    const others = new Map([...trees].filter(([name]) => !broken.has(name)));
    return others.size < trees.size ? [...errors, ...compileTrees(others, options)] : errors;
  } finally {
    fs.rmSync(home, { recursive: true });
  }
}

function write(home: string, file: string, text: string): string {
  const place = path.join(home, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
  return file;
}

function compile(home: string): readonly string[] {
  const options = { cwd: home, encoding: "utf8", maxBuffer: 100_000_000 } as const;
  const { error, status, stdout, stderr } = spawnSync(process.execPath, [compiler, "-p", home], options);
  if (error !== undefined) throw error;
  if (status === 0) return [];
  const errors = stdout.split("\n").filter((line) => /^\S/.test(line));
  return errors.length > 0 ? errors : [`the compiler ended with ${String(status)}: ${stderr}`];
}
