import { ts } from "ts-morph";

import { mergeSequence } from "./merge-sequence.js";
import { spelling, type Range, type ParsedSource } from "./source/source.js";
import type { Splice } from "./source/splice.js";
import {
  each,
  mergeRange,
  replaceRange,
  type Edits,
  type Sources,
  type Versions,
} from "./source/versions.js";

/** One step of a call chain, such as `.trim()`. */
interface Link extends Range {
  /** The end of the expression before the link. White space may follow. */
  readonly from: number;
  readonly key: string;
  readonly call: ts.CallExpression | undefined;
}

interface Chain {
  readonly root: ts.Expression;
  readonly links: readonly Link[];
  /**
   * The root and the names up to the first call. The following calls depend on it, so only chains with the
   * same subject are merged.
   */
  readonly subject: string | undefined;
}

type MergeArguments = (lists: Versions<ts.NodeArray<ts.Node>>, calls: Versions<ts.CallExpression>) => Edits;

/**
 * Merges a chain such as `field.string({ … }).trim()` call by call. If both sides add calls at the same place, both are
 * kept, yours first, because it was written for the expression before it. "none" if the nodes are not chains.
 */
export function mergeChain(
  nodes: Versions<ts.Node>,
  sources: Sources,
  mergeArguments: MergeArguments,
): Edits | "none" {
  const { base, yours, next } = each(nodes, (node, side) => readChain(sources[side], node));
  if (!base || !yours || !next) return "none";
  if (base.subject === undefined || base.subject !== yours.subject || base.subject !== next.subject)
    return undefined;
  const plan = mergeSequence(base.links, yours.links, next.links, spelling, true);
  if (!plan) return undefined;
  const splices: Splice[] = [];
  for (const link of plan.kept) {
    const found = mergeLink(link, mergeArguments);
    if (found === undefined) return undefined;
    splices.push(...found);
  }
  for (const { from, end } of plan.deleted) splices.push({ start: from, end, text: "" });
  for (const { unit, after } of plan.inserted) {
    const at = after?.end ?? yours.root.end;
    const { source, from, start } = after ?? yours.links[0] ?? unit;
    const { text } = replaceRange({ source: sources.yours, start: at, end: at }, unit);
    splices.push({ start: at, end: at, text: source.text.slice(from, start) + text });
  }
  return splices;
}

/** `undefined` if the expression is not a chain. */
function readChain(source: ParsedSource, node: ts.Node): Chain | undefined {
  const links: Link[] = [];
  let at = node;
  const add = (from: ts.Expression, key: string, call?: ts.CallExpression): void => {
    const start = skipSpace(source.text, from.end);
    links.unshift({ source, from: from.end, start, end: at.end, key, call });
    at = from;
  };
  for (;;) {
    if (ts.isCallExpression(at)) {
      const { expression: callee } = at;
      if (ts.isPropertyAccessExpression(callee)) add(callee.expression, `${callee.name.text}()`, at);
      else add(callee, "()", at);
    } else if (ts.isPropertyAccessExpression(at)) add(at.expression, at.name.text);
    else if (ts.isElementAccessExpression(at)) add(at.expression, "[]");
    else if (ts.isNonNullExpression(at)) add(at.expression, "!");
    else break;
  }
  if (!ts.isExpression(at) || links.length === 0) return undefined;
  const first = links.findIndex(({ call }) => call !== undefined);
  const names = links.slice(0, first + 1).map(({ key }) => key);
  const root = spelling({ source, start: at.getStart(source.file), end: at.end });
  return { root: at, links, subject: first === -1 ? undefined : [root, ...names].join("\u0001") };
}

function mergeLink(link: Versions<Link>, mergeArguments: MergeArguments): Edits {
  const whole = mergeRange(link);
  const { base, yours, next } = each(link, ({ call }) => call);
  if (
    whole ||
    !base ||
    !yours ||
    !next ||
    link.base.key !== link.yours.key ||
    link.base.key !== link.next.key
  )
    return whole;
  const calls = { base, yours, next };
  const lists = each(calls, (call) => call.arguments);
  const head = mergeRange(each(link, ({ source, start }, side) => ({ source, start, end: lists[side].pos })));
  const inside = mergeArguments(lists, calls);
  return head && inside && [...head, ...inside];
}

function skipSpace(text: string, from: number): number {
  return from + text.slice(from).search(/\S/);
}
