import type { Field, TableEntity } from "../../../model/model.js";
import { constraintName } from "../../schema/constraint-names.js";
import { indexesOf } from "../../schema/field-index.js";
import { findTable, kindOfIndex, sameName, sameNames } from "../../schema/stored/find-stored.js";
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
  entities: readonly TableEntity[],
  { tables, checks, parts, defaultSchema }: FoundSchema,
  dialect: TableDialect,
): readonly UnmanagedObjects[] {
  const managed = new Map<StoredTable, TableEntity>();
  for (const entity of entities) {
    const table = findTable(entity, tables, defaultSchema);
    if (table !== undefined) managed.set(table, entity);
  }
  return tables.flatMap((table): readonly UnmanagedObjects[] => {
    const entity = managed.get(table);
    const shown = shownTable(table, defaultSchema);
    const ofTable = (kind: UnmanagedObjects["kind"], names: readonly string[]) =>
      names.map((name): UnmanagedObjects => ({ kind, table: shown, name }));
    if (entity === undefined)
      return ofTable(table.synonymOf !== undefined ? "synonym" : table.isView ? "view" : "table", [shown]);
    const isHere = (part: { readonly schema: string | undefined; readonly table: string }) =>
      sameName(part.table, table.name) && sameName(part.schema ?? "", table.schema ?? "");
    const here = parts.filter(isHere);
    const own = ownNames(entity, dialect);
    const isOwn = (name = "") => own.has(name.toLowerCase());
    const named = (wanted: StoredPart["kind"]) =>
      here.filter(({ kind }) => kind === wanted).map(({ name }) => name);
    const foreignKeys = table.foreignKeys.filter(({ columns }) => !isForeignKey(columns, entity));
    const otherChecks = checks.filter(
      (check) => isHere(check) && !isOwn(check.name) && !limitsEnum(check.clause, entity, table),
    );
    return [
      ...ofTable("column", otherColumns(entity, table)),
      ...ofTable(
        "index",
        named("index").filter((name) => !isOwn(name) && !serves(name, entity, table, dialect)),
      ),
      ...ofTable(
        "foreign key",
        foreignKeys.map(({ name, columns }) => (name === "" ? columns.join(", ") : name)),
      ),
      ...ofTable(
        "check",
        otherChecks.map(({ name, clause }) => name ?? clause),
      ),
      ...ofTable("trigger", [...new Set(named("trigger"))]),
    ];
  });
}

function shownTable({ schema, name }: StoredTable, defaultSchema: string | undefined): string {
  return schema === undefined || sameName(schema, defaultSchema ?? "") ? name : `${schema}.${name}`;
}

function otherColumns({ fields }: TableEntity, { columns }: StoredTable): readonly string[] {
  return columns
    .map(({ name }) => name)
    .filter((name) => !fields.some(({ column }) => sameName(column, name)));
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

/** Whether an index with another name is equivalent to one of a migration: `compareSchema` accepts it. */
function serves(name: string, entity: TableEntity, { indexes }: StoredTable, dialect: TableDialect): boolean {
  const index = indexes.find((each) => each.name === name);
  const [first = ""] = index?.columns ?? [];
  const wanted = indexesOf(entity, dialect).find(({ column }) => sameName(column, first));
  if (index === undefined || wanted === undefined || index.isPartial) return false;
  return kindOfIndex(index) === wanted.kind && (wanted.kind !== "unique" || index.columns.length === 1);
}

function isForeignKey(columns: readonly string[], { foreignKeys }: TableEntity): boolean {
  return foreignKeys.some(({ fields }) =>
    sameNames(
      fields.map(({ column }) => column),
      columns,
    ),
  );
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
export function findOtherNames(
  entities: readonly TableEntity[],
  stored: readonly StoredTable[],
  defaultSchema: string | undefined,
  dialect: TableDialect,
): readonly string[] {
  return entities.flatMap((entity) => {
    const table = findTable(entity, stored, defaultSchema);
    if (table === undefined) return [];
    const wanted = [
      ...entity.foreignKeys.map(({ fields }) => ({
        what: "foreign key",
        name: constraintName("fk", entity, fields, dialect.schema.maxNameLength),
        columns: fields.map(({ column }) => column),
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
