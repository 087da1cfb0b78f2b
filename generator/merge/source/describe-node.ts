import { ts } from "ts-morph";

import { spelling, type ParsedSource } from "./source.js";
import type { Unit } from "./unit.js";

/** The name of a statement or member, and what identifies it among its siblings. */
export type Description = Pick<Unit, "role" | "key" | "label" | "names" | "soft">;

export function describeNode(source: ParsedSource, node: ts.Node): Description {
  const { file } = source;
  return describeStatement(file, node) ?? describeMember(file, node) ?? describeByText(source, node);
}

export function describeStatement(file: ts.SourceFile, node: ts.Node): Description | undefined {
  const name = (of: { name?: ts.Node | undefined }): string => of.name?.getText(file) ?? "default";
  if (ts.isImportDeclaration(node)) {
    const from = node.moduleSpecifier.getText(file).slice(1, -1);
    const types = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? " type" : "";
    return { ...keyed(`import${types} "${from}"`), role: "import" };
  }
  if (ts.isFunctionDeclaration(node)) {
    const overload = node.body === undefined && !isAmbient(node) ? " overload" : "";
    return keyed(`function ${name(node)}${overload}`, [`value:${name(node)}`]);
  }
  if (ts.isClassDeclaration(node))
    return keyed(`class ${name(node)}`, [`value:${name(node)}`, `type:${name(node)}`]);
  if (ts.isInterfaceDeclaration(node)) return keyed(`interface ${name(node)}`, [`type:${name(node)}`]);
  if (ts.isTypeAliasDeclaration(node)) return keyed(`type ${name(node)}`, [`type:${name(node)}`]);
  if (ts.isEnumDeclaration(node))
    return keyed(`enum ${name(node)}`, [`value:${name(node)}`, `type:${name(node)}`]);
  if (ts.isModuleDeclaration(node)) return keyed(`namespace ${name(node)}`);
  if (ts.isVariableStatement(node)) {
    const names = node.declarationList.declarations.flatMap((each) => boundNames(each.name));
    const word = node.declarationList.flags & ts.NodeFlags.Let ? "let" : "const";
    return keyed(
      `${word} ${names.join(", ")}`,
      names.map((each) => `value:${each}`),
    );
  }
  if (ts.isExportAssignment(node)) return keyed("export default", ["export:default"]);
  if (ts.isExportDeclaration(node)) return describeExport(file, node);
  if (ts.isReturnStatement(node)) return keyed("return");
  if (ts.isExpressionStatement(node)) return describeExpression(file, node.expression);
  return undefined;
}

function describeExport(file: ts.SourceFile, node: ts.ExportDeclaration): Description {
  const from = node.moduleSpecifier ? ` "${node.moduleSpecifier.getText(file).slice(1, -1)}"` : "";
  if (node.exportClause === undefined) return keyed(`export *${from}`);
  if (ts.isNamespaceExport(node.exportClause)) {
    const name = node.exportClause.name.text;
    return keyed(`export * as ${name}`, [`export:${name}`]);
  }
  return keyed(`export${node.isTypeOnly ? " type" : ""}${from}`);
}

/** `router.get("/:id", …)` is identified by the callee and its first string argument. */
function describeExpression(file: ts.SourceFile, expression: ts.Expression): Description | undefined {
  if (ts.isStringLiteral(expression)) return { ...keyed(JSON.stringify(expression.text)), role: "directive" };
  if (ts.isAwaitExpression(expression)) return describeExpression(file, expression.expression);
  if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return keyed(`${expression.left.getText(file)} =`);
  if (!ts.isCallExpression(expression)) return undefined;
  const callee = expression.expression.getText(file).replaceAll(/\s+/g, "");
  const first = expression.arguments[0];
  return keyed(`${callee}(${first && ts.isStringLiteralLike(first) ? JSON.stringify(first.text) : ""})`);
}

function describeMember(file: ts.SourceFile, node: ts.Node): Description | undefined {
  if (ts.isConstructorDeclaration(node)) return keyed(node.body ? "constructor" : "constructor overload");
  if (ts.isImportSpecifier(node) || ts.isExportSpecifier(node))
    return keyed(node.name.text, [`name:${node.name.text}`]);
  if (ts.isIndexSignatureDeclaration(node))
    return keyed(`[${node.parameters[0]?.type?.getText(file) ?? ""}]`);
  if (ts.isCallSignatureDeclaration(node)) return keyed("()");
  if (ts.isConstructSignatureDeclaration(node)) return keyed("new ()");
  if (
    !ts.isClassElement(node) &&
    !ts.isTypeElement(node) &&
    !ts.isObjectLiteralElement(node) &&
    !ts.isEnumMember(node)
  )
    return undefined;
  if (node.name === undefined) return undefined;
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : [];
  const isStatic = modifiers.some((each) => each.kind === ts.SyntaxKind.StaticKeyword);
  const isAbstract = modifiers.some((each) => each.kind === ts.SyntaxKind.AbstractKeyword);
  const name = (isStatic ? "static " : "") + memberName(file, node.name);
  if (ts.isGetAccessor(node)) return keyed(`get ${name}`, [`get:${name}`]);
  if (ts.isSetAccessor(node)) return keyed(`set ${name}`, [`set:${name}`]);
  const overload = ts.isMethodDeclaration(node) && node.body === undefined && !isAbstract ? " overload" : "";
  return keyed(name + overload, [`get:${name}`, `set:${name}`]);
}

function describeByText(source: ParsedSource, node: ts.Node): Description {
  return {
    role: "code",
    key: `text ${spelling({ source, start: node.getStart(source.file), end: node.end })}`,
    label: shortened(node.getText(source.file).replaceAll(/\s+/g, " ")),
    names: [],
    soft: true,
  };
}

export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function keyed(key: string, names: readonly string[] = []): Description {
  return { role: "code", key, label: key, names, soft: false };
}

function memberName(file: ts.SourceFile, name: ts.PropertyName): string {
  return ts.isComputedPropertyName(name) ? name.getText(file) : name.text;
}

export function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : boundNames(element.name),
  );
}

function isAmbient(node: ts.FunctionDeclaration): boolean {
  return node.modifiers?.some((each) => each.kind === ts.SyntaxKind.DeclareKeyword) ?? false;
}
