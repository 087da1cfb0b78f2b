import { ts } from "ts-morph";

import { mergeChain } from "./merge-chain.js";
import type { Lists } from "./lists/list-plan.js";
import type { MergeContext } from "./merge-context.js";
import { readBlockUnits, readCommaUnits } from "./source/read-units.js";
import type { Range, ParsedSource } from "./source/source.js";
import type { Splice } from "./source/splice.js";
import type { UnitList } from "./source/unit.js";
import { each, mergeRange, isUntouched, type Edits, type Sources, type Versions } from "./source/versions.js";

type Nodes = Versions<ts.Node>;

/** Merges expressions, types and statements by their parts. Takes each part from the side that changed it. */
export function mergeNode(nodes: Nodes, sources: Sources, context: MergeContext): Edits {
  const { base, yours, next } = nodes;
  const ranges = each(nodes, (node, side) => rangeOf(sources[side], node));
  const whole = mergeRange(ranges);
  // If yours has another layout, as little as possible is printed anew.
  if (whole?.length === 0 || (whole && isUntouched(ranges))) return whole;
  const chain = mergeChain(nodes, sources, (lists, calls) => mergeNodes(lists, calls, sources, context));
  if (chain !== "none") return chain ?? whole;
  if (base.kind !== yours.kind || base.kind !== next.kind || isFormula(base)) return whole;
  return mergeParts(nodes, sources, context) ?? whole;
}

/** Whether combining halves of two versions would give a new expression that neither side wrote. */
function isFormula(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind !== ts.SyntaxKind.EqualsToken;
  return formulas.has(node.kind);
}

const formulas = new Set([
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.PrefixUnaryExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.ExpressionWithTypeArguments,
  ts.SyntaxKind.TypeReference,
  ts.SyntaxKind.TypeQuery,
  ts.SyntaxKind.UnionType,
  ts.SyntaxKind.ConditionalType,
  ts.SyntaxKind.MappedType,
]);

function rangeOf(source: ParsedSource, node: ts.Node): Range {
  return { source, start: node.getStart(source.file), end: node.end };
}

/** Merges the parts that all versions of a node have, and the tokens between them. */
function mergeParts(nodes: Nodes, sources: Sources, context: MergeContext): Edits {
  const parts = each(nodes, (node, side) => readParts(sources[side], node));
  const names = [...parts.base.keys()].filter((name) => parts.yours.has(name) && parts.next.has(name));
  if (names.length === 0) return undefined;
  const splices: Splice[] = [];
  let at = each(nodes, (node, side) => rangeOf(sources[side], node).start);
  const mergeGap = (to: Versions<number>): boolean => {
    const found = mergeRange(each(to, (end, side) => ({ source: sources[side], start: at[side], end })));
    splices.push(...(found ?? []));
    return found !== undefined;
  };
  for (const name of names) {
    const part = each(parts, (all) => all.get(name) as Part);
    const found = mergePart(part, nodes, sources, context);
    if (found === undefined || !mergeGap(each(part, ({ start }) => start))) return undefined;
    splices.push(...found);
    at = each(part, ({ end }) => end);
  }
  return mergeGap(each(nodes, ({ end }) => end)) ? splices : undefined;
}

interface Part {
  readonly node: ts.Node | undefined;
  readonly list: ts.NodeArray<ts.Node> | undefined;
  readonly start: number;
  readonly end: number;
}

/** The children of a node, by the names of their properties. */
function readParts(source: ParsedSource, node: ts.Node): ReadonlyMap<string, Part> {
  const names = new Map(Object.entries(node).map(([name, value]) => [value as unknown, name]));
  const parts = new Map<string, Part>();
  ts.forEachChild(
    node,
    (child) => {
      const { start, end } = rangeOf(source, child);
      parts.set(names.get(child) ?? "", { node: child, list: undefined, start, end });
    },
    (list) => {
      const start = list[0]?.getStart(source.file) ?? list.pos;
      parts.set(names.get(list) ?? "", { node: undefined, list, start, end: list.at(-1)?.end ?? start });
    },
  );
  return parts;
}

function mergePart(part: Versions<Part>, owners: Nodes, sources: Sources, context: MergeContext): Edits {
  const { base, yours, next } = part;
  if (base.node && yours.node && next.node)
    return mergeNode({ base: base.node, yours: yours.node, next: next.node }, sources, context);
  if (!base.list || !yours.list || !next.list) return undefined;
  if (context.done?.open === yours.list.pos) return context.done.splices;
  return mergeNodes({ base: base.list, yours: yours.list, next: next.list }, owners, sources, context);
}

/** Merges lists of nodes: members by name, statements and comma-separated items in order, others by index. */
function mergeNodes(
  lists: Versions<ts.NodeArray<ts.Node>>,
  owners: Nodes,
  sources: Sources,
  context: MergeContext,
): Edits {
  const ranges = each(lists, (list, side): Range => {
    const source = sources[side];
    return { source, start: list[0]?.getStart(source.file) ?? list.pos, end: list.at(-1)?.end ?? list.pos };
  });
  const whole = mergeRange(ranges);
  if (whole?.length === 0) return whole;
  const { base, yours, next } = each(owners, (owner, side) => readOwner(sources[side], owner, lists[side]));
  if (base && yours && next) return mergeUnits({ base, yours, next }, context) ?? whole;
  const isAlike = [lists.yours, lists.next].every(({ length }) => length === lists.base.length);
  if (!isAlike) return whole;
  const splices: Splice[] = [];
  for (const [index, node] of lists.base.entries()) {
    const nodes = each(lists, (list) => list[index] ?? node);
    const found = mergeNode(nodes, sources, context);
    if (found === undefined) return whole;
    splices.push(...found);
  }
  return splices;
}

function mergeUnits(lists: Lists, context: MergeContext): Edits {
  const outcome = context.mergeInside(lists, lists.base.kind === "members", "", {
    ...context,
    isNested: true,
  });
  return outcome.kind === "edits" ? outcome.splices : undefined;
}

const commaLists = new Set([
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.ArrayLiteralExpression,
  ts.SyntaxKind.ArrayBindingPattern,
  ts.SyntaxKind.ObjectBindingPattern,
  ts.SyntaxKind.TupleType,
]);

function readOwner(source: ParsedSource, owner: ts.Node, list: ts.NodeArray<ts.Node>): UnitList | undefined {
  if (
    ts.isBlock(owner) ||
    ts.isObjectLiteralExpression(owner) ||
    ts.isTypeLiteralNode(owner) ||
    ((ts.isClassLike(owner) || ts.isInterfaceDeclaration(owner)) && owner.members === list)
  )
    return readBlockUnits(source, owner);
  const isParameters = ts.isFunctionLike(owner) && owner.parameters === list;
  return isParameters || commaLists.has(owner.kind) ? readCommaUnits(source, list) : undefined;
}
