import { commonPositions } from "../merge/diff3.js";
import { importedNames } from "../merge/imports/imports.js";
import { parseTypeScript, readSource, type ParsedSource } from "../merge/source/source.js";
import { applySplices } from "../merge/source/splice.js";
import type { Token } from "../merge/source/token.js";
import type { Names } from "./kinds.js";
import { findRenames, type FileRenames, type Words } from "./rename-code.js";

/** A line that was written by hand and was affected by a rename. */
export interface RenamedLine {
  /** 1-based. */
  readonly line: number;
  readonly before: string;
  /** `undefined` if the line was left as it is, because it may mean something else. */
  readonly after: string | undefined;
}

export interface RenamedFile {
  readonly text: string;
  readonly lines: readonly RenamedLine[];
}

/** Renames in a file, and lists the lines written by hand that were renamed or may still use a former name. */
export function renameFile(text: string, words: Words, names: Names, base: string): RenamedFile {
  const imported = new Set(importedNames(parseTypeScript(base)));
  const read = (of: string): ReadFile => {
    const source = readSource(of);
    const { renames, doubtful } = findRenames(source.file, words, names, imported);
    return { source, renames, doubtful };
  };
  const yours = read(text);
  const result = applySplices(text, yours.renames) ?? text;
  return { text: result, lines: text === base ? [] : listLines(yours, read(base), result, words) };
}

interface ReadFile extends FileRenames {
  readonly source: ParsedSource;
}

/** The lines written by hand where something was renamed or left. */
function listLines(yours: ReadFile, base: ReadFile, result: string, words: Words): readonly RenamedLine[] {
  const { source, renames, doubtful } = yours;
  const own = ownTokens(yours, base);
  const lineOf = (at: number): number => source.file.getLineAndCharacterOfPosition(at).line;
  const isOwn = (at: number): boolean => own.some(({ start, end }) => start <= at && at < end);
  const rewritten = new Set(renames.filter(({ start }) => isOwn(start)).map(({ start }) => lineOf(start)));
  const left = new Set(
    doubtful
      .map((node) => node.getStart(source.file))
      .filter(isOwn)
      .map(lineOf),
  );
  const mention = mentions(words);
  for (const { kind, start, end } of own) {
    const text = source.text.slice(start, end);
    if (kind !== "comment" && !/^["'`}]./s.test(text)) continue;
    for (const { index } of text.matchAll(mention)) {
      const at = start + index;
      if (!renames.some((rename) => rename.start <= at && at < rename.end)) left.add(lineOf(at));
    }
  }
  const [before, after] = [source.text.split("\n"), result.split("\n")];
  return [...new Set([...rewritten, ...left])]
    .sort((a, b) => a - b)
    .flatMap((line): RenamedLine[] => {
      const [old = "", now = ""] = [before[line]?.trim(), after[line]?.trim()];
      return [
        ...(rewritten.has(line) ? [{ line: line + 1, before: old, after: now }] : []),
        ...(left.has(line) ? [{ line: line + 1, before: now, after: undefined }] : []),
      ];
    });
}

/** The tokens that were not generated. Compared under their new names, because a base may already have them. */
function ownTokens(yours: ReadFile, base: ReadFile): readonly Token[] {
  const spell = ({ source, renames }: ReadFile): readonly string[] =>
    source.tokens.map((token) => {
      const rename = renames.find(({ start, end }) => token.start <= start && end <= token.end);
      if (rename === undefined) return token.text;
      return rename.start === token.start ? rename.text : JSON.stringify(rename.text);
    });
  const known = new Set(commonPositions(spell(base), spell(yours)));
  return yours.source.tokens.filter((_, index) => !known.has(index));
}

/** Matches the former names as whole words. */
function mentions(words: Words): RegExp {
  const names = [...words.keys()]
    .map((key) => key.slice(key.indexOf(":") + 1))
    .filter((name) => /^[\w$]+$/.test(name));
  return new RegExp(
    `(?<![\\w$])(?:${names.map((name) => name.replaceAll("$", "\\$")).join("|")})(?![\\w$])`,
    "g",
  );
}

/** The same lines in a later version of the text. */
export function moveLines(lines: readonly RenamedLine[], from: string, to: string): readonly RenamedLine[] {
  const trim = (text: string): readonly string[] => text.split("\n").map((line) => line.trim());
  const positions = commonPositions(trim(from), trim(to));
  return lines.map(({ line, ...rest }) => {
    let at = line - 1;
    while (at >= 0 && positions[at] === -1) at--;
    return { line: at < 0 ? line : (positions[at] ?? 0) + line - at, ...rest };
  });
}
