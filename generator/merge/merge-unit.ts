import { ts } from "ts-morph";

import type { Warning } from "./merge-result.js";
import { conflictSplice } from "./clash.js";
import { textLike } from "./source/indentation.js";
import {
  indentAt,
  lineStart,
  ownsItsLines,
  parseTypeScript,
  syntaxProblem,
  type Range,
} from "./source/source.js";
import { mergeLines } from "./merge-lines.js";
import type { Lists } from "./lists/list-plan.js";
import {
  bothChanged,
  edits,
  keptYours,
  tookGenerated,
  type MergeContext,
  type MergeOutcome,
  type Trio,
} from "./merge-context.js";
import { mergeNode } from "./merge-node.js";
import { applySplices, type Splice } from "./source/splice.js";
import { codeOf, rangeIn, sameBytes, sameUnit, trailOf, type Block, type Unit } from "./source/unit.js";
import { declaresTwice } from "./verify.js";
import { each, isUntouched, mergeRange, replaceRange, type Versions } from "./source/versions.js";

const nothing = edits([]);

/** Merges a unit that all versions have: its comment, its code and its trailing comment separately. */
export function mergeUnit(trio: Trio, context: MergeContext): MergeOutcome {
  const { base, yours, next } = trio;
  if (sameBytes(base, yours)) return edits(replaceUnit(yours, next));
  if (sameUnit(yours, next) || (sameUnit(base, next) && !context.restores)) return nothing;

  const outcome = join([mergeComment(trio, context), mergeCode(trio, context), mergeTrail(trio)]);
  if (outcome.kind === "clash" || context.isNested || !combines(trio, outcome.splices)) return outcome;
  return context.combines && holds(yours, outcome.splices) ? outcome : bothChanged;
}

/** Merges head, block and tail separately. If this clashes, merges node by node as deep as necessary. */
function mergeCode(trio: Trio, context: MergeContext): MergeOutcome {
  const blocks = matchingBlocks(trio);
  const inside = blocks && context.mergeInside(blocks.lists, blocks.asList, trio.name, context);
  const parts = (blocks ? [headOf, tailOf] : [bareCodeOf]).map((part) => each(trio, part));
  const [head = nothing, tail = nothing] = parts.map(mergePart);
  const byBlock = join([head, inside ?? nothing, tail]);
  // If yours has another layout, as little as possible is printed anew.
  const reprints = parts.some((part) => mergeRange(part)?.length !== 0 && !isUntouched(part));
  if (!context.combines || (byBlock.kind === "edits" && !reprints)) return byBlock;
  const byNode = mergeNodes(trio, inside, context) ?? mergeStatementLines(trio, context);
  if (byNode || byBlock.kind === "edits" || !blocks?.asList) return byNode ?? byBlock;
  return join([settleHead(head, trio, context), inside ?? nothing, tail]);
}

/** The code without the comment that touches it. */
function bareCodeOf(unit: Unit): Range {
  return rangeIn(unit, unit.codeStart, unit.codeEnd);
}

/** The code before the block. */
function headOf(unit: Unit): Range {
  return rangeIn(unit, unit.codeStart, list(unit).open);
}

/** The code after the block. */
function tailOf(unit: Unit): Range {
  return rangeIn(unit, list(unit).close, unit.codeEnd);
}

/** Merges the syntax trees. @param inside The result of merging the block. */
function mergeNodes(
  trio: Trio,
  inside: MergeOutcome | undefined,
  context: MergeContext,
): MergeOutcome | undefined {
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

/** The last resort for a statement without inner ones, such as a long text: merges line by line. */
function mergeStatementLines(trio: Trio, context: MergeContext): MergeOutcome | undefined {
  const { node } = trio.yours;
  if (!context.isNested || node === undefined || !ts.isStatement(node) || holdsStatements(node))
    return undefined;
  const outcome = orByLines(bothChanged, each(trio, bareCodeOf), context);
  return outcome.kind === "edits" ? outcome : undefined;
}

function holdsStatements(node: ts.Node): boolean {
  return ts.isBlock(node) || ts.forEachChild(node, (child) => holdsStatements(child) || undefined) === true;
}

/** Whether the combined changes parse and declare no name twice, with inner conflicts resolved to either side. */
function holds({ source }: Unit, splices: readonly Splice[]): boolean {
  return (["yours", "generated"] as const).every((side) => {
    const text = applySplices(source.text, splices, side);
    if (text === undefined) return false;
    const file = parseTypeScript(text);
    return syntaxProblem(file) === undefined && !declaresTwice(file);
  });
}

/** Replaces yours with the new text. Its separator stays, because it depends on the next unit. */
export function replaceUnit(yours: Unit, next: Unit): readonly Splice[] {
  return [replaceRange(codeOf(yours), codeOf(next)), takeTrail(yours, next)].filter(
    ({ start, end, text }) => yours.source.text.slice(start, end) !== text,
  );
}

function mergePart(ranges: Versions<Range>): MergeOutcome {
  const splices = mergeRange(ranges);
  return splices === undefined ? bothChanged : edits(splices);
}

function mergeComment(trio: Trio, context: MergeContext): MergeOutcome {
  const comments = each(trio, (unit) => rangeIn(unit, unit.start, unit.codeStart));
  return orByLines(mergePart(comments), comments, context);
}

function orByLines(outcome: MergeOutcome, ranges: Versions<Range>, context: MergeContext): MergeOutcome {
  if (outcome.kind === "edits" || !context.combines) return outcome;
  const text = mergeLines(ranges);
  const { start, end } = ranges.yours;
  return text === undefined ? outcome : edits([{ start, end, text }]);
}

/** Puts markers around the head of a declaration only, so that its members can still be merged. */
function settleHead(
  head: MergeOutcome,
  { name, base, yours, next }: Trio,
  context: MergeContext,
): MergeOutcome {
  if (head.kind === "edits") return head;
  const { text, eol } = yours.source;
  const own = headOf(yours);
  if (context.onConflict === "yours") return edits([], [keptYours(name)]);
  if (context.onConflict === "generated")
    return edits([replaceRange(own, headOf(next))], [tookGenerated(name)]);
  if (!ownsItsLines(text, own.start, own.end)) return head;
  const range = { start: lineStart(text, own.start), end: own.end };
  const like = (unit: Unit): string => indentAt(text, own.start) + textLike(headOf(unit), own);
  const versions = { yours: text.slice(range.start, range.end), base: like(base), next: like(next) };
  return edits([conflictSplice(range, versions, { name, reason: head.reason }, eol)]);
}

function mergeTrail(trio: Trio): MergeOutcome {
  const outcome = mergePart(each(trio, trailOf));
  return outcome.kind === "edits" && outcome.splices.length > 0
    ? { ...outcome, splices: [takeTrail(trio.yours, trio.next)] }
    : outcome;
}

/** In a list on one line, a line comment is followed by a line end, so that it does not comment out the rest. */
function takeTrail(yours: Unit, next: Unit): Splice {
  const { text, eol } = yours.source;
  const splice = replaceRange(trailOf(yours), trailOf(next));
  const shared = !ownsItsLines(text, lineStart(text, yours.end), yours.end) && splice.text.includes("//");
  return shared ? { ...splice, text: splice.text + eol } : splice;
}

function join(outcomes: readonly MergeOutcome[]): MergeOutcome {
  const splices: Splice[] = [];
  const warnings: Warning[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind === "clash") return outcome;
    splices.push(...outcome.splices);
    warnings.push(...outcome.warnings);
  }
  return edits(splices, warnings);
}

/** Whether the splices change a declaration that was also edited by hand, outside of its list. */
function combines({ base, yours, next }: Trio, splices: readonly Splice[]): boolean {
  if (sameUnit(base, yours)) return false;
  const inList = matchingBlocks({ base, yours, next })?.asList === true;
  const outside = splices.filter(
    ({ start }) => !inList || start < list(yours).open || start >= list(yours).close,
  );
  return outside.length > 0;
}

/** The blocks of the three versions, if they correspond. */
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

/** Prevents a merge with a different object literal at the same place. */
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
