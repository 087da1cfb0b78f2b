import { ts } from "ts-morph";
import { findMember } from "./find-member.js";
import { exportOf, meaningOf, type Meaning } from "./module-names.js";
import type { SourceFiles } from "./source-files.js";

/**
 * The expression that another one refers to, as far as that can be found without running code: the literal of a
 * constant, of a member or of an import from a relative file.
 */
export function followExpression(expression: ts.Expression, files: SourceFiles): ts.Expression {
  const next = files.step() ? nextOf(expression, files) : undefined;
  return next === undefined ? expression : followExpression(next, files);
}

function nextOf(expression: ts.Expression, files: SourceFiles): ts.Expression | undefined {
  if (
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isTypeAssertionExpression(expression) ||
    ts.isNonNullExpression(expression)
  )
    return expression.expression;
  if (ts.isCallExpression(expression)) return nextOfCall(expression, files);
  if (ts.isIdentifier(expression))
    return read(meaningOf(expression.text, expression.getSourceFile(), files), files);
  if (ts.isPropertyAccessExpression(expression))
    return memberOf(expression.expression, expression.name.text, files);
  if (ts.isElementAccessExpression(expression) && ts.isStringLiteralLike(expression.argumentExpression))
    return memberOf(expression.expression, expression.argumentExpression.text, files);
  return undefined;
}

function read(meaning: Meaning | undefined, files: SourceFiles): ts.Expression | undefined {
  if (meaning?.kind === "expression") return meaning.expression;
  return meaning?.kind === "member" ? memberOf(meaning.of, meaning.name, files) : undefined;
}

function memberOf(owner: ts.Expression, name: string, files: SourceFiles): ts.Expression | undefined {
  const module = moduleOf(owner, files);
  if (module !== undefined) return read(exportOf(module, name, files), files);
  const value = followExpression(owner, files);
  if (!ts.isObjectLiteralExpression(value)) return undefined;
  const isNamed = (key: string) => (key === name ? "" : undefined);
  return findMember(value, isNamed, (each) => followExpression(each, files))?.value;
}

/** The file whose exports are the members of an expression. */
function moduleOf(owner: ts.Expression, files: SourceFiles): ts.SourceFile | undefined {
  if (ts.isCallExpression(owner)) return requiredBy(owner, files);
  const meaning = ts.isIdentifier(owner) ? meaningOf(owner.text, owner.getSourceFile(), files) : undefined;
  return meaning?.kind === "module" ? meaning.file : undefined;
}

/** The relative file of a `require`. */
function requiredBy(
  { expression: callee, arguments: [first] }: ts.CallExpression,
  files: SourceFiles,
): ts.SourceFile | undefined {
  if (!ts.isIdentifier(callee) || callee.text !== "require") return undefined;
  return first !== undefined && ts.isStringLiteralLike(first)
    ? files.imported(callee.getSourceFile(), first.text)
    : undefined;
}

/** Calls that return their argument, and `require` of a relative file. */
function nextOfCall(call: ts.CallExpression, files: SourceFiles): ts.Expression | undefined {
  const { expression: callee, arguments: given } = call;
  if (isDefineConfig(callee) || callee.getText() === "Object.freeze") return given[0];
  return read(exportOf(requiredBy(call, files), "default", files), files);
}

/** Also under another local name: `import { defineConfig as config } from "data-api"`. */
function isDefineConfig(callee: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text === "defineConfig";
  if (!ts.isIdentifier(callee)) return false;
  if (callee.text === "defineConfig") return true;
  return callee.getSourceFile().statements.some((statement) => {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (bindings === undefined || !ts.isNamedImports(bindings)) return false;
    return bindings.elements.some(
      ({ name, propertyName }) => name.text === callee.text && propertyName?.text === "defineConfig",
    );
  });
}
