import { textLike } from "./indentation.js";
import { spelling, type Range, type ParsedSource } from "./source.js";
import type { Splice } from "./splice.js";

/** The three versions of something. */
export interface Versions<T> {
  readonly base: T;
  readonly yours: T;
  readonly next: T;
}

export type Sources = Versions<ParsedSource>;

/** The changes to yours; `undefined` if the developer must decide. */
export type Edits = readonly Splice[] | undefined;

export function each<T, R>(
  { base, yours, next }: Versions<T>,
  map: (version: T, side: keyof Versions<T>) => R,
): Versions<R> {
  return { base: map(base, "base"), yours: map(yours, "yours"), next: map(next, "next") };
}

/** Merges a range by its tokens: takes the side that changed it. `undefined` if both did. */
export function mergeRange(ranges: Versions<Range>): Edits {
  const { base, yours, next } = each(ranges, spelling);
  if (yours === next || base === next) return [];
  return base === yours ? [replaceRange(ranges.yours, ranges.next)] : undefined;
}

export function replaceRange(yours: Range, next: Range): Splice {
  return { start: yours.start, end: yours.end, text: textLike(next, yours) };
}

/** Whether yours equals the base byte by byte, except for indentation and line ends. */
export function isUntouched({ base, yours }: Pick<Versions<Range>, "base" | "yours">): boolean {
  return textLike(base, yours) === yours.source.text.slice(yours.start, yours.end);
}
