import { diff3 } from "./diff3.js";
import { textLike } from "./source/indentation.js";
import { tokensIn, type Range } from "./source/source.js";
import { each, type Versions } from "./source/versions.js";

/** Merges line by line a range that both sides changed. `undefined` if both changed the same lines. */
export function mergeLines(ranges: Versions<Range>): string | undefined {
  const { yours, next } = ranges;
  const yourLines = yours.source.text.slice(yours.start, yours.end).split("\n");
  const nextLines = textLike(next, yours).split("\n");
  const keys = each(ranges, lineKeys);
  const merged: string[] = [];
  for (const chunk of diff3(keys.base, keys.yours, keys.next)) {
    if (chunk.kind === "clash") return undefined;
    const [lines, { from, to }] = chunk.kind === "next" ? [nextLines, chunk.next] : [yourLines, chunk.yours];
    merged.push(...lines.slice(from, to));
  }
  return merged.join("\n");
}

/** A key for each line, made of its tokens, so that lines that differ only in formatting are equal. */
function lineKeys({ source, start, end }: Range): readonly string[] {
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
