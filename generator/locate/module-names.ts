import { ts } from "ts-morph";
import type { SourceFiles } from "./source-files.js";

export type Meaning =
  | { readonly kind: "expression"; readonly expression: ts.Expression }
  | { readonly kind: "member"; readonly of: ts.Expression; readonly name: string }
  | { readonly kind: "module"; readonly file: ts.SourceFile };

/** The meaning of a name at the top level of a file: a constant or an import. */
export function meaningOf(name: string, file: ts.SourceFile, files: SourceFiles): Meaning | undefined {
  for (const statement of file.statements) {
    const meaning = ts.isVariableStatement(statement)
      ? constantOf(statement, name)
      : ts.isImportDeclaration(statement)
        ? importOf(statement, name, file, files)
        : undefined;
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}

function expressionOf(expression: ts.Expression | undefined): Meaning | undefined {
  return expression === undefined ? undefined : { kind: "expression", expression };
}

/** Only `const`: a variable that can be reassigned has no fixed value. */
function constantOf({ declarationList }: ts.VariableStatement, name: string): Meaning | undefined {
  if ((declarationList.flags & ts.NodeFlags.Const) === 0) return undefined;
  for (const { name: declared, initializer } of declarationList.declarations) {
    if (ts.isIdentifier(declared) && declared.text === name) return expressionOf(initializer);
    if (!ts.isObjectBindingPattern(declared) || initializer === undefined) continue;
    const element = declared.elements.find((each) => ts.isIdentifier(each.name) && each.name.text === name);
    const { propertyName = element?.name, initializer: fallback, dotDotDotToken } = element ?? {};
    if (propertyName === undefined || !ts.isIdentifier(propertyName)) continue;
    if (fallback === undefined && dotDotDotToken === undefined)
      return { kind: "member", of: initializer, name: propertyName.text };
  }
  return undefined;
}

function importOf(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  name: string,
  file: ts.SourceFile,
  files: SourceFiles,
): Meaning | undefined {
  const target = () => targetOf(moduleSpecifier, file, files);
  if (importClause?.name?.text === name) return exportOf(target(), "default", files);
  return importClause?.namedBindings && takenFrom(target, importClause.namedBindings, name, files);
}

function targetOf(
  specifier: ts.Expression | undefined,
  file: ts.SourceFile,
  files: SourceFiles,
): ts.SourceFile | undefined {
  return specifier !== undefined && ts.isStringLiteral(specifier)
    ? files.imported(file, specifier.text)
    : undefined;
}

/** The meaning of a name that `* as name` or `{ other as name }` takes from another file. */
function takenFrom(
  target: () => ts.SourceFile | undefined,
  clause: ts.NamedImportBindings | ts.NamedExportBindings,
  name: string,
  files: SourceFiles,
): Meaning | undefined {
  if (ts.isNamedImports(clause) || ts.isNamedExports(clause)) {
    const own = importedName(clause.elements, name);
    return own === undefined ? undefined : exportOf(target(), own, files);
  }
  const file = clause.name.text === name ? target() : undefined;
  return file && { kind: "module", file };
}

function importedName(
  elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[],
  name: string,
): string | undefined {
  const element = elements.find((each) => each.name.text === name);
  return (element?.propertyName ?? element?.name)?.text;
}

/** The export of a file with this name. `default` is also the whole export of CommonJS. */
export function exportOf(
  file: ts.SourceFile | undefined,
  name: string,
  files: SourceFiles,
): Meaning | undefined {
  if (file === undefined || !files.step()) return undefined;
  for (const statement of file.statements) {
    const meaning = ts.isExportAssignment(statement)
      ? name === "default"
        ? expressionOf(statement.expression)
        : undefined
      : ts.isVariableStatement(statement)
        ? isExported(statement)
          ? constantOf(statement, name)
          : undefined
        : ts.isExportDeclaration(statement)
          ? exportedBy(statement, name, file, files)
          : ts.isExpressionStatement(statement)
            ? assignedBy(statement.expression, name)
            : undefined;
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}

function isExported(statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function exportedBy(
  { exportClause, moduleSpecifier }: ts.ExportDeclaration,
  name: string,
  file: ts.SourceFile,
  files: SourceFiles,
): Meaning | undefined {
  const target = () => targetOf(moduleSpecifier, file, files);
  if (exportClause === undefined) return name === "default" ? undefined : exportOf(target(), name, files);
  if (moduleSpecifier !== undefined || ts.isNamespaceExport(exportClause))
    return takenFrom(target, exportClause, name, files);
  const own = importedName(exportClause.elements, name);
  return own === undefined ? undefined : meaningOf(own, file, files);
}

/** `module.exports = …`, `exports.name = …`, and the value of a JSON file. */
function assignedBy(expression: ts.Expression, name: string): Meaning | undefined {
  if (expression.getSourceFile().fileName.endsWith(".json"))
    return name === "default" ? expressionOf(expression) : undefined;
  if (!ts.isBinaryExpression(expression)) return undefined;
  const { left, operatorToken, right } = expression;
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  const place = left.getText();
  const whole = place === "module.exports";
  if (name === "default") return whole ? expressionOf(right) : undefined;
  if (whole) return { kind: "member", of: right, name };
  return [`exports.${name}`, `module.exports.${name}`].includes(place) ? expressionOf(right) : undefined;
}
