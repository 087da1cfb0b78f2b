import { ts } from "ts-morph";

/** A declaration that binds a name. */
export type Binding =
  | ts.VariableDeclaration
  | ts.ParameterDeclaration
  | ts.BindingElement
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.EnumDeclaration
  | ts.ImportSpecifier
  | ts.NamespaceImport
  | ts.ImportClause
  | ts.TypeParameterDeclaration;

/** The binding of a name, found by searching the scopes from the inside out. */
export function findBinding(at: ts.Node, name: string): Binding | undefined {
  for (let scope: ts.Node = at; ; scope = scope.parent) {
    const found = bindingsOf(scope).find((each) => nameOf(each) === name);
    if (found) return found;
    if (ts.isSourceFile(scope)) return undefined;
  }
}

export function isTopLevel(binding: Binding): boolean {
  for (let at: ts.Node = binding.parent; !ts.isSourceFile(at); at = at.parent)
    if (ts.isBlock(at) || ts.isFunctionLike(at) || ts.isModuleBlock(at)) return false;
  return true;
}

function nameOf(binding: Binding): string | undefined {
  return binding.name !== undefined && ts.isIdentifier(binding.name) ? binding.name.text : undefined;
}

function bindingsOf(scope: ts.Node): readonly Binding[] {
  if (
    ts.isSourceFile(scope) ||
    ts.isBlock(scope) ||
    ts.isModuleBlock(scope) ||
    ts.isCaseOrDefaultClause(scope)
  )
    return scope.statements.flatMap(declaredBy);
  if (ts.isForOfStatement(scope) || ts.isForInStatement(scope) || ts.isForStatement(scope)) {
    const { initializer } = scope;
    return initializer && ts.isVariableDeclarationList(initializer)
      ? initializer.declarations.flatMap(parts)
      : [];
  }
  if (ts.isCatchClause(scope)) return scope.variableDeclaration ? parts(scope.variableDeclaration) : [];
  if (ts.isFunctionLike(scope)) return [...scope.parameters.flatMap(parts), ...(scope.typeParameters ?? [])];
  return [];
}

function declaredBy(statement: ts.Statement): readonly Binding[] {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations.flatMap(parts);
  if (ts.isImportDeclaration(statement)) {
    const clause = statement.importClause;
    const named = clause?.namedBindings;
    return [
      ...(clause?.name ? [clause] : []),
      ...(named === undefined ? [] : ts.isNamespaceImport(named) ? [named] : named.elements),
    ];
  }
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement);
  return isDeclaration ? [statement] : [];
}

/** A variable or parameter, or the parts that it is destructured into. */
function parts(
  declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement,
): readonly Binding[] {
  if (ts.isIdentifier(declaration.name)) return [declaration];
  return declaration.name.elements.flatMap((each) => (ts.isOmittedExpression(each) ? [] : parts(each)));
}
