import { commonPositions } from "../merge/diff3.js";
import { importedNames } from "../merge/names.js";
import { parseText, readSource } from "../merge/source.js";
import type { Token } from "../merge/token.js";
import type { Names } from "./kinds.js";
import { findRenames, type Rename, type Words } from "./rename-code.js";

/** A line of people's own code. */
export interface RenamedLine {
  /** 1-based. */
  readonly line: number;
  readonly before: string;
  /** Undefined: it was left as it is, because it may mean something else. */
  readonly after: string | undefined;
}

export interface RenamedFile {
  readonly text: string;
  readonly lines: readonly RenamedLine[];
}

/** Gives a file's things their new names, and tells what that did to what people have written, and what it left. */
export function renameFile(text: string, words: Words, names: Names, base: string): RenamedFile {
  const source = readSource(text);
  const { renames, doubtful } = findRenames(
    source.file,
    words,
    names,
    new Set(importedNames(parseText(base))),
  );
  const inOrder = renames.toSorted((a, b) => a.start - b.start);
  const result = applyRenames(text, inOrder);
  if (text === base) return { text: result, lines: [] };

  const isOwn = ownTokens(source.tokens, base);
  const lineOf = (at: number): number => source.file.getLineAndCharacterOfPosition(at).line;
  const isAny = (at: number): boolean =>
    source.tokens.some((token, index) => isOwn(index) && token.start <= at && at < token.end);
  const rewritten = new Set(inOrder.filter(({ start }) => isAny(start)).map(({ start }) => lineOf(start)));
  const left = new Set<number>();
  for (const node of doubtful) {
    const start = node.getStart(source.file);
    if (isAny(start)) left.add(lineOf(start));
  }
  const mention = mentions(words);
  for (const [index, token] of source.tokens.entries()) {
    const isText =
      token.kind === "comment" || (/^["'`}]/.test(text.charAt(token.start)) && token.text.length > 1);
    if (!isText || !isOwn(index)) continue;
    for (const { index: at } of text.slice(token.start, token.end).matchAll(mention)) {
      const place = token.start + at;
      if (!inOrder.some(({ start, end }) => start <= place && place < end)) left.add(lineOf(place));
    }
  }
  const [before, after] = [text.split("\n"), result.split("\n")];
  const lines = [...new Set([...rewritten, ...left])]
    .sort((a, b) => a - b)
    .flatMap((line): RenamedLine[] => {
      const [old = "", now = ""] = [before[line]?.trim(), after[line]?.trim()];
      return [
        ...(rewritten.has(line) ? [{ line: line + 1, before: old, after: now }] : []),
        ...(left.has(line) ? [{ line: line + 1, before: now, after: undefined }] : []),
      ];
    });
  return { text: result, lines };
}

function applyRenames(text: string, renames: readonly Rename[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text: name } of renames) {
    result += text.slice(at, start) + name;
    at = end;
  }
  return result + text.slice(at);
}

/** Which tokens the generator has not written. */
function ownTokens(tokens: readonly Token[], base: string): (index: number) => boolean {
  const spell = (all: readonly Token[]): readonly string[] => all.map(({ text }) => text);
  const known = new Set(commonPositions(spell(readSource(base).tokens), spell(tokens)));
  return (index) => !known.has(index);
}

/** The former names as words of a text. */
function mentions(words: Words): RegExp {
  const names = [...words.keys()]
    .map((key) => key.slice(key.indexOf(":") + 1))
    .filter((name) => /^[\w$]+$/.test(name));
  return new RegExp(
    `(?<![\\w$])(?:${names.map((name) => name.replaceAll("$", "\\$")).join("|")})(?![\\w$])`,
    "g",
  );
}

/** The lines where they stand in a later version of the text. */
export function moveLines(lines: readonly RenamedLine[], from: string, to: string): readonly RenamedLine[] {
  const trim = (text: string): readonly string[] => text.split("\n").map((line) => line.trim());
  const positions = commonPositions(trim(from), trim(to));
  return lines.map(({ line, ...rest }) => {
    let at = line - 1;
    while (at >= 0 && positions[at] === -1) at--;
    return { line: at < 0 ? line : (positions[at] ?? 0) + line - at, ...rest };
  });
}
