import { ts } from "ts-morph";

import { findBinding, isTopLevel } from "./find-binding.js";

/**
 * The kind of an expression in relation to an entity. `undefined` for other expressions, and if it is not certain.
 */
export type Kind =
  /** A record, the input of a create or the changes of an update. Its members are fields. */
  | { readonly is: "record" }
  /** A row of the table. Its members are columns. */
  | { readonly is: "row" }
  | { readonly is: "schema" | "repository" | "context" | "event" | "database" }
  /** A Kysely query on the entity's table. */
  | { readonly is: "query"; readonly alias: string }
  | { readonly is: "list" | "promise" | "page" | "result"; readonly of: Kind };

/** The meaning of the names in generated code. */
export interface Names {
  readonly records: ReadonlySet<string>;
  readonly rows: ReadonlySet<string>;
  readonly schemas: ReadonlySet<string>;
  readonly repositories: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

const record: Kind = { is: "record" };
const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const sameType = words(
  "Partial Required Readonly Pick Omit NonNullable Selectable Insertable Updateable Awaited",
);
const lists = words("Array ReadonlyArray Set ReadonlySet Iterable");
const events = words(
  "BeforeCreate AfterCreate BeforeUpdate AfterUpdate BeforeDelete AfterDelete AfterCommit",
);
const eventRecords = words("input record changes previous");
const sameSchema = words(
  "extend safeExtend pick omit partial required strict loose passthrough strip catchall refine superRefine check overwrite describe meta brand readonly clone",
);
const checks = words("refine superRefine check overwrite transform");
const sameList = words("filter slice toSorted sort reverse toReversed concat toSpliced with");
const elements = words("find findLast at pop shift");
const visits = words("map filter find findLast forEach some every flatMap findIndex sort toSorted");
const starts = words("selectFrom updateTable insertInto deleteFrom");

/**
 * Determines the kinds of expressions from the file alone. A type checker is not used: it needs the types of all
 * packages, and fails on broken code.
 */
export class Kinds {
  readonly #names: Names;
  readonly #asked = new Set<ts.Node>();

  constructor(names: Names) {
    this.#names = names;
  }

  of(node: ts.Node | undefined): Kind | undefined {
    // A node that is already being resolved: a variable that is initialized from itself.
    if (node === undefined || this.#asked.has(node)) return undefined;
    this.#asked.add(node);
    try {
      return this.#find(node);
    } finally {
      this.#asked.delete(node);
    }
  }

  #find(node: ts.Node): Kind | undefined {
    if (ts.isIdentifier(node)) return this.#ofName(node);
    if (node.kind === ts.SyntaxKind.ThisKeyword || node.kind === ts.SyntaxKind.SuperKeyword)
      return this.#ofThis(node);
    if (ts.isAwaitExpression(node)) {
      const kind = this.of(node.expression);
      return kind?.is === "promise" ? kind.of : kind;
    }
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
      const isConst = ts.isTypeReferenceNode(node.type) && node.type.getText() === "const";
      return isConst ? this.of(node.expression) : this.ofType(node.type);
    }
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return this.of(node.expression);
    if (ts.isConditionalExpression(node)) return this.of(node.whenTrue) ?? this.of(node.whenFalse);
    if (ts.isBinaryExpression(node)) {
      const { kind } = node.operatorToken;
      const isEither = kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;
      return isEither ? (this.of(node.left) ?? this.of(node.right)) : undefined;
    }
    if (ts.isObjectLiteralExpression(node)) {
      const spread = node.properties.find((each) => ts.isSpreadAssignment(each));
      const kind = spread && this.of(spread.expression);
      return kind?.is === "record" || kind?.is === "row" ? kind : undefined;
    }
    if (ts.isPropertyAccessExpression(node)) return this.#member(this.of(node.expression), node.name.text);
    if (ts.isElementAccessExpression(node)) {
      const kind = this.of(node.expression);
      return kind?.is === "list" ? kind.of : undefined;
    }
    return ts.isCallExpression(node) ? this.#ofCall(node) : undefined;
  }

  #member(kind: Kind | undefined, name: string): Kind | undefined {
    if (kind?.is === "repository") return name === "db" ? { is: "database" } : undefined;
    if (kind?.is === "page") return name === "items" ? { is: "list", of: kind.of } : undefined;
    if (kind?.is === "result") return name === "data" ? kind.of : undefined;
    if (kind?.is === "context") return name === "repository" ? { is: "repository" } : undefined;
    if (kind?.is === "event") return eventRecords.has(name) ? record : undefined;
    // `schema.shape.title`
    if (kind?.is === "schema") return name === "shape" ? record : undefined;
    return undefined;
  }

  /** Whether a call makes the object of a generated schema constant, before any chained calls. */
  makesSchema(call: ts.CallExpression): boolean {
    if (!/^z\s*\.(strict|loose)?[oO]bject$/.test(call.expression.getText())) return false;
    let at: ts.Node = call;
    while (ts.isCallExpression(at.parent) || ts.isPropertyAccessExpression(at.parent)) at = at.parent;
    const { parent } = at;
    return (
      ts.isVariableDeclaration(parent) && isTopLevel(parent) && this.#names.schemas.has(parent.name.getText())
    );
  }

  #ofThis(node: ts.Node): Kind | undefined {
    for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
      if (ts.isFunctionDeclaration(at) || ts.isFunctionExpression(at)) return undefined;
      if (ts.isClassLike(at))
        return this.#names.repositories.has(at.name?.text ?? "") ? { is: "repository" } : undefined;
    }
    return undefined;
  }

  #ofName(node: ts.Identifier): Kind | undefined {
    const binding = findBinding(node, node.text);
    if (binding === undefined) return undefined;
    if (ts.isImportSpecifier(binding)) {
      const name = (binding.propertyName ?? binding.name).text;
      return this.#names.schemas.has(name) ? { is: "schema" } : undefined;
    }
    if (ts.isVariableDeclaration(binding)) {
      const isSchema = this.#names.schemas.has(node.text) && ts.isSourceFile(binding.parent.parent.parent);
      return isSchema ? { is: "schema" } : this.ofBinding(binding);
    }
    return ts.isParameter(binding) || ts.isBindingElement(binding) ? this.ofBinding(binding) : undefined;
  }

  /** The value of a variable or parameter, or of a part that it is destructured into. */
  ofBinding(binding: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement): Kind | undefined {
    if (ts.isParameter(binding)) return this.#ofParameter(binding);
    if (ts.isBindingElement(binding)) {
      const { parent, propertyName, name } = binding;
      if (binding.dotDotDotToken || !ts.isObjectBindingPattern(parent)) return undefined;
      return this.#member(this.ofBinding(parent.parent), (propertyName ?? name).getText());
    }
    if (binding.type) return this.ofType(binding.type);
    const list = binding.parent.parent;
    if (!ts.isForOfStatement(list)) return this.of(binding.initializer);
    const kind = this.of(list.expression);
    return kind?.is === "list" ? kind.of : undefined;
  }

  #ofParameter(parameter: ts.ParameterDeclaration): Kind | undefined {
    if (parameter.type) return this.ofType(parameter.type);
    const { parent: callback } = parameter;
    if (!ts.isArrowFunction(callback) && !ts.isFunctionExpression(callback)) return undefined;
    const call = callback.parent;
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
    const kind = this.of(call.expression.expression);
    const name = call.expression.name.text;
    const isFirst = callback.parameters[0] === parameter;
    if (kind?.is === "schema") return isFirst && checks.has(name) ? record : undefined;
    if (kind?.is === "promise") return isFirst && name === "then" ? kind.of : undefined;
    if (kind?.is === "query") return isFirst ? kind : undefined;
    const isVisited = isFirst || name === "sort" || name === "toSorted";
    return kind?.is === "list" && isVisited && visits.has(name) ? kind.of : undefined;
  }

  ofType(node: ts.TypeNode): Kind | undefined {
    if (ts.isArrayTypeNode(node)) return this.#wrap("list", this.ofType(node.elementType));
    if (ts.isTypeOperatorNode(node) || ts.isParenthesizedTypeNode(node)) return this.ofType(node.type);
    if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) {
      const kinds = node.types.map((type) => this.ofType(type)).filter((kind) => kind !== undefined);
      const isMixed =
        ts.isUnionTypeNode(node) && kinds.length < node.types.filter((type) => !isEmpty(type)).length;
      return isMixed ? undefined : kinds[0];
    }
    if (ts.isTypeQueryNode(node))
      return ts.isIdentifier(node.exprName) ? this.#ofName(node.exprName) : undefined;
    if (!ts.isTypeReferenceNode(node)) return undefined;
    const { typeName } = node;
    const [first] = node.typeArguments ?? [];
    const inner = first && this.ofType(first);
    if (/^z\.(output|input|infer)$/.test(typeName.getText()))
      return inner?.is === "schema" ? record : undefined;
    const isOfModule = ts.isQualifiedName(typeName);
    if (isOfModule && !isModule(typeName.left)) return undefined;
    const { text: name } = isOfModule ? typeName.right : typeName;
    const binding = isOfModule ? undefined : findBinding(node, name);
    if (binding === undefined || ts.isImportSpecifier(binding)) {
      const known = this.#ofTypeName(
        binding ? (binding.propertyName?.text ?? name) : name,
        binding !== undefined,
      );
      if (known) return known;
      if (sameType.has(name)) return inner;
      if (lists.has(name)) return this.#wrap("list", inner);
      if (name === "Promise") return this.#wrap("promise", inner);
      if (name === "Page") return this.#wrap("page", inner);
      if (name === "RouteContext") return inner?.is === "repository" ? { is: "context" } : undefined;
      return events.has(name) && inner?.is === "record" ? { is: "event" } : undefined;
    }
    const known = this.#ofTypeName(name, true);
    if (known) return known;
    if (ts.isTypeAliasDeclaration(binding)) return this.ofType(binding.type);
    if (!ts.isInterfaceDeclaration(binding)) return undefined;
    const parents = binding.heritageClauses?.flatMap(({ types }) => types) ?? [];
    for (const { expression } of parents) {
      const kind = ts.isIdentifier(expression) ? this.#ofTypeName(expression.text, true) : undefined;
      if (kind) return kind;
    }
    return undefined;
  }

  #ofTypeName(name: string, isBound: boolean): Kind | undefined {
    if (!isBound) return undefined;
    if (this.#names.records.has(name)) return record;
    if (this.#names.rows.has(name)) return { is: "row" };
    return this.#names.repositories.has(name) ? { is: "repository" } : undefined;
  }

  #wrap(is: "list" | "promise" | "page", of: Kind | undefined): Kind | undefined {
    return of && { is, of };
  }

  #ofCall(call: ts.CallExpression): Kind | undefined {
    const { expression: callee } = call;
    if (ts.isIdentifier(callee)) return this.#ofFunction(callee, call);
    if (!ts.isPropertyAccessExpression(callee)) return undefined;
    if (isModule(callee.expression)) return this.#ofFunction(callee.name, call);
    if (this.makesSchema(call)) return { is: "schema" };
    const name = callee.name.text;
    const kind = this.of(callee.expression);
    switch (kind?.is) {
      case "repository":
        if (name === "as" || name === "within") return kind;
        if (name === "find") return { is: "promise", of: { is: "page", of: record } };
        if (["findById", "create", "update", "delete"].includes(name)) return { is: "promise", of: record };
        return this.#ofMethod(callee);
      case "schema":
        if (name === "parse") return record;
        if (name === "parseAsync") return { is: "promise", of: record };
        if (name === "safeParse") return { is: "result", of: record };
        if (name === "safeParseAsync") return { is: "promise", of: { is: "result", of: record } };
        return sameSchema.has(name) ? kind : undefined;
      case "list":
        return sameList.has(name) ? kind : elements.has(name) ? kind.of : undefined;
      case "promise":
        return name === "catch" || name === "finally" ? kind : undefined;
      case "database":
        return starts.has(name) ? this.#query(call) : undefined;
      case "query":
        if (name === "execute") return { is: "promise", of: { is: "list", of: { is: "row" } } };
        if (name.startsWith("executeTakeFirst")) return { is: "promise", of: { is: "row" } };
        // Joined tables may have columns of the same name.
        return /join$/i.test(name) || starts.has(name) || name === "with" ? undefined : kind;
      default:
        return undefined;
    }
  }

  #ofFunction({ text }: ts.MemberName, { arguments: [, schema] }: ts.CallExpression): Kind | undefined {
    const isBody = text === "parseBody" && this.of(schema)?.is === "schema";
    return isBody ? { is: "promise", of: record } : undefined;
  }

  /** The return type of a method that was added to the repository by hand. */
  #ofMethod({ expression, name }: ts.PropertyAccessExpression): Kind | undefined {
    if (expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
    let at: ts.Node = expression;
    while (!ts.isClassLike(at) && !ts.isSourceFile(at)) at = at.parent;
    const method = ts.isClassLike(at)
      ? at.members.find((each) => ts.isMethodDeclaration(each) && each.name.getText() === name.text)
      : undefined;
    return method && ts.isMethodDeclaration(method) && method.type ? this.ofType(method.type) : undefined;
  }

  /** `selectFrom("blogpost as b")` */
  #query({ arguments: [table, second] }: ts.CallExpression): Kind | undefined {
    if (table === undefined || second !== undefined || !ts.isStringLiteralLike(table)) return undefined;
    const [name = "", alias = name] = table.text.split(" as ");
    return this.#names.tables.has(name) ? { is: "query", alias } : undefined;
  }
}

/** Whether a name is a whole module: `kit` after `import * as kit from "data-api/kit"`. */
function isModule(node: ts.Node): boolean {
  const binding = ts.isIdentifier(node) ? findBinding(node, node.text) : undefined;
  return binding !== undefined && ts.isNamespaceImport(binding);
}

function isEmpty(type: ts.TypeNode): boolean {
  return (
    type.kind === ts.SyntaxKind.UndefinedKeyword ||
    (ts.isLiteralTypeNode(type) && type.literal.kind === ts.SyntaxKind.NullKeyword)
  );
}
