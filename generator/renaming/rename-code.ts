import { ts } from "ts-morph";

import type { Splice } from "../merge/source/splice.js";
import { Kinds, type Kind, type Names } from "./kinds.js";
import { findBinding, isTopLevel } from "./find-binding.js";

/**
 * The new names, keyed by kind and former name: `field:title`, `column:title`, `name:Blogpost`,
 * `module:./a.js`, `table:a`.
 */
export type Words = ReadonlyMap<string, string>;

/** The renames of a file, and the members of a renamed name whose owner is not certain. */
export interface FileRenames {
  readonly renames: readonly Splice[];
  readonly doubtful: readonly ts.Node[];
}

/**
 * Finds the names to rename. Other names with the same spelling are left alone.
 * @param imported The names that the generated version of the file imports.
 */
export function findRenames(
  file: ts.SourceFile,
  words: Words,
  names: Names,
  imported: ReadonlySet<string>,
): FileRenames {
  const finder = new Finder(file, words, names, imported);
  finder.visit(file);
  return finder;
}

const queryColumns: Readonly<Record<string, readonly number[]>> = {
  where: [0],
  whereRef: [0, 2],
  having: [0],
  havingRef: [0, 2],
  on: [0],
  orderBy: [0],
  set: [0],
  column: [0],
};
const listsColumns = new Set(["select", "groupBy", "returning", "distinctOn", "columns", "clearSelect"]);
const takesRows = new Set(["values", "set", "doUpdateSet"]);
const takesShape = new Set([
  "extend",
  "safeExtend",
  "pick",
  "omit",
  "partial",
  "required",
  "parse",
  "parseAsync",
]);

class Finder implements FileRenames {
  readonly renames: Splice[] = [];
  readonly doubtful: ts.Node[] = [];
  readonly #file: ts.SourceFile;
  readonly #words: Words;
  readonly #names: Names;
  readonly #imported: ReadonlySet<string>;
  /** The new names of modules. */
  readonly #modules: ReadonlySet<string>;
  readonly #kinds: Kinds;

  constructor(file: ts.SourceFile, words: Words, names: Names, imported: ReadonlySet<string>) {
    this.#imported = imported;
    this.#modules = new Set([...words].flatMap(([key, name]) => (key.startsWith("module:") ? [name] : [])));
    this.#file = file;
    this.#words = words;
    this.#names = names;
    this.#kinds = new Kinds(names);
  }

  visit(node: ts.Node): void {
    if (ts.isIdentifier(node)) this.#identifier(node);
    else if (ts.isStringLiteralLike(node)) this.#text(node);
    ts.forEachChild(node, (child) => this.visit(child));
  }

  #identifier(node: ts.Identifier): void {
    const { parent } = node;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
      this.#replaceMember(node, this.#member(this.#kinds.of(parent.expression), node.text));
    } else if (ts.isBindingElement(parent) && ts.isObjectBindingPattern(parent.parent)) {
      if (parent.initializer === node || parent.dotDotDotToken) {
        this.#reference(node);
        return;
      }
      if (parent.propertyName !== undefined && parent.propertyName !== node) return;
      const name = this.#member(this.#kinds.ofBinding(parent.parent.parent), node.text);
      this.#replaceMember(node, parent.propertyName ? name : name && `${name}: ${node.text}`);
    } else if (ts.isShorthandPropertyAssignment(parent)) {
      const value = this.#nameOf(node) ?? node.text;
      const key = this.#member(this.#expected(parent.parent), node.text) ?? node.text;
      this.#replaceMember(node, key === value ? (key === node.text ? undefined : key) : `${key}: ${value}`);
    } else if (isMemberName(node)) this.#replaceMember(node, this.#memberName(node));
    else this.#reference(node);
  }

  #reference(node: ts.Identifier): void {
    const { parent } = node;
    if (ts.isImportSpecifier(parent) && parent.propertyName !== undefined && parent.name === node) return;
    const name = this.#nameOf(node);
    const isExported = ts.isExportSpecifier(parent) && parent.propertyName === undefined;
    this.#replace(node, name !== undefined && isExported ? `${name} as ${node.text}` : name);
  }

  /** The new name of a generated declaration. */
  #nameOf(node: ts.Identifier): string | undefined {
    const name = this.#words.get(`name:${node.text}`);
    const { parent } = node;
    if (name === undefined || (ts.isExportSpecifier(parent) && parent.parent.parent.moduleSpecifier))
      return undefined;
    if (ts.isImportSpecifier(parent)) return this.#isOurs(parent) ? name : undefined;
    const binding = findBinding(node, node.text);
    if (binding === undefined || !isTopLevel(binding)) return undefined;
    if (ts.isImportSpecifier(binding))
      return !binding.propertyName && this.#isOurs(binding) ? name : undefined;
    return ts.isImportClause(binding) || ts.isNamespaceImport(binding) ? undefined : name;
  }

  /** Whether the name is imported from a generated file, even one that has been moved. */
  #isOurs({ parent, propertyName, name }: ts.ImportSpecifier): boolean {
    const { text } = parent.parent.parent.moduleSpecifier as ts.StringLiteral;
    if (!text.startsWith(".")) return false;
    const module = `./${text.split("/").pop() ?? ""}`;
    // Where the file was moved, the import may follow it before names are renamed.
    return (
      this.#words.has(`module:${module}`) ||
      this.#modules.has(module) ||
      this.#imported.has((propertyName ?? name).text)
    );
  }

  #memberName(node: ts.Node & { readonly text: string }): string | undefined {
    const { parent: member } = node;
    if (ts.isPropertyAssignment(member)) return this.#member(this.#expected(member.parent), node.text);
    const isColumn =
      ts.isPropertySignature(member) &&
      ts.isInterfaceDeclaration(member.parent) &&
      this.#names.rows.has(member.parent.name.text);
    return isColumn ? this.#words.get(`column:${node.text}`) : undefined;
  }

  #member(kind: Kind | undefined, name: string): string | undefined {
    if (kind?.is === "record") return this.#words.get(`field:${name}`);
    return kind?.is === "row" ? this.#words.get(`column:${name}`) : undefined;
  }

  /** The expected kind of an object literal. */
  #expected(node: ts.Expression): Kind | undefined {
    const { parent } = node;
    const kinds = this.#kinds;
    if (ts.isParenthesizedExpression(parent)) return this.#expected(parent);
    if (ts.isAsExpression(parent) || ts.isSatisfiesExpression(parent)) return kinds.ofType(parent.type);
    if (ts.isArrayLiteralExpression(parent)) {
      const kind = this.#expected(parent);
      return kind?.is === "list" ? kind.of : kind?.is === "row" ? kind : undefined;
    }
    if ((ts.isVariableDeclaration(parent) || ts.isParameter(parent)) && parent.type)
      return kinds.ofType(parent.type);
    if (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === node)) {
      let owner: ts.Node = parent;
      while (!ts.isFunctionLike(owner) && !ts.isSourceFile(owner)) owner = owner.parent;
      const kind = ts.isFunctionLike(owner) && owner.type ? kinds.ofType(owner.type) : undefined;
      return (kind?.is === "promise" ? kind.of : kind) ?? kinds.of(node);
    }
    return (ts.isCallExpression(parent) ? this.#ofArgument(parent, node) : undefined) ?? kinds.of(node);
  }

  #ofArgument(call: ts.CallExpression, node: ts.Expression): Kind | undefined {
    const { expression: callee } = call;
    if (!ts.isPropertyAccessExpression(callee)) return undefined;
    const name = callee.name.text;
    const at = call.arguments.indexOf(node);
    if (this.#kinds.makesSchema(call)) return { is: "record" };
    const of = this.#kinds.of(callee.expression);
    if (of?.is === "repository")
      return (name === "create" && at === 0) || (name === "update" && at === 1)
        ? { is: "record" }
        : undefined;
    if (of?.is === "schema") return takesShape.has(name) ? { is: "record" } : undefined;
    if (of?.is === "query") return takesRows.has(name) && at === 0 ? { is: "row" } : undefined;
    return undefined;
  }

  #text(node: ts.StringLiteralLike): void {
    const { parent } = node;
    if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent))
      this.#replaceText(node, this.#words.get(`module:${node.text}`));
    else if (ts.isElementAccessExpression(parent))
      this.#replaceText(node, this.#member(this.#kinds.of(parent.expression), node.text));
    else if (ts.isLiteralTypeNode(parent))
      this.#replaceText(node, this.#member(this.#keysOf(parent), node.text));
    else if (isMemberName(node)) this.#replaceText(node, this.#memberName(node));
    else this.#replaceText(node, this.#inCall(node));
  }

  /** `Blogpost["title"]`, `Omit<Blogpost, "title" | "content">` */
  #keysOf(type: ts.TypeNode): Kind | undefined {
    const { parent } = type;
    if (ts.isUnionTypeNode(parent)) return this.#keysOf(parent);
    if (ts.isIndexedAccessTypeNode(parent)) return this.#kinds.ofType(parent.objectType);
    if (!ts.isTypeReferenceNode(parent) || !/^(Pick|Omit)$/.test(parent.typeName.getText(this.#file)))
      return undefined;
    const [of, keys] = parent.typeArguments ?? [];
    return of && keys === type ? this.#kinds.ofType(of) : undefined;
  }

  #inCall(node: ts.StringLiteralLike): string | undefined {
    const { parent } = node;
    if (ts.isPropertyAssignment(parent)) return this.#orderBy(node, parent);
    const list = ts.isArrayLiteralExpression(parent) ? parent : undefined;
    if (list && ts.isPropertyAssignment(list.parent)) return this.#path(node, list);
    const argument = list ?? node;
    const call = argument.parent;
    if (!ts.isCallExpression(call)) return undefined;
    const at = call.arguments.indexOf(argument);
    if (ts.isIdentifier(call.expression)) {
      const kind = at === 0 ? this.#kinds.of(call.expression) : undefined;
      return kind?.is === "query" ? this.#column(node.text, kind.alias) : undefined;
    }
    if (!ts.isPropertyAccessExpression(call.expression)) return undefined;
    const name = call.expression.name.text;
    const kind = this.#kinds.of(call.expression.expression);
    if (kind?.is === "database" && at === 0) return this.#table(node.text);
    if (kind?.is !== "query") return undefined;
    return listsColumns.has(name) || (name === "ref" && at === 0) || queryColumns[name]?.includes(at) === true
      ? this.#column(node.text, kind.alias)
      : undefined;
  }

  /** `blogpost.title as name` */
  #column(text: string, alias: string): string | undefined {
    const [, owner, name = "", rest = ""] = /^(?:(\w+)\.)?(\w+)( .*)?$/.exec(text) ?? [];
    if (owner !== undefined && owner !== alias) return undefined;
    const column = this.#words.get(`column:${name}`) ?? name;
    const table =
      owner && (this.#names.tables.has(owner) ? (this.#words.get(`table:${owner}`) ?? owner) : owner);
    const renamed = `${table === undefined ? "" : `${table}.`}${column}${rest}`;
    return renamed === text ? undefined : renamed;
  }

  #table(text: string): string | undefined {
    const [name = "", ...rest] = text.split(" ");
    const table = this.#words.get(`table:${name}`);
    return table && [table, ...rest].join(" ");
  }

  /** `repository.find({ orderBy: "~title" })` */
  #orderBy(node: ts.StringLiteralLike, member: ts.PropertyAssignment): string | undefined {
    const call = member.parent.parent;
    if (member.name.getText(this.#file) !== "orderBy" || !ts.isCallExpression(call)) return undefined;
    const callee = call.expression;
    const isFind =
      ts.isPropertyAccessExpression(callee) &&
      callee.name.text === "find" &&
      this.#kinds.of(callee.expression)?.is === "repository";
    const [sign, name] = node.text.startsWith("~") ? ["~", node.text.slice(1)] : ["", node.text];
    const field = isFind ? this.#words.get(`field:${name}`) : undefined;
    return field && sign + field;
  }

  /** `schema.refine(check, { path: ["title"] })` */
  #path(node: ts.StringLiteralLike, list: ts.ArrayLiteralExpression): string | undefined {
    const isPath = (list.parent as ts.PropertyAssignment).name.getText(this.#file) === "path";
    if (!isPath || list.elements[0] !== node) return undefined;
    for (let at: ts.Node = list; !ts.isStatement(at.parent); at = at.parent) {
      if (!ts.isCallExpression(at.parent) || !ts.isPropertyAccessExpression(at.parent.expression)) continue;
      const { expression, name } = at.parent.expression;
      if (/^(refine|superRefine|check)$/.test(name.text) && this.#kinds.of(expression)?.is === "schema")
        return this.#words.get(`field:${node.text}`);
    }
    return undefined;
  }

  #replaceMember(node: ts.Identifier, text: string | undefined): void {
    const { parent } = node;
    const owner = ts.isPropertyAccessExpression(parent) ? parent.expression : undefined;
    if (owner && ts.isIdentifier(owner) && isOfPackage(owner)) return;
    const isAlike = ["field", "column", "entity"].some((space) => this.#words.has(`${space}:${node.text}`));
    if (text === undefined && isAlike) this.doubtful.push(node);
    this.#replace(node, text);
  }

  #replace(node: ts.Node, text: string | undefined): void {
    if (text !== undefined) this.renames.push({ start: node.getStart(this.#file), end: node.end, text });
  }

  #replaceText(node: ts.StringLiteralLike, text: string | undefined): void {
    const start = node.getStart(this.#file) + 1;
    if (text !== undefined && node.end - 1 > start) this.renames.push({ start, end: node.end - 1, text });
  }
}

function isMemberName(node: ts.Identifier | ts.StringLiteralLike): boolean {
  const { parent } = node;
  const isMember =
    ts.isObjectLiteralElement(parent) ||
    ts.isTypeElement(parent) ||
    ts.isClassElement(parent) ||
    ts.isEnumMember(parent);
  if (ts.isQualifiedName(parent)) return parent.right === node;
  return isMember && parent.name === node;
}

/** Whether the name is imported from a package, such as `field` of `field.date()`. */
function isOfPackage(node: ts.Identifier): boolean {
  const binding = findBinding(node, node.text);
  if (binding === undefined || !ts.isImportSpecifier(binding)) return false;
  return !(binding.parent.parent.parent.moduleSpecifier as ts.StringLiteral).text.startsWith(".");
}
