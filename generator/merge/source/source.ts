import { ts } from "ts-morph";

import { readTokens, type Token } from "./token.js";

/** A parsed file: its text without byte order mark, its tree, its tokens and its layout. */
export interface ParsedSource {
  readonly text: string;
  readonly file: ts.SourceFile;
  readonly tokens: readonly Token[];
  readonly eol: "\n" | "\r\n";
  /** One level of indentation. */
  readonly indentUnit: string;
  /** Lines that begin inside a template literal, where white space is content. */
  readonly fixedLines: ReadonlySet<number>;
}

/** A stretch of a source. */
export interface Range {
  readonly source: ParsedSource;
  readonly start: number;
  readonly end: number;
  /** The position whose line has the indentation of the range. Default: its start. */
  readonly home?: number;
}

export function parseTypeScript(text: string): ts.SourceFile {
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  return ts.createSourceFile("file.ts", text, options, true, ts.ScriptKind.TS);
}

export function readSource(text: string): ParsedSource {
  const file = parseTypeScript(text);
  let tokens: readonly Token[] | undefined;
  let fixed: ReadonlySet<number> | undefined;
  return {
    text,
    file,
    eol: lineEndOf(text),
    indentUnit: indentUnitOf(text),
    // Lazy, because not every parsed file is merged.
    get tokens() {
      return (tokens ??= readTokens(file));
    },
    get fixedLines() {
      return (fixed ??= fixedLines(file, this.tokens));
    },
  };
}

/** The first syntax error; its line is 1-based. */
export function syntaxProblem(
  file: ts.SourceFile,
): { readonly line: number; readonly message: string } | undefined {
  // The public API exposes parse errors only through a Program, which would read the disk.
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  const [first] = parseDiagnostics;
  if (first === undefined) return undefined;
  return {
    line: file.getLineAndCharacterOfPosition(first.start).line + 1,
    message: ts.flattenDiagnosticMessageText(first.messageText, "\n"),
  };
}

export function lineEndOf(text: string): "\n" | "\r\n" {
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > text.split("\n").length - 1 ? "\r\n" : "\n";
}

export function lineStart(text: string, at: number): number {
  return text.lastIndexOf("\n", at - 1) + 1;
}

export function indentAt(text: string, at: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? "";
}

/** Whether the range shares its lines with nothing but white space. */
export function ownsItsLines(text: string, start: number, end: number): boolean {
  const after = text.indexOf("\n", end);
  return (
    text.slice(lineStart(text, start), start).trim() === "" &&
    text.slice(end, after === -1 ? text.length : after).trim() === ""
  );
}

export function hasBlankLine(gap: string): boolean {
  return /\n[ \t]*\r?\n/.test(gap);
}

/** The tokens of a range. The implicit end of a statement without semicolon belongs to the range that it ends. */
export function tokensIn(source: ParsedSource, start: number, end: number): readonly Token[] {
  const { tokens } = source;
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const found: Token[] = [];
  for (let at = low; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.start > end) break;
    if (token.end <= end && !(token.start === token.end && token.start === start)) found.push(token);
  }
  return found;
}

/** The tokens of a range as a comparable string. A semicolon at the very end is ignored. */
export function spelling({ source, start, end }: Range): string {
  const tokens = tokensIn(source, start, end);
  let last = tokens.length;
  while (last > 0 && tokens[last - 1]?.kind === "end") last--;
  return tokens
    .slice(0, last)
    .map((token) => token.text)
    .join("\u0001");
}

/** Whether two texts differ at most in formatting. Comments count. */
export function sameTokens(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [a, b].map((text) =>
    spelling({ source: readSource(text), start: 0, end: text.length }),
  );
  return left === right;
}

function indentUnitOf(text: string): string {
  let narrowest = Infinity;
  for (const [, indent = ""] of text.matchAll(/^([ \t]+)[^\s*]/gm)) {
    if (indent.startsWith("\t")) return "\t";
    if (indent.length > 1) narrowest = Math.min(narrowest, indent.length);
  }
  return " ".repeat(narrowest === Infinity ? 2 : narrowest);
}

function fixedLines(file: ts.SourceFile, tokens: readonly Token[]): ReadonlySet<number> {
  const fixed = new Set<number>();
  for (const token of tokens) {
    if (token.kind !== "code" || !token.text.includes("\n")) continue;
    const last = file.getLineAndCharacterOfPosition(token.end).line;
    for (let line = file.getLineAndCharacterOfPosition(token.start).line + 1; line <= last; line++)
      fixed.add(line);
  }
  return fixed;
}
