import type { Options } from "prettier";

/** How Prettier is to format; empty for its defaults. */
export type FormatOptions = Readonly<Options>;

/** Generated files are always formatted, with LF, whatever the project's settings say. */
const fixed = { endOfLine: "lf", requirePragma: false, insertPragma: false } as const;

/** Formats generated code. */
export async function formatCode(text: string, options: FormatOptions = {}): Promise<string> {
  // Loaded late, because it takes longer to load than most runs need in all.
  const prettier = await import("prettier");
  return prettier.format(text, { plugins: [], ...options, ...fixed, parser: "typescript" });
}

/** Formats the JSON state files. */
export async function formatJson(text: string, options: FormatOptions = {}): Promise<string> {
  const prettier = await import("prettier");
  return prettier.format(text, { ...options, ...fixed, plugins: [], parser: "json" });
}
