import type { Field, TableEntity } from "../../../model/model.js";
import { constraintName } from "../../schema/constraint-names.js";
import { serves, type StoredDiff } from "../../schema/compare/diff-stored.js";
import { indexesOf } from "../../schema/field-index.js";
import {
  areColumnsOf,
  columnNamesOf,
  kindOfIndex,
  sameName,
  sameNames,
} from "../../schema/stored/find-stored.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import type {
  StoredCheck,
  StoredPart,
  StoredSchema,
  StoredTable,
} from "../../schema/stored/stored-schema.js";

/** An object in the database that no migration created. */
export interface UnmanagedObjects {
  readonly kind: "table" | "view" | "synonym" | "column" | "index" | "foreign key" | "check" | "trigger";
  /** Its table, or itself if it is one: `item`, `shop.item`. */
  readonly table: string;
  /** Its own name, or the columns of a foreign key or the condition of a check that has none. */
  readonly name: string;
}

/** The contents of a database. */
export interface FoundSchema extends StoredSchema {
  readonly checks: readonly StoredCheck[];
  readonly parts: readonly StoredPart[];
}

/** Lists objects of the database that are not among these tables, their columns, indexes and constraints. */
export function findUnmanagedObjects(
  { pairs }: StoredDiff,
  { tables, checks, parts, defaultSchema }: FoundSchema,
  dialect: TableDialect,
): readonly UnmanagedObjects[] {
  const managed = new Map(pairs.map((pair) => [pair.table, pair]));
  return tables.flatMap((table): readonly UnmanagedObjects[] => {
    const pair = managed.get(table);
    const shown = shownTable(table, defaultSchema);
    const ofTable = (kind: UnmanagedObjects["kind"], found: Iterable<{ readonly name: string }>) =>
      Array.from(found, ({ name }): UnmanagedObjects => ({ kind, table: shown, name }));
    if (pair === undefined) {
      const kind = table.synonymOf !== undefined ? "synonym" : table.isView ? "view" : "table";
      return ofTable(kind, [{ name: shown }]);
    }
    const { entity } = pair;
    const isHere = (part: { readonly schema: string | undefined; readonly table: string }) =>
      sameName(part.table, table.name) && sameName(part.schema ?? "", table.schema ?? "");
    const here = parts.filter(isHere);
    const own = ownNames(entity, dialect);
    const isOwn = (name = "") => own.has(name.toLowerCase());
    // With another name, as `compareSchema` accepts it.
    const equivalent = table.indexes.filter((index) =>
      indexesOf(entity, dialect).some(
        (wanted) => kindOfIndex(index) === wanted.kind && serves(index, wanted),
      ),
    );
    const indexes = here.filter(
      ({ kind, name }) => kind === "index" && !isOwn(name) && !equivalent.some((each) => each.name === name),
    );
    const foreignKeys = pair.foreignKeys.removed.filter(
      ({ columns }) => !entity.foreignKeys.some(({ fields }) => areColumnsOf(columns, fields)),
    );
    const otherChecks = checks.filter(
      (check) => isHere(check) && !isOwn(check.name) && !limitsEnum(check.clause, entity, table),
    );
    const triggers = new Map(here.flatMap((part) => (part.kind === "trigger" ? [[part.name, part]] : [])));
    return [
      ...ofTable("column", pair.columns.removed),
      ...ofTable("index", indexes),
      ...foreignKeys.flatMap(({ name, columns }) =>
        ofTable("foreign key", [{ name: name === "" ? columns.join(", ") : name }]),
      ),
      ...otherChecks.flatMap(({ name, clause }) => ofTable("check", [{ name: name ?? clause }])),
      ...ofTable("trigger", triggers.values()),
    ];
  });
}

function shownTable({ schema, name }: StoredTable, defaultSchema: string | undefined): string {
  return schema === undefined || sameName(schema, defaultSchema ?? "") ? name : `${schema}.${name}`;
}

/** The lower-case names that migrations give to the indexes and constraints of a table. */
function ownNames(entity: TableEntity, dialect: TableDialect): ReadonlySet<string> {
  const nameFor = (kind: "fk" | "ck", fields: readonly Field[]) =>
    constraintName(kind, entity, fields, dialect.schema.maxNameLength);
  const names = [
    ...indexesOf(entity, dialect).map(({ name }) => name),
    ...entity.fields.flatMap((field) => (field.type === "enum" ? [nameFor("ck", [field])] : [])),
    // MySQL gives the index of a foreign key its name.
    ...entity.foreignKeys.map(({ fields }) => nameFor("fk", fields)),
  ];
  return new Set(names.map((name) => name.toLowerCase()));
}

/** Whether a check without a known name is the one for an enum's values. */
function limitsEnum(clause: string, { fields }: TableEntity, { columns }: StoredTable): boolean {
  return fields.some(({ type, column }) => {
    const stored = columns.find(({ name }) => sameName(name, column));
    return type === "enum" && stored?.values !== undefined && clause.includes(column);
  });
}

/**
 * Lists the indexes and foreign keys that have other names than migrations give them, each as a sentence: a migration
 * that removes one must name it as it is.
 */
export function findOtherNames({ pairs }: StoredDiff, dialect: TableDialect): readonly string[] {
  return pairs.flatMap(({ entity, table }) => {
    const wanted = [
      ...entity.foreignKeys.map(({ fields }) => ({
        what: "foreign key",
        name: constraintName("fk", entity, fields, dialect.schema.maxNameLength),
        columns: columnNamesOf(fields),
        found: table.foreignKeys,
      })),
      ...indexesOf(entity, dialect).map(({ name, column }) => ({
        what: "index",
        name,
        columns: [column],
        found: table.indexes,
      })),
    ];
    return wanted.flatMap(({ what, name, columns, found }) => {
      const same = found.filter((each) => sameNames(each.columns, columns));
      const [other] = same;
      if (other === undefined || other.name === "" || same.some((each) => sameName(each.name, name)))
        return [];
      return [
        `The ${what} on "${entity.table}" (${columns.join(", ")}) is called "${other.name}", and not "${name}".`,
      ];
    });
  });
}
