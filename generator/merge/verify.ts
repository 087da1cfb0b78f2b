import type { ts } from "ts-morph";

import { declaredNames, importedNames } from "./names.js";
import { syntaxProblem } from "./source.js";

/** Whether a merged file parses and declares or imports no name more often than yours or next did. */
export function isSound(merged: ts.SourceFile, yours: ts.SourceFile, next: ts.SourceFile): boolean {
  if (syntaxProblem(merged) !== undefined) return false;
  const [inYours, inNext] = [countNames(yours), countNames(next)];
  for (const [name, count] of countNames(merged)) {
    if (count > Math.max(inYours.get(name) ?? 0, inNext.get(name) ?? 0, 1)) return false;
  }
  return true;
}

function countNames(file: ts.SourceFile): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const imported = importedNames(file).map((name) => `value:${name}`);
  for (const name of [...declaredNames(file), ...imported]) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
