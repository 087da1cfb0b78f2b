import { createTwoFilesPatch } from "diff";

type Tree = Readonly<Record<string, string>>;

/**
 * The trees that a file is compared with. None may be the result of a merge, because its mistakes would be in both.
 */
export interface Bases {
  /** What the configuration generates now. */
  readonly generated: Tree;
  /** The same in the style of the tree, if its files were given one. */
  readonly styled: Tree;
  /** What the first configuration generates. */
  readonly first: Tree;
  /** The same after the first edits. */
  readonly edited: Tree;
}

/** What one file is compared with. */
interface Base {
  /** The path, and the tree if it is not the generated one. */
  readonly name: string;
  readonly text: string;
}

/**
 * How a tree differs from the generated one. A file is shown by its difference from the generated file, or, where that
 * is less than half as long, from another file of the bases with its path or its first line.
 */
export function compareTrees(
  tree: Tree,
  bases: Bases,
): { readonly lines: readonly string[]; readonly difference: string } {
  const lines: string[] = [];
  let difference = "";
  const files = new Set([...Object.keys(tree), ...Object.keys(bases.generated)]);
  for (const file of [...files].filter(isCompared).sort()) {
    const [now, generated] = [tree[file], bases.generated[file]];
    if (now === generated) continue;
    const word = now === undefined ? "missing" : generated === undefined ? "more" : "other";
    const others = now === undefined ? [] : basesOf(file, now, bases);
    const same = others.find(({ text }) => text === now);
    lines.push(`  ${word.padEnd(7)} ${file}${same === undefined ? "" : ` = ${same.name}`}`);
    if (now === undefined || same !== undefined || file.startsWith(".data-api/")) continue;
    difference += shortest(file, shorten(now, bases), { name: file, text: generated ?? "" }, others);
  }
  return { lines: lines.length === 0 ? ["  as generated"] : lines, difference };
}

/** States hold hashes of the generated code, so they are not compared. Their effect shows in later steps. */
function isCompared(file: string): boolean {
  return !file.startsWith(".data-api/state/");
}

function basesOf(file: string, now: string, bases: Bases): readonly Base[] {
  const mark = markOf(now);
  return Object.entries(bases).flatMap(([name, tree]: [string, Tree]) =>
    Object.entries(tree)
      .filter(([path, text]) => path === file || (mark !== undefined && markOf(text) === mark))
      .filter(([path]) => path === file || !path.startsWith(".data-api/"))
      .map(([path, text]) => ({ name: name === "generated" ? path : `${path} (${name})`, text })),
  );
}

/** The first line of a generated file, which names its entity and part. */
function markOf(text: string): string | undefined {
  return /^\uFEFF?(\/\/ @data-api .*?)\r?\n/.exec(text)?.[1];
}

function shortest(file: string, now: string, generated: Base, others: readonly Base[]): string {
  const own = patch(generated, file, now);
  const [nearest] = others.map((base) => patch(base, file, now)).toSorted((a, b) => a.length - b.length);
  return nearest !== undefined && nearest.length * 2 < own.length ? nearest : own;
}

function patch({ name, text }: Base, file: string, now: string): string {
  const from = text === "" ? "/dev/null" : `a/${name}`;
  const lines = createTwoFilesPatch(from, `b/${file}`, text, now, undefined, undefined, { context: 3 });
  return lines.replace(/^=+\n/, "");
}

const longParts = [
  // Deleted files in the output of a command.
  /(?<=^@@ -1,\d+ \+0,0 @@\n)(?:-(?!-- ).*\n){20,}/gm,
  // The sides of a conflict.
  /(?<=^\|{7} base\n)(?:(?!=).*\n){20,}(?==)/gm,
  /(?<=^={7}\n)(?:(?!>).*\n){20,}(?=>)/gm,
];

/** The text with the names of generated files instead of their long parts. */
export function shorten(text: string, { generated, first }: Pick<Bases, "generated" | "first">): string {
  return longParts.reduce(
    (left, pattern) =>
      left.replaceAll(pattern, (part) => {
        const lines = part.replaceAll(/^-/gm, "");
        for (const [name, tree] of Object.entries({ generated, first })) {
          const file = Object.keys(tree).find(
            (path) => !path.startsWith(".data-api/") && tree[path]?.includes(lines),
          );
          if (file !== undefined) return `… ${part.split("\n").length - 1} lines of ${file} (${name})\n`;
        }
        return part;
      }),
    text,
  );
}
