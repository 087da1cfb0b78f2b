import type { OnConflict, Reason, Warning } from "./merge-result.js";
import { renderConflict } from "./conflict-markers.js";
import { indentAt, lineStart, ownsItsLines, spelling } from "./source.js";
import { mergeBody, mergeLines, type Part } from "./merge-lines.js";
import { mergeLists } from "./merge-lists.js";
import type { Splice } from "./splice.js";
import { sameBytes, sameUnit, textLike, trailStart, type Block, type Unit } from "./unit.js";

export interface MergeContext {
  readonly onConflict: OnConflict;
  /** Whether a unit was deleted that people want back. */
  readonly isRestored: (unit: string) => boolean;
  readonly restores: boolean;
  /** Whether changes of both sides to one declaration are combined at all. */
  readonly combines: boolean;
}

/** What a merge does to yours, or that a person must decide about the whole unit. */
export type Outcome =
  | { readonly kind: "edits"; readonly splices: readonly Splice[]; readonly warnings: readonly Warning[] }
  | { readonly kind: "clash"; readonly reason: Reason };

const nothing = edits([]);
const bothChanged: Outcome = { kind: "clash", reason: "both-changed" };

/** The three versions of one unit, and its name. */
export interface Trio {
  readonly name: string;
  readonly base: Unit;
  readonly yours: Unit;
  readonly next: Unit;
}

/** Merges a unit that all three versions have: comment, head, block, tail and trailing comment each by itself. */
export function mergeUnit(trio: Trio, context: MergeContext): Outcome {
  const { base, yours, next } = trio;
  if (sameBytes(base, yours)) return edits(replaceUnit(yours, next));
  if (sameUnit(yours, next) || (sameUnit(base, next) && !context.restores)) return nothing;

  const blocks = matchingBlocks(base, yours, next);
  const merged: Outcome[] = [mergeComment(trio, context)];
  if (blocks === undefined) {
    merged.push(mergePart(trio, (unit) => [unit.codeStart, unit.codeEnd]));
  } else {
    const [inside, from, to] = blocks.asList
      ? [mergeInside(trio, context), (unit: Unit) => list(unit).open, (unit: Unit) => list(unit).close]
      : [mergeBlock(trio, context), (unit: Unit) => block(unit).start, (unit: Unit) => block(unit).end];
    const head = mergePart(trio, (unit) => [unit.codeStart, from(unit)]);
    const tail = mergePart(trio, (unit) => [to(unit), unit.codeEnd]);
    merged.push(blocks.asList ? settleHead(head, trio, context) : head, inside, tail);
  }
  merged.push(mergeTrail(trio));
  const outcome = join(merged);
  return outcome.kind === "edits" && !context.combines && combines(trio, outcome.splices)
    ? bothChanged
    : outcome;
}

function edits(splices: readonly Splice[], warnings: readonly Warning[] = []): Outcome {
  return { kind: "edits", splices, warnings };
}

/** Yours takes the new text, but for the separator, which depends on what follows. */
export function replaceUnit(yours: Unit, next: Unit): readonly Splice[] {
  const code = {
    start: yours.start,
    end: yours.codeEnd,
    text: textLike(next, next.start, next.codeEnd, yours),
  };
  const trail = takeTrail(yours, next);
  return [code, trail].filter(({ start, end, text }) => yours.source.text.slice(start, end) !== text);
}

type RangeOf = (unit: Unit) => readonly [start: number, end: number];

function mergePart({ base, yours, next }: Trio, range: RangeOf): Outcome {
  const spell = (unit: Unit): string => spelling(unit.source, ...range(unit));
  const [b, y, n] = [spell(base), spell(yours), spell(next)];
  if (y === n || b === n) return nothing;
  if (b !== y) return bothChanged;
  const [start, end] = range(yours);
  return edits([{ start, end, text: textLike(next, ...range(next), yours) }]);
}

function mergeComment(trio: Trio, context: MergeContext): Outcome {
  const range: RangeOf = (unit) => [unit.start, unit.codeStart];
  return orByLines(mergePart(trio, range), trio, range, mergeLines, context);
}

function mergeBlock(trio: Trio, context: MergeContext): Outcome {
  const range: RangeOf = (unit) => [block(unit).start, block(unit).end];
  return orByLines(mergePart(trio, range), trio, range, mergeBody, context);
}

function orByLines(
  outcome: Outcome,
  { base, yours, next }: Trio,
  range: RangeOf,
  merge: (base: Part, yours: Part, next: Part) => string | undefined,
  context: MergeContext,
): Outcome {
  if (outcome.kind === "edits" || !context.combines) return outcome;
  const part = (unit: Unit): Part => ({ unit, start: range(unit)[0], end: range(unit)[1] });
  const text = merge(part(base), part(yours), part(next));
  const [start, end] = range(yours);
  return text === undefined ? outcome : edits([{ start, end, text }]);
}

/** Between the braces of a list. If nobody touched it, the new text comes with its own layout. */
function mergeInside({ name, base, yours, next }: Trio, context: MergeContext): Outcome {
  const { open, close } = list(yours);
  const now = yours.source.text.slice(open, close);
  if (textLike(base, list(base).open, list(base).close, yours) === now) {
    const text = textLike(next, list(next).open, list(next).close, yours);
    return text === now ? nothing : edits([{ start: open, end: close, text }]);
  }
  return mergeLists({ base: list(base), yours: list(yours), next: list(next) }, name, context);
}

/** Two heads of one class need not hold up the merge of its members: the markers go around the head alone. */
function settleHead(head: Outcome, { name, base, yours, next }: Trio, context: MergeContext): Outcome {
  if (head.kind === "edits") return head;
  const { text } = yours.source;
  const end = list(yours).open;
  const take = (unit: Unit): string => textLike(unit, unit.codeStart, list(unit).open, yours);
  if (context.onConflict === "yours") return edits([], [keptYours(name)]);
  if (context.onConflict === "generated") {
    const splice = { start: yours.codeStart, end, text: take(next) };
    return edits([splice], [tookGenerated(name)]);
  }
  if (!ownsItsLines(text, yours.codeStart, end)) return head;
  const start = lineStart(text, yours.codeStart);
  const indent = indentAt(text, yours.codeStart);
  const versions = { yours: text.slice(start, end), base: indent + take(base), next: indent + take(next) };
  const conflict = { unit: name, reason: head.reason, yours: versions.yours, generated: versions.next };
  return edits([{ start, end, text: renderConflict(versions, yours.source.eol), conflict }]);
}

export function keptYours(unit: string): Warning {
  return { unit, message: "Both sides changed it; yours was kept and the generated change left out." };
}

export function tookGenerated(unit: string): Warning {
  return { unit, message: "Both sides changed it; the generated text replaced yours." };
}

function mergeTrail(trio: Trio): Outcome {
  const outcome = mergePart(trio, (unit) => [trailStart(unit), unit.end]);
  return outcome.kind === "edits" && outcome.splices.length > 0
    ? { ...outcome, splices: [takeTrail(trio.yours, trio.next)] }
    : outcome;
}

/** A line comment must not swallow what follows it in a list that yours has on one line. */
function takeTrail(yours: Unit, next: Unit): Splice {
  const { text, eol } = yours.source;
  const comment = textLike(next, trailStart(next), next.end, yours);
  const shared = !ownsItsLines(text, lineStart(text, yours.end), yours.end) && comment.includes("//");
  return { start: trailStart(yours), end: yours.end, text: shared ? comment + eol : comment };
}

function join(outcomes: readonly Outcome[]): Outcome {
  const splices: Splice[] = [];
  const warnings: Warning[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === "clash") return outcome;
    splices.push(...outcome.splices);
    warnings.push(...outcome.warnings);
  }
  return { kind: "edits", splices, warnings };
}

/** Whether splices change a declaration that people changed as well, other than inside its list. */
function combines({ base, yours, next }: Trio, splices: readonly Splice[]): boolean {
  if (sameUnit(base, yours)) return false;
  const inList = matchingBlocks(base, yours, next)?.asList === true;
  const outside = splices.filter(
    ({ start }) => !inList || start < list(yours).open || start >= list(yours).close,
  );
  return outside.length > 0;
}

/** The blocks of the three versions, if they are the same thing: lists of like parts or bodies. */
function matchingBlocks(base: Unit, yours: Unit, next: Unit): { readonly asList: boolean } | undefined {
  const [b, y, n] = [base.block, yours.block, next.block];
  if (!b || !y || !n || b.kind !== y.kind || b.kind !== n.kind) return undefined;
  if (b.kind === "body") return { asList: b.registers && n.registers };
  return corresponds(b, y) && corresponds(b, n) ? { asList: true } : undefined;
}

/** Guards against another object literal that stands where the known one stood. */
function corresponds(a: Block, b: Block): boolean {
  if (a.owner === b.owner) return true;
  const keys = new Set(b.list().units.map((unit) => unit.key));
  const { units } = a.list();
  return units.length > 0 && units.filter((unit) => keys.has(unit.key)).length * 2 >= units.length;
}

function block(unit: Unit): Block {
  if (unit.block === undefined) throw new Error(`"${unit.label}" has no block.`);
  return unit.block;
}

function list(unit: Unit): ReturnType<Block["list"]> {
  return block(unit).list();
}
