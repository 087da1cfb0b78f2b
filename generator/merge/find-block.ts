import { ts } from "ts-morph";

/** The braces that hold the parts of a unit, as found in the tree. */
export type BlockNode =
  | { readonly kind: "members"; readonly node: MemberOwner; readonly owner: string }
  | { readonly kind: "body"; readonly node: ts.Block | ts.ModuleBlock; readonly owner: string };

type MemberOwner =
  | ts.ClassLikeDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeLiteralNode
  | ts.EnumDeclaration
  | ts.ObjectLiteralExpression
  | ts.NamedExports
  | ts.NamedImports;

/** The block of a statement or member, if it has one. */
export function findBlock(node: ts.Node): BlockNode | undefined {
  if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node))
    return members(node);
  if (ts.isTypeAliasDeclaration(node)) {
    const literal = typeLiteralIn(node.type);
    return literal && members(literal);
  }
  if (ts.isExportDeclaration(node)) {
    return node.exportClause && ts.isNamedExports(node.exportClause) ? members(node.exportClause) : undefined;
  }
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings;
    return bindings && ts.isNamedImports(bindings) ? members(bindings) : undefined;
  }
  if (ts.isModuleDeclaration(node)) {
    return node.body && ts.isModuleBlock(node.body)
      ? { kind: "body", node: node.body, owner: "" }
      : undefined;
  }
  if (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) {
    const { body } = node as ts.FunctionLikeDeclaration;
    return body && ts.isBlock(body) ? { kind: "body", node: body, owner: "" } : undefined;
  }
  const expression = expressionOf(node);
  return expression && inExpression(expression, "");
}

function members(node: MemberOwner, owner = ""): BlockNode {
  return { kind: "members", node, owner };
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
  if (ts.isExpressionStatement(node) || ts.isReturnStatement(node) || ts.isExportAssignment(node)) {
    return node.expression;
  }
  if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) return node.initializer;
  return undefined;
}

function inExpression(outer: ts.Expression, owner: string): BlockNode | undefined {
  const node = bare(outer);
  if (ts.isObjectLiteralExpression(node)) return members(node, owner);
  if (ts.isClassExpression(node)) return members(node, owner);
  if (ts.isFunctionExpression(node)) return { kind: "body", node: node.body, owner };
  if (ts.isArrowFunction(node)) {
    if (ts.isBlock(node.body)) return { kind: "body", node: node.body, owner };
    const value = bare(node.body);
    return ts.isObjectLiteralExpression(value) ? members(value, owner) : undefined;
  }
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return inCall(node);
  return undefined;
}

/**
 * In a chain, the first call counts: `z.object({ … }).refine(check, { message })` is an object with two
 * members and a tail. In a call, a handler takes precedence over options before it.
 */
function inCall(call: ts.CallExpression | ts.NewExpression): BlockNode | undefined {
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
  ) {
    return bare(node.expression);
  }
  return node;
}
