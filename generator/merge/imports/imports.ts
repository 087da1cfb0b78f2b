import { ts } from "ts-morph";

import type { Unit, UnitList } from "../source/unit.js";

/** One import declaration. */
export interface Import {
  readonly unit: Unit;
  readonly module: string;
  readonly isType: boolean;
  /** Empty for an import for its side effects. */
  readonly bindings: readonly ImportBinding[];
}

/** One name that an import binds. */
export interface ImportBinding {
  /** Equal in two versions of a file if the module, the form and both names are equal. */
  readonly id: string;
  readonly form: "default" | "namespace" | "named";
  readonly local: string;
  readonly isType: boolean;
  /** Without the modifier `type`. */
  readonly text: string;
  readonly node: ts.Node;
}

export function readImports({ units }: UnitList): readonly Import[] {
  return units.flatMap((unit) =>
    unit.node && ts.isImportDeclaration(unit.node) ? [{ unit, ...readImport(unit.node) }] : [],
  );
}

export function importedNames({ statements }: ts.SourceFile): readonly string[] {
  const imports = statements.filter((statement) => ts.isImportDeclaration(statement));
  return imports.flatMap((node) => readImport(node).bindings.map(({ local }) => local));
}

function readImport({ moduleSpecifier, importClause: clause }: ts.ImportDeclaration): Omit<Import, "unit"> {
  const module = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
  const isType = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const bindings: ImportBinding[] = [];
  const add = (form: ImportBinding["form"], node: ts.Node, local: string, text = local, typed = isType) => {
    bindings.push({ id: [module, form, text].join("\u0001"), form, local, isType: typed, text, node });
  };
  if (clause?.name) add("default", clause.name, clause.name.text);
  const named = clause?.namedBindings;
  if (named && ts.isNamespaceImport(named))
    add("namespace", named, named.name.text, `* as ${named.name.text}`);
  if (named && ts.isNamedImports(named)) {
    for (const element of named.elements) {
      const { name, propertyName, isTypeOnly } = element;
      const text = propertyName ? `${propertyName.text} as ${name.text}` : name.text;
      add("named", element, name.text, text, isType || isTypeOnly);
    }
  }
  return { module, isType, bindings };
}

export function bindingsById(imports: readonly Import[]): ReadonlyMap<string, ImportBinding> {
  return new Map(imports.flatMap(({ bindings }) => bindings.map((binding) => [binding.id, binding])));
}
