import type { Config, EntityConfig, FieldConfig } from "data-api";
import { canonical } from "./exact-json.js";
import { expectedOf, type Expected } from "./oracle.js";
import type { Cell, RawDatabase, RawDialect } from "./raw-database.js";

/** An imported table or view, including the fields that the server adds. */
export interface Table {
  readonly name: string;
  /** Its name in the database. */
  readonly table: string;
  /** Its quoted name in the database, with its schema. */
  readonly place: string;
  readonly isReadOnly: boolean;
  /** The columns that identify a row: its key, or all columns if it has no key. */
  readonly keys: readonly Column[];
  readonly hasKey: boolean;
  /** The default order of a page, and the order of equal values. */
  readonly order: readonly Column[];
  readonly columns: readonly Column[];
}

export interface Column {
  /** The name of the field. */
  readonly name: string;
  readonly column: string;
  readonly field: FieldConfig;
  /** Whether the server or the database sets it at each write. */
  readonly isStamp: boolean;
}

/** A row as stored in the database. */
export interface Row {
  /** The key, which is unique. Without a key, all cells. */
  readonly id: string;
  readonly cells: ReadonlyMap<Column, Cell>;
  readonly expected: ReadonlyMap<Column, Expected>;
}

/** The types without an order. */
export const unsorted: readonly FieldConfig["type"][] = ["list", "json", "xml", "other"];

const added = { isEditable: false, isRequired: true } as const;

export function tablesOf({ entities }: Config, dialect: RawDialect): readonly Table[] {
  return Object.entries(entities).map(([name, entity]) => {
    const columns = columnsOf(entity);
    const keyNames = [entity.primaryKey ?? "id"].flat();
    const hasKey = keyNames.length > 0;
    const keys = keyNames.flatMap((key) => columns.find((column) => column.name === key) ?? []);
    const place = [entity.schema, entity.table ?? name].flatMap((part) => part ?? []);
    return {
      name,
      table: entity.table ?? name,
      place: place.map(dialect.quote).join("."),
      isReadOnly: entity.isReadOnly === true,
      keys: hasKey ? keys : columns,
      hasKey,
      order: hasKey ? keys : columns.filter(({ field }) => !unsorted.includes(field.type)),
      columns,
    };
  });
}

function columnsOf(entity: EntityConfig): readonly Column[] {
  const { fields, primaryKey = "id", systemFields = {}, isReadOnly = false } = entity;
  const own = Object.entries(fields).map(([name, field]) => toColumn(name, field));
  const key =
    typeof primaryKey === "string" && !Object.hasOwn(fields, primaryKey)
      ? [toColumn(primaryKey, { ...added, type: systemFields.id === "uuid" ? "uuid" : "int" })]
      : [];
  const stamps = (["createdat", "updatedat"] as const).flatMap((name) =>
    (systemFields[name] ?? !isReadOnly) ? [toColumn(name, { ...added, type: "datetime" }, true)] : [],
  );
  return [...key, ...own, ...stamps];
}

function toColumn(name: string, field: FieldConfig, isStamp = false): Column {
  return { name, column: field.column ?? name, field, isStamp: isStamp || field.storedAs === "rowversion" };
}

/** All rows, in the order of the key. */
export async function readRows(raw: RawDatabase, table: Table, dialect: RawDialect): Promise<readonly Row[]> {
  const { columns } = table;
  const texts = columns.map(({ column, field }) => dialect.text(dialect.quote(column), field));
  const found = await raw.rows(`select ${texts.join(", ")} from ${table.place}`);
  return found.map((values) => {
    const cells = new Map(columns.map((column, index) => [column, values[index] ?? null]));
    const expected = new Map(
      columns.map((column, index) => [column, expectedOf(values[index] ?? null, column.field, dialect)]),
    );
    return { id: idOf(table, (key) => expected.get(key)?.json), cells, expected };
  });
}

/** A text that identifies a row. */
export function idOf({ keys }: Table, valueOf: (key: Column) => unknown): string {
  return canonical(keys.map((key) => valueOf(key) ?? null));
}
