import { ts } from "ts-morph";

/** The node whose braces hold the parts of a unit, and the call that has it as an argument. */
export interface FoundBlock {
  readonly node: BlockNode;
  readonly owner: string;
}

export type BlockNode =
  | StatementBody
  | ts.ClassLikeDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeLiteralNode
  | ts.EnumDeclaration
  | ts.ObjectLiteralExpression
  | ts.NamedExports
  | ts.NamedImports;

/** Holds statements. */
export type StatementBody = ts.Block | ts.ModuleBlock;

export function isBody(node: ts.Node): node is StatementBody {
  return ts.isBlock(node) || ts.isModuleBlock(node);
}

/** The block of a statement or member, if it has one. */
export function findBlock(node: ts.Node): FoundBlock | undefined {
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node))
    return { node, owner: "" };
  const expression = expressionOf(node);
  if (expression) return inExpression(expression, "");
  const block = declaredBlock(node);
  return block && { node: block, owner: "" };
}

function declaredBlock(node: ts.Node): BlockNode | undefined {
  if (ts.isTypeAliasDeclaration(node)) return typeLiteralIn(node.type);
  if (ts.isExportDeclaration(node))
    return node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause : undefined;
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? bindings : undefined;
  }
  if (ts.isModuleDeclaration(node)) return node.body && ts.isModuleBlock(node.body) ? node.body : undefined;
  if (!ts.isFunctionLike(node) || ts.isArrowFunction(node)) return undefined;
  const { body } = node as ts.FunctionLikeDeclaration;
  return body && ts.isBlock(body) ? body : undefined;
}

/** The part of `Row & { … }` in braces: like an interface, it adds members to another type. */
function typeLiteralIn(node: ts.TypeNode): ts.TypeLiteralNode | undefined {
  if (ts.isTypeLiteralNode(node)) return node;
  if (ts.isParenthesizedTypeNode(node)) return typeLiteralIn(node.type);
  return ts.isIntersectionTypeNode(node)
    ? node.types.findLast((type) => ts.isTypeLiteralNode(type))
    : undefined;
}

function expressionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isVariableStatement(node)) {
    const [only, second] = node.declarationList.declarations;
    return second === undefined ? only?.initializer : undefined;
  }
  if (ts.isExpressionStatement(node) || ts.isReturnStatement(node) || ts.isExportAssignment(node))
    return node.expression;
  if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) return node.initializer;
  return undefined;
}

function inExpression(outer: ts.Expression, owner: string): FoundBlock | undefined {
  const node = bare(outer);
  if (ts.isObjectLiteralExpression(node) || ts.isClassExpression(node)) return { node, owner };
  if (ts.isFunctionExpression(node)) return { node: node.body, owner };
  if (ts.isArrowFunction(node)) {
    const value = bare(node.body);
    return ts.isBlock(value) || ts.isObjectLiteralExpression(value) ? { node: value, owner } : undefined;
  }
  return ts.isCallExpression(node) || ts.isNewExpression(node) ? inCall(node) : undefined;
}

/**
 * In a chain, the first call counts: `z.object({ … }).refine(check, { message })` is an object with two
 * members and a tail. In a call, a handler takes precedence over options before it.
 */
function inCall(call: ts.CallExpression | ts.NewExpression): FoundBlock | undefined {
  if (ts.isPropertyAccessExpression(call.expression)) {
    const before = bare(call.expression.expression);
    const first = ts.isCallExpression(before) || ts.isNewExpression(before) ? inCall(before) : undefined;
    if (first) return first;
  }
  const owner = call.expression.getText().replaceAll(/\s/g, "");
  const args = call.arguments ?? [];
  const handler = args.findLast(
    (arg) => ts.isFunctionExpression(arg) || (ts.isArrowFunction(arg) && ts.isBlock(arg.body)),
  );
  if (handler) return inExpression(handler, owner);
  for (const arg of args) {
    const found = inExpression(arg, owner);
    if (found) return found;
  }
  return undefined;
}

/** The expression without parentheses, casts and `await`. */
function bare(node: ts.Node): ts.Node {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  )
    return bare(node.expression);
  return node;
}
