import { ts } from "ts-morph";

/**
 * Renames identifiers, property names and whole string literals that equal a key, wherever they stand: by the
 * token, so that nothing else of the text changes. Comments stay as they are.
 */
export function renameIdentifiers(text: string, renames: ReadonlyMap<string, string>): string {
  if (renames.size === 0) return text;
  const file = ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  let result = "";
  let at = 0;
  const visit = (node: ts.Node): void => {
    const quoted = ts.isStringLiteralLike(node);
    const name = quoted || ts.isIdentifier(node) ? renames.get(node.text) : undefined;
    if (name !== undefined) {
      const start = node.getStart(file) + (quoted ? 1 : 0);
      const end = node.end - (quoted ? 1 : 0);
      if (end > start) {
        result += text.slice(at, start) + name;
        at = end;
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return result + text.slice(at);
}
