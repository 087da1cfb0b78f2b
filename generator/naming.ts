import type { ConfigProblem } from "../runtime/errors/config-error.js";
import type { Entity, Model } from "../runtime/model/model.js";

/** The names that generated code uses for an entity. */
export interface EntityNames {
  readonly type: string;
  readonly newType: string;
  readonly changesType: string;
  readonly keyType: string;
  readonly tableType: string;
  readonly shape: string;
  readonly schema: string;
  readonly newSchema: string;
  readonly changesSchema: string;
  /** The schema of all members, if some cannot be read. */
  readonly members: string;
  /** The schema of the members that callers may write. */
  readonly inputs: string;
  readonly repository: string;
  readonly policy: string;
  readonly routes: string;
  readonly fields: string;
}

const IMPORTED = "Database FieldsIn Generated JsonValue ListWrites Repository RowsIn";
const HOOKS = "AfterCommit AfterCreate AfterDelete AfterUpdate BeforeCreate BeforeDelete BeforeUpdate";
const GLOBAL = "Array Boolean Date Error Function Map Number Object Promise Set String Symbol";
const UTILITY = "Omit Partial Pick Readonly Record Required";
/** Names that generated files already use. A record type of such a name gets the suffix `Record`. */
const takenNames = new Set([IMPORTED, HOOKS, GLOBAL, UTILITY].join(" ").split(" "));

export function generatedNames({ name }: Pick<Entity, "name">): EntityNames {
  const pascal = toPascalCase(name);
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return {
    type: takenNames.has(pascal) ? `${pascal}Record` : pascal,
    newType: `New${pascal}`,
    changesType: `${pascal}Changes`,
    keyType: `${pascal}Key`,
    tableType: `${pascal}Table`,
    shape: `${pascal}Shape`,
    schema: `${camel}Schema`,
    newSchema: `new${pascal}Schema`,
    changesSchema: `${camel}ChangesSchema`,
    members: `${camel}Members`,
    inputs: `${camel}Inputs`,
    repository: `${pascal}Repository`,
    policy: `${camel}Policy`,
    routes: `${camel}Routes`,
    fields: `${camel}Fields`,
  };
}

/**
 * Gives the names of one file, each once: a name that is taken gets a `_`. Names that are derived from different
 * entities may be equal: those of `order_changes` for a create and of `new_order` for an update are
 * `newOrderChangesSchema`.
 */
export function nameGiver(taken: Iterable<string> = []): (wanted: string) => string {
  const given = new Set(taken);
  return (wanted) => {
    let name = wanted;
    while (given.has(name)) name += "_";
    given.add(name);
    return name;
  };
}

/** The specifier of an import: `Order`, or `Order as Order_`. */
export function importAs(name: string, alias: string): string {
  return name === alias ? name : `${name} as ${alias}`;
}

/** `blog_post` → `BlogPost`, `BLOG` → `Blog` */
export function toPascalCase(name: string): string {
  const words = name.split("_").filter((word) => word !== "");
  return words
    .map(
      (word) =>
        word.charAt(0).toUpperCase() + (isShouted(word) ? word.slice(1).toLowerCase() : word.slice(1)),
    )
    .join("");
}

function isShouted(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase();
}

/** Reports entities that would have the same names in generated code, and such operations. */
export function checkNaming({
  entities,
  ownOperations,
}: Pick<Model, "entities" | "ownOperations">): readonly ConfigProblem[] {
  return [
    ...checkNames("entities", entities, (name) => generatedNames({ name }).repository),
    ...checkNames("operations", ownOperations, toPascalCase),
  ];
}

function checkNames(
  group: "entities" | "operations",
  named: readonly Pick<Entity, "name">[],
  generatedName: (name: string) => string,
): readonly ConfigProblem[] {
  const seen = new Map<string, string>();
  return named.flatMap(({ name }): readonly ConfigProblem[] => {
    const generated = generatedName(name);
    const twin = seen.get(generated);
    seen.set(generated, name);
    if (twin === undefined) return [];
    const message = `"${twin}" and "${name}" would both be "${generated}" in generated code; rename one.`;
    return [{ path: `${group}.${name}`, message }];
  });
}
