import { ts } from "ts-morph";

import type { OnConflict, Reason, Warning } from "./merge-result.js";
import { renderConflict } from "./conflict-markers.js";
import { indentAt, lineStart, ownsItsLines, parseText, spelling, syntaxProblem } from "./source.js";
import { mergeLines, type Part } from "./merge-lines.js";
import { mergeInside, type Lists } from "./merge-lists.js";
import { each, mergeNode, type Versions } from "./merge-node.js";
import { applySplices, type Splice } from "./splice.js";
import { sameBytes, sameUnit, textLike, trailStart, type Block, type Unit } from "./unit.js";
import { declaresTwice } from "./verify.js";

export interface MergeContext {
  readonly onConflict: OnConflict;
  /** Whether a unit was deleted that people want back. */
  readonly isRestored: (unit: string) => boolean;
  readonly restores: boolean;
  /** Whether changes of both sides to one declaration are combined at all. */
  readonly combines: boolean;
  /** Whether the unit is inside another one, around which the markers go. */
  readonly isNested?: boolean;
  /** The list inside the unit around that has been merged already, by the position where it opens in yours. */
  readonly done?: { readonly open: number; readonly splices: readonly Splice[] };
}

/** What a merge does to yours, or that a person must decide about the whole unit. */
export type Outcome =
  | { readonly kind: "edits"; readonly splices: readonly Splice[]; readonly warnings: readonly Warning[] }
  | Undecided;

export interface Undecided {
  readonly kind: "clash";
  readonly reason: Reason;
}

const nothing = edits([]);
export const bothChanged: Undecided = { kind: "clash", reason: "both-changed" };

/** The three versions of one unit, and its name. */
export interface Trio {
  readonly name: string;
  readonly base: Unit;
  readonly yours: Unit;
  readonly next: Unit;
}

/** Merges a unit that all three versions have: comment, code and trailing comment each by itself. */
export function mergeUnit(trio: Trio, context: MergeContext): Outcome {
  const { base, yours, next } = trio;
  if (sameBytes(base, yours)) return edits(replaceUnit(yours, next));
  if (sameUnit(yours, next) || (sameUnit(base, next) && !context.restores)) return nothing;

  const outcome = join([mergeComment(trio, context), mergeCode(trio, context), mergeTrail(trio)]);
  if (outcome.kind === "clash" || context.isNested || !combines(trio, outcome.splices)) return outcome;
  return context.combines && holds(yours, outcome.splices) ? outcome : bothChanged;
}

/** Head, block and tail each by itself, or else part by part as far down as both sides changed something. */
function mergeCode(trio: Trio, context: MergeContext): Outcome {
  const blocks = matchingBlocks(trio);
  const inside = blocks && mergeInside(blocks.lists, blocks.asList, trio.name, context);
  const ranges: RangeOf[] = blocks
    ? [(unit) => [unit.codeStart, list(unit).open], (unit) => [list(unit).close, unit.codeEnd]]
    : [(unit) => [unit.codeStart, unit.codeEnd]];
  const [head = nothing, tail = nothing] = ranges.map((range) => mergePart(trio, range));
  const byBlock = join([head, inside ?? nothing, tail]);
  // Where people have another layout, as little as possible is printed anew.
  const reprints = ranges.some((range) => mergePart(trio, range) !== nothing && !isUntouched(trio, range));
  if (!context.combines || (byBlock.kind === "edits" && !reprints)) return byBlock;
  const byNode = mergeNodes(trio, inside, context) ?? mergeStatementLines(trio, context);
  if (byNode || byBlock.kind === "edits" || !blocks?.asList) return byNode ?? byBlock;
  return join([settleHead(head, trio, context), inside ?? nothing, tail]);
}

function isUntouched({ base, yours }: Trio, range: RangeOf): boolean {
  return textLike(base, ...range(base), yours) === yours.source.text.slice(...range(yours));
}

/** Merges the trees. `inside`: what has come of the block already. */
function mergeNodes(trio: Trio, inside: Outcome | undefined, context: MergeContext): Outcome | undefined {
  const { base, yours, next } = trio;
  if (!base.node || !yours.node || !next.node || inside?.kind === "clash") return undefined;
  const done = inside ? { open: block(yours).start + 1, splices: inside.splices } : context.done;
  const nodes = { base: base.node, yours: yours.node, next: next.node };
  const splices = mergeNode(
    nodes,
    each(trio, ({ source }) => source),
    { ...context, ...(done && { done }) },
  );
  return splices && edits(splices, inside?.warnings);
}

/** The last resort, for a step that holds no others: a text of many lines, for example. */
function mergeStatementLines(trio: Trio, context: MergeContext): Outcome | undefined {
  const { node } = trio.yours;
  if (!context.isNested || node === undefined || !ts.isStatement(node) || holdsStatements(node))
    return undefined;
  const outcome = orByLines(bothChanged, trio, (unit) => [unit.codeStart, unit.codeEnd], context);
  return outcome.kind === "edits" ? outcome : undefined;
}

function holdsStatements(node: ts.Node): boolean {
  return ts.isBlock(node) || ts.forEachChild(node, (child) => holdsStatements(child) || undefined) === true;
}

/** Whether combined changes parse and declare nothing twice, whichever side conflicts inside are resolved to. */
function holds({ source }: Unit, splices: readonly Splice[]): boolean {
  return (["yours", "generated"] as const).every((side) => {
    const text = applySplices(source.text, splices, side);
    if (text === undefined) return false;
    const file = parseText(text);
    return syntaxProblem(file) === undefined && !declaresTwice(file);
  });
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
  return orByLines(mergePart(trio, range), trio, range, context);
}

function orByLines(
  outcome: Outcome,
  { base, yours, next }: Trio,
  range: RangeOf,
  context: MergeContext,
): Outcome {
  if (outcome.kind === "edits" || !context.combines) return outcome;
  const part = (unit: Unit): Part => ({ unit, start: range(unit)[0], end: range(unit)[1] });
  const text = mergeLines(part(base), part(yours), part(next));
  const [start, end] = range(yours);
  return text === undefined ? outcome : edits([{ start, end, text }]);
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
  const inList = matchingBlocks({ base, yours, next })?.asList === true;
  const outside = splices.filter(
    ({ start }) => !inList || start < list(yours).open || start >= list(yours).close,
  );
  return outside.length > 0;
}

/** The blocks of the three versions, if they are the same thing: lists of like parts or bodies. */
function matchingBlocks({
  base,
  yours,
  next,
}: Versions<Unit>): { asList: boolean; lists: Lists } | undefined {
  const [b, y, n] = [base.block, yours.block, next.block];
  if (!b || !y || !n || b.kind !== y.kind || b.kind !== n.kind) return undefined;
  const isBody = b.kind === "body";
  if (!isBody && !(corresponds(b, y) && corresponds(b, n))) return undefined;
  const lists = { base: b.list(), yours: y.list(), next: n.list() };
  return { asList: !isBody || (b.registers && n.registers), lists };
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
