import { diff3 } from "./diff3.js";
import { moveText, placeAt } from "./indentation.js";
import { tokensIn } from "./source.js";
import type { Unit } from "./unit.js";

/** A range of one unit. */
export interface Part {
  readonly unit: Unit;
  readonly start: number;
  readonly end: number;
}

/** Merges line by line a range that both sides changed. `undefined` if both changed the same lines. */
export function mergeLines(base: Part, yours: Part, next: Part): string | undefined {
  const like = yours.unit;
  const place = placeAt(like.source, like.codeStart);
  const yourLines = like.source.text.slice(yours.start, yours.end).split("\n");
  const nextLines = moveText(next.unit.source, next.start, next.end, next.unit.codeStart, place).split("\n");
  const merged: string[] = [];
  for (const chunk of diff3(lineKeys(base), lineKeys(yours), lineKeys(next))) {
    if (chunk.kind === "clash") return undefined;
    const [lines, { from, to }] = chunk.kind === "next" ? [nextLines, chunk.next] : [yourLines, chunk.yours];
    merged.push(...lines.slice(from, to));
  }
  return merged.join("\n");
}

/** A key for each line, made of its tokens, so that lines that differ only in formatting are equal. */
function lineKeys({ unit: { source }, start, end }: Part): readonly string[] {
  const { line: first } = source.file.getLineAndCharacterOfPosition(start);
  const keys = source.text
    .slice(start, end)
    .split("\n")
    .map((raw, index) => (source.fixedLines.has(first + index) ? [raw.trimEnd()] : []));
  for (const token of tokensIn(source, start, end)) {
    const { line } = source.file.getLineAndCharacterOfPosition(token.start);
    // The following lines of a template literal are compared as they are written.
    const lines = token.text.split("\n");
    const spelled = token.kind === "comment" ? lines : lines.slice(0, 1);
    for (const [index, text] of spelled.entries()) keys[line - first + index]?.push(text);
  }
  return keys.map((key) => key.join("\u0001"));
}
