import { ts } from "ts-morph";

import { importedNames } from "./imports/imports.js";
import { boundNames } from "./source/describe-node.js";
import { declaredNames, referencedNames } from "./source/source-names.js";
import { syntaxProblem } from "./source/source.js";

/** Whether a merged file parses, and declares or imports no name more often than yours or next. */
export function isSound(merged: ts.SourceFile, yours: ts.SourceFile, next: ts.SourceFile): boolean {
  if (syntaxProblem(merged) !== undefined) return false;
  const [inYours, inNext] = [countNames(yours), countNames(next)];
  for (const [name, count] of countNames(merged)) {
    if (count > Math.max(inYours.get(name) ?? 0, inNext.get(name) ?? 0, 1)) return false;
  }
  return true;
}

/**
 * Whether code of yours refers to a variable or parameter that the merge took away, for example a route of yours to the
 * router of a function that has none any more.
 */
export function losesNames(merged: ts.SourceFile, yours: ts.SourceFile, next: ts.SourceFile): boolean {
  const before = unbound(yours);
  const then = unbound(next);
  return [...unbound(merged)].some((name) => !before.has(name) && !then.has(name));
}

/** The names that a file refers to and binds nowhere. */
function unbound(file: ts.SourceFile): ReadonlySet<string> {
  const bound = boundAnywhere(file);
  return new Set([...referencedNames(file)].filter((name) => !bound.has(name)));
}

/** The variables, parameters, functions and classes of a file, at any depth, and what it imports. */
function boundAnywhere(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set(importedNames(file));
  const visit = (node: ts.Node): void => {
    const isBinding =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isClassDeclaration(node);
    if (isBinding && node.name !== undefined && ts.isIdentifier(node.name)) names.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function countNames(file: ts.SourceFile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const imported = importedNames(file).map((name) => `value:${name}`);
  for (const name of [...declaredNames(file), ...imported]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Whether a block declares a name twice, for example because both sides added a variable of that name. */
export function declaresTwice(file: ts.SourceFile): boolean {
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
