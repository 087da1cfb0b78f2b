import { ts } from "ts-morph";

import { describeStatement } from "./describe-node.js";

/**
 * The names that the top level of a file declares, without imports, each with its namespace: `value:blogpostRoutes`.
 */
export function declaredNames(file: ts.SourceFile): readonly string[] {
  return file.statements.flatMap((statement) => describeStatement(file, statement)?.names ?? []);
}

export function withoutSpace(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The names that a file refers to outside of its imports, including `{@link …}` in comments. */
export function referencedNames(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isIdentifier(node) && !isOnlyALabel(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const [, name = ""] of file.text.matchAll(/\{@link\w*\s+([\w$]+)/g)) names.add(name);
  return names;
}

/** Whether the name refers to a member, such as a name after a dot or before a colon. */
function isOnlyALabel(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  if (ts.isExportSpecifier(parent))
    return (
      parent.parent.parent.moduleSpecifier !== undefined || (parent.propertyName ?? parent.name) !== node
    );
  if (ts.isShorthandPropertyAssignment(parent)) return false;
  if (
    ts.isClassElement(parent) ||
    ts.isTypeElement(parent) ||
    ts.isObjectLiteralElement(parent) ||
    ts.isEnumMember(parent)
  )
    return parent.name === node;
  return false;
}
