import { ts } from "ts-morph";

import { diff3 } from "./diff3.js";
import { boundNames } from "./describe-node.js";
import { moveText, placeAt } from "./indentation.js";
import { parseText, syntaxProblem, tokensIn } from "./source.js";
import type { Unit } from "./unit.js";

/** A range of one unit. */
export interface Part {
  readonly unit: Unit;
  readonly start: number;
  readonly end: number;
}

/** Merges a range that both sides changed line by line. Undefined if the same lines changed. */
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

/** The same for the braces of a function; the result parses and declares nothing twice. */
export function mergeBody(base: Part, yours: Part, next: Part): string | undefined {
  const body = mergeLines(base, yours, next);
  if (body === undefined) return undefined;
  const file = parseText(`async function* body() ${body}`);
  return syntaxProblem(file) || declaresTwice(file) ? undefined : body;
}

/** Each line spelled by its tokens, so that lines which differ in formatting only are the same line. */
function lineKeys({ unit: { source }, start, end }: Part): readonly string[] {
  const { line: first } = source.file.getLineAndCharacterOfPosition(start);
  const keys = source.text
    .slice(start, end)
    .split("\n")
    .map((raw, index) => (source.fixedLines.has(first + index) ? [raw.trimEnd()] : []));
  for (const token of tokensIn(source, start, end)) {
    const { line } = source.file.getLineAndCharacterOfPosition(token.start);
    const spelled = token.kind === "comment" ? token.text.split("\n") : [token.text];
    for (const [index, text] of spelled.entries()) keys[line - first + index]?.push(text);
  }
  return keys.map((key) => key.join("\u0001"));
}

/** Whether some block declares a name twice: both sides added a variable of that name. */
function declaresTwice(file: ts.SourceFile): boolean {
  let twice = false;
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) {
      const names = node.statements.flatMap((statement) => blockScopedNames(statement));
      twice ||= new Set(names).size < names.length;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return twice;
}

function blockScopedNames(statement: ts.Statement): readonly string[] {
  if (ts.isClassDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.BlockScoped))
    return [];
  return statement.declarationList.declarations.flatMap((each) => boundNames(each.name));
}
