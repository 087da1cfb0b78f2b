import type { Options } from "prettier";

/** Prettier options; empty for the defaults. */
export type FormatOptions = Readonly<Options>;

/** Generated files always have LF and need no pragma, whatever the project's settings say. */
const fixed = { endOfLine: "lf", requirePragma: false, insertPragma: false } as const;

export async function formatCode(text: string, options: FormatOptions = {}): Promise<string> {
  // Imported late: it takes longer to load than most runs take in all.
  const prettier = await import("prettier");
  return prettier.format(text, { plugins: [], ...options, ...fixed, parser: "typescript" });
}

export async function formatJson(text: string, options: FormatOptions = {}): Promise<string> {
  const prettier = await import("prettier");
  return prettier.format(text, { ...options, ...fixed, plugins: [], parser: "json" });
}
