import { ts } from "ts-morph";

import { describeNode, shortened } from "./describe-node.js";
import { findBlock, isBody, type BlockNode } from "./find-block.js";
import { hasBlankLine, spelling, tokensIn, type ParsedSource } from "./source.js";
import type { Token } from "./token.js";
import type { Block, Unit, UnitList } from "./unit.js";

export function readFileUnits(source: ParsedSource): UnitList {
  const open = /^#!.*\r?\n?/.exec(source.text)?.[0].length ?? 0;
  return readList(source, "file", source.file.statements, open, source.text.length, "none");
}

/** The parts of a `{ … }`. The node list begins after the brace. */
export function readBlockUnits(source: ParsedSource, node: BlockNode): UnitList {
  const nodes = partsOf(node);
  const kind = isBody(node) ? "statements" : "members";
  const isTyped = ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node);
  const separators = isBody(node) || ts.isClassLike(node) ? "none" : isTyped ? "member" : "comma";
  return readList(source, kind, nodes, nodes.pos, node.end - 1, separators);
}

/** The comma-separated items between two brackets, such as arguments. `undefined` for a list without brackets. */
export function readCommaUnits(source: ParsedSource, nodes: ts.NodeArray<ts.Node>): UnitList | undefined {
  const { text, tokens } = source;
  if (!/[([<{]/.test(text[nodes.pos - 1] ?? "")) return undefined;
  const close = tokensIn(source, nodes.end, text.length).find(({ kind }) => kind === "code")?.start;
  return close === undefined || tokens.length === 0
    ? undefined
    : readList(source, "items", nodes, nodes.pos, close, "comma");
}

function partsOf(node: BlockNode): ts.NodeArray<ts.Node> {
  if (isBody(node)) return node.statements;
  if (ts.isObjectLiteralExpression(node)) return node.properties;
  if (ts.isNamedExports(node) || ts.isNamedImports(node)) return node.elements;
  return node.members;
}

function readList(
  source: ParsedSource,
  kind: UnitList["kind"],
  nodes: readonly ts.Node[],
  after: number,
  close: number,
  separators: UnitList["separators"],
): UnitList {
  const { text, file } = source;
  const open = kind === "file" ? after : endOfTrail(source, after, nodes[0]?.getStart(file) ?? close, close);
  const units: Unit[] = [];
  let at = open;
  for (const [index, node] of nodes.entries()) {
    const nodeStart = node.getStart(file);
    const touching = readComments(source, at, nodeStart, ts.isImportDeclaration(node), units);
    const limit = nodes[index + 1]?.getStart(file) ?? close;
    const separator = readSeparator(source, separators, node, limit);
    const codeEnd = separator
      ? endOfComments(source, Math.min(node.end, separator.start), separator.start)
      : node.end;
    const end = endOfTrail(source, separator?.end ?? codeEnd, limit, close);
    const block = readBlock(source, node);
    const range = { start: touching, codeStart: nodeStart, codeEnd, separator, end };
    units.push({ source, ...describeNode(source, node), node, ...range, block });
    at = end;
  }
  readComments(source, at, close, true, units);
  return { source, kind, units: numberLabels(units), open, close, separators };

  /** The end of the last comment between code and its separator. */
  function endOfComments(of: ParsedSource, start: number, end: number): number {
    const last = commentsIn(of, start, end).at(-1)?.end ?? start;
    return text.slice(start, last).trim() === "" ? start : last;
  }
}

/**
 * Adds the free-standing comments of a gap as units, and returns where the unit below begins, including the
 * comments attached to it. No comment is attached to an import, because a comment above the first import is
 * usually about the file.
 */
function readComments(
  source: ParsedSource,
  start: number,
  end: number,
  allFree: boolean,
  units: Unit[],
): number {
  const groups: Token[][] = [];
  let before = start;
  for (const comment of commentsIn(source, start, end)) {
    const last = groups.at(-1);
    const apart =
      hasBlankLine(source.text.slice(before, comment.start)) || isHeader(comment) || isHeader(last?.[0]);
    if (last === undefined || apart) groups.push([comment]);
    else last.push(comment);
    before = comment.end;
  }
  const nearest = groups.at(-1);
  const touches =
    nearest !== undefined &&
    !allFree &&
    !isHeader(nearest[0]) &&
    !hasBlankLine(source.text.slice(before, end));
  for (const group of touches ? groups.slice(0, -1) : groups) units.push(commentUnit(source, group));
  return touches ? (nearest[0]?.start ?? end) : end;
}

function isHeader(comment: Token | undefined): boolean {
  return comment?.text.startsWith("// @data-api ") ?? false;
}

function commentUnit(source: ParsedSource, group: readonly Token[]): Unit {
  const start = group[0]?.start ?? 0;
  const end = group.at(-1)?.end ?? start;
  const header = isHeader(group[0]);
  return {
    source,
    role: header ? "header" : "comment",
    key: header ? "header" : `comment ${spelling({ source, start, end })}`,
    label: header ? "header" : `comment ${shortened(group[0]?.text.split("\n")[0] ?? "")}`,
    names: [],
    soft: !header,
    node: undefined,
    start,
    codeStart: start,
    codeEnd: end,
    separator: undefined,
    end,
    block: undefined,
  };
}

function readSeparator(
  source: ParsedSource,
  separators: UnitList["separators"],
  node: ts.Node,
  limit: number,
): Unit["separator"] {
  if (separators === "none") return undefined;
  if (separators === "member") {
    const typed = /[;,]/.test(source.text[node.end - 1] ?? "");
    return typed ? { start: node.end - 1, end: node.end } : undefined;
  }
  const comments = commentsIn(source, node.end, limit);
  for (let at = node.end; at < limit; at++) {
    const comment = comments.find((each) => each.start === at);
    if (comment) at = comment.end - 1;
    else if (source.text[at] === ",") return { start: at, end: at + 1 };
  }
  return undefined;
}

/** The end of the trailing comments on the same line, if only a line end or the closing brace follows them. */
function endOfTrail(source: ParsedSource, start: number, limit: number, close: number): number {
  let end = start;
  for (const comment of commentsIn(source, start, limit)) {
    if (source.text.slice(end, comment.start).includes("\n")) break;
    end = comment.end;
  }
  const rest = source.text.slice(end, limit);
  return rest.includes("\n") || limit === close ? end : start;
}

function commentsIn(source: ParsedSource, start: number, end: number): readonly Token[] {
  return start < end ? tokensIn(source, start, end).filter((token) => token.kind === "comment") : [];
}

function readBlock(source: ParsedSource, node: ts.Node): Block | undefined {
  const found = findBlock(node);
  if (found === undefined) return undefined;
  const { node: block, owner } = found;
  let list: UnitList | undefined;
  return {
    kind: isBody(block) ? "body" : "members",
    owner,
    registers: ts.isModuleBlock(block) || (ts.isBlock(block) && registers(source, block.statements)),
    start: partsOf(block).pos - 1,
    end: block.end,
    list: () => (list ??= readBlockUnits(source, block)),
  };
}

/**
 * Whether a body is a list of declarations and registrations rather than steps: variables, calls identified by a
 * string, a return. Such statements can be merged one by one. The order of steps carries meaning, so they cannot.
 */
function registers(source: ParsedSource, statements: readonly ts.Statement[]): boolean {
  let calls = 0;
  for (const statement of statements) {
    if (ts.isExpressionStatement(statement)) {
      const { expression } = statement;
      if (!ts.isCallExpression(expression) || expression.arguments.length < 2) return false;
      if (!describeNode(source, statement).key.endsWith('")')) return false;
      calls++;
    } else if (!ts.isVariableStatement(statement) && !ts.isReturnStatement(statement)) return false;
  }
  const [only, second] = statements;
  const isReturned = only !== undefined && second === undefined && ts.isReturnStatement(only);
  return calls > 0 || (isReturned && findBlock(only) !== undefined);
}

/** Numbers units that have the same label, such as overloads. */
function numberLabels(units: readonly Unit[]): readonly Unit[] {
  const seen = new Map<string, number>();
  return units.map((unit) => {
    const count = (seen.get(unit.label) ?? 0) + 1;
    seen.set(unit.label, count);
    return count === 1 ? unit : { ...unit, label: `${unit.label} (${count})` };
  });
}
