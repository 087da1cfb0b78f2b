import type { Options } from "prettier";

/** A text to format. Can be sent to a thread, unless a plugin of the options is an object. */
export interface Formatting {
  readonly text: string;
  readonly parser: "typescript" | "json";
  readonly options: Readonly<Options>;
}

/** Generated files always have LF and need no pragma, whatever the project's settings say. */
const fixed = { endOfLine: "lf", requirePragma: false, insertPragma: false } as const;

let last: Promise<unknown> = Promise.resolve();

/** Formats one text after the other: together, they would all be in memory as trees. */
export function formatText(formatting: Formatting): Promise<string> {
  const text = last.then(() => formatNow(formatting));
  last = text.catch(() => undefined);
  return text;
}

/**
 * Formats with the parts of Prettier that generated files need: they load in half the time of all. Its other parser of
 * TypeScript, `babel-ts`, gives the same text in three quarters of the time.
 */
async function formatNow({ text, parser, options }: Formatting): Promise<string> {
  // Imported late: it takes longer to load than most runs take in all.
  if (parser === "typescript" && (options.plugins ?? []).length > 0) {
    // Plugins may depend on the parser.
    const prettier = await import("prettier");
    return prettier.format(text, { ...options, ...fixed, parser });
  }
  const [prettier, ...plugins] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/babel"),
    import("prettier/plugins/estree"),
  ]);
  return prettier.format(text, {
    ...options,
    ...fixed,
    plugins,
    // Without the name, each text is searched for JSX.
    ...(parser === "json" ? { parser } : { parser: "babel-ts", filepath: "code.ts" }),
  });
}
