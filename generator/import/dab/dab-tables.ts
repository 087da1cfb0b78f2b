import { suggestion } from "../../../runtime/errors/nearest.js";
import { sameNames } from "../../../runtime/database/schema/stored/find-stored.js";
import type { StoredForeignKey, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";
import { keyOfColumns, type ImportHints, type TableHints } from "../imported.js";
import { quoted } from "../../one-line.js";
import type { DabEntity, DabRelationship } from "./dab-entity.js";
import { memberOf, mistake, type DabValue } from "./dab-values.js";

/** The tables of the entities, with what the file says about them. */
export interface DabTables {
  readonly tables: readonly StoredTable[];
  readonly hints: ImportHints;
  /** The name of the entity for each table. Join tables have none. */
  readonly entityNames: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/** Identifies a table, while its description changes. */
export function keyOf({ schema, name }: StoredTable): string {
  return JSON.stringify([schema, name]);
}

/** @throws {CommandError} for an entity whose table is not in the database. */
export function dabTables(
  entities: readonly DabEntity[],
  found: readonly StoredTable[],
  defaultSchema: string | undefined,
): DabTables {
  const find = (parts: readonly string[]) => findSource(parts, found, defaultSchema);
  const notes: string[] = [];
  const owners = new Map<StoredTable, DabEntity>();
  for (const entity of entities) {
    const table = entity.isProcedure ? undefined : find(entity.source);
    if (entity.isProcedure)
      notes.push(`The entity ${quoted(entity.name)} is left out: it is a stored procedure.`);
    else if (table === undefined) throw missing(memberOf(entity.at, "source"), entity.source, found);
    else if (owners.has(table))
      notes.push(
        `The entity ${quoted(entity.name)} is left out: ${quoted(owners.get(table)?.name ?? "")} is of the same table, and a table can have one entity.`,
      );
    else owners.set(table, entity);
  }
  const targets = new Map([...owners].map(([table, entity]) => [entity.name, { table, entity }]));
  const described = [...owners].map(([table, entity]) => describe(table, entity, { targets, find }));
  const back = relationsBack(described);
  const links = new Map<StoredTable, readonly string[]>();
  for (const { linked } of described)
    for (const { table, sentence } of linked)
      if (!owners.has(table)) links.set(table, [...(links.get(table) ?? []), sentence]);
  return {
    tables: [...described.map(({ table }) => table), ...links.keys()],
    hints: new Map<StoredTable, TableHints>([
      ...described.map(({ table, entity, hints }) => {
        const { inverseNames, notes: own } = back.get(entity.name) ?? nothingBack();
        return [table, { ...hints, inverseNames, notes: [...own, ...hints.notes] }] as const;
      }),
      ...[...links].map(([table, sentences]) => [table, { notes: sentences }] as const),
    ]),
    entityNames: new Map([...owners].map(([table, { name }]) => [keyOf(table), name])),
    notes,
  };
}

/** A table with the information from the file, except for inverse relations. */
interface Described {
  readonly entity: DabEntity;
  readonly table: StoredTable;
  readonly hints: TableHints & Required<Pick<TableHints, "notes">>;
  /** Its relationships that are not foreign keys of the entity itself. */
  readonly open: readonly OpenRelation[];
  readonly linked: readonly { readonly table: StoredTable; readonly sentence: string }[];
}

interface OpenRelation {
  readonly relation: DabRelationship;
  /** The join table, if there is one. */
  readonly link: StoredTable | undefined;
  /** Why it is not a foreign key, if that is not obvious. */
  readonly reason: string | undefined;
}

interface Others {
  readonly targets: ReadonlyMap<string, { readonly table: StoredTable; readonly entity: DabEntity }>;
  readonly find: (parts: readonly string[]) => StoredTable | undefined;
}

function describe(table: StoredTable, entity: DabEntity, others: Others): Described {
  const open: OpenRelation[] = [];
  const foreignKeys = [...table.foreignKeys];
  const resolvedNames = new Map<string, string>();
  for (const relation of entity.relationships) {
    const link = relation.linkingTable === undefined ? undefined : others.find(relation.linkingTable);
    const key =
      relation.isMany || link !== undefined ? undefined : foreignKeyOf(relation, table, entity, others);
    if (typeof key === "object") {
      if (!foreignKeys.includes(key)) foreignKeys.push(key);
      resolvedNames.set(keyOfColumns(key.columns), relation.name);
    } else open.push({ relation, link, reason: key });
  }
  const keys = entity.keyFields.map((name) => dabColumn(name, table, entity) ?? name);
  const primaryKey = table.isView && table.primaryKey.length === 0 ? keys : table.primaryKey;
  const isOtherKey = keys.length > 0 && String(keys) !== String(primaryKey);
  const inFields = ({ name }: { readonly name: string }) =>
    entity.columns?.has(name) !== false || primaryKey.includes(name);
  return {
    entity,
    open,
    table: {
      ...table,
      primaryKey,
      foreignKeys,
      columns: table.columns.map((column) => {
        const description = entity.descriptions.get(column.name);
        return description === undefined ? column : { ...column, description };
      }),
      ...(entity.description !== undefined && { description: entity.description }),
    },
    linked: open.flatMap(({ relation: { name }, link }) =>
      link === undefined
        ? []
        : [
            {
              table: link,
              sentence: `It links the records of ${quoted(`${entity.name}.${name}`)}. The file gives no role a permission for it.`,
            },
          ],
    ),
    hints: {
      entityName: entity.name,
      fieldNames: entity.mappings,
      resolvedNames,
      leftOut: new Map(
        table.columns
          .filter((column) => !inFields(column))
          .map(({ name }) => [name, 'it is not in "fields"'] as const),
      ),
      notes: [
        ...(isOtherKey
          ? [`"key-fields" is not carried over: the key is that of the table in the database.`]
          : []),
        ...(entity.path !== undefined && entity.path.replace(/^\//, "") !== entity.name
          ? [`Its path was ${quoted(entity.path)}: here a path has the name of the entity.`]
          : []),
        ...unknownColumns(table, entity),
      ],
    },
  };
}

/** The hints about an entity from relationships that are not its foreign keys. */
interface Back {
  readonly inverseNames: Map<string, string>;
  readonly notes: string[];
}

const nothingBack = (): Back => ({ inverseNames: new Map(), notes: [] });

/** Names the inverse relations of foreign keys of other tables, by entity. Other relationships become notes. */
function relationsBack(described: readonly Described[]): ReadonlyMap<string, Back> {
  const back = new Map(described.map(({ entity: { name } }) => [name, nothingBack()]));
  for (const source of described) {
    for (const { relation, link, reason } of source.open) {
      const target = described.find(({ entity }) => entity.name === relation.target);
      const key =
        link !== undefined || reason !== undefined || target === undefined
          ? reason
          : keyBack(relation, source.table, target);
      const names = back.get(relation.target)?.inverseNames;
      if (typeof key === "object" && names?.has(keyOfColumns(key.columns)) === false)
        names.set(keyOfColumns(key.columns), relation.name);
      else
        back
          .get(source.entity.name)
          ?.notes.push(
            relationNote(
              relation,
              link,
              typeof key === "object" ? "its foreign key has another name back" : key,
            ),
          );
    }
  }
  return back;
}

/** The foreign key of the target whose inverse is the relationship, or the reason why there is none. */
function keyBack(
  { targetFields }: DabRelationship,
  to: StoredTable,
  { table, entity }: Described,
): StoredForeignKey | string | undefined {
  const columns = targetFields.map((name) => dabColumn(name, table, entity) ?? name);
  const key = keyTo(to, table, columns);
  return key === "several"
    ? `several foreign keys of ${quoted(entity.name)} refer to this entity, and "target.fields" does not say which`
    : key;
}

/** The foreign key of a table to another one, by these columns if there are any. */
function keyTo(
  to: StoredTable,
  { foreignKeys }: StoredTable,
  columns: readonly string[],
): StoredForeignKey | "several" | undefined {
  const found = foreignKeys.filter(
    (key) =>
      key.targetTable === to.name &&
      key.targetSchema === to.schema &&
      (columns.length === 0 || sameNames(key.columns, columns)),
  );
  // A database accepts the same foreign key twice.
  return new Set(found.map((key) => keyOfColumns(key.columns))).size > 1 ? "several" : found[0];
}

function relationNote(
  { name, linkingTable }: DabRelationship,
  link: StoredTable | undefined,
  reason = "there is no foreign key for it",
): string {
  const place = `The relationship ${quoted(name)} is not carried over`;
  if (link !== undefined) return `${place}: its records are linked by the table ${quoted(link.name)}.`;
  if (linkingTable !== undefined)
    return `${place}: there is no table ${quoted(linkingTable.join("."))} to link them.`;
  return `${place}: ${reason}.`;
}

/**
 * The foreign key of a relationship with one record, from the database or the file, or the reason why there is none.
 */
function foreignKeyOf(
  { target, sourceFields, targetFields }: DabRelationship,
  table: StoredTable,
  entity: DabEntity,
  { targets }: Others,
): StoredForeignKey | string | undefined {
  const to = targets.get(target);
  if (to === undefined) return undefined;
  const { table: targetTable, entity: targetEntity } = to;
  const columns = sourceFields.map((name) => dabColumn(name, table, entity) ?? name);
  const existing = keyTo(targetTable, table, columns);
  if (existing === "several")
    return `several foreign keys refer to ${quoted(target)}, and "source.fields" does not say which`;
  if (existing !== undefined) return existing;
  const { primaryKey } = table;
  // The key of this table, to which the other one refers.
  if (columns.length === 0 || sameNames(columns, primaryKey)) return undefined;
  if (!columns.every((name) => table.columns.some((column) => column.name === name))) return undefined;
  return {
    name: "",
    columns,
    targetSchema: targetTable.schema,
    targetTable: targetTable.name,
    targetColumns:
      targetFields.length > 0
        ? targetFields.map((name) => dabColumn(name, targetTable, targetEntity) ?? name)
        : targetTable.primaryKey,
  };
}

/** The column for a name in the file: the name of a column, or of its mapping. */
export function dabColumn(
  name: string,
  { columns }: StoredTable,
  { mappings }: DabEntity,
): string | undefined {
  const mapped = [...mappings].filter(([, to]) => to === name).map(([column]) => column);
  const own = columns.filter((column) => column.name === name).map((column) => column.name);
  const [first, ...more] = new Set([...own, ...mapped]);
  return more.length > 0 ? undefined : first;
}

function unknownColumns({ columns }: StoredTable, { mappings }: DabEntity): readonly string[] {
  const unknown = [...mappings.keys()].filter((name) => columns.every((column) => column.name !== name));
  return unknown.length === 0
    ? []
    : [`"mappings" names columns that do not exist: ${unknown.map(quoted).join(", ")}.`];
}

function findSource(
  parts: readonly string[],
  found: readonly StoredTable[],
  defaultSchema: string | undefined,
): StoredTable | undefined {
  const [name = "", schema = defaultSchema] = parts.toReversed();
  const same = (a: string | undefined, b: string | undefined) => a?.toLowerCase() === b?.toLowerCase();
  return (
    found.find((table) => table.name === name && table.schema === schema) ??
    found.find((table) => same(table.name, name) && same(table.schema, schema))
  );
}

function missing(at: DabValue, parts: readonly string[], found: readonly StoredTable[]): Error {
  const name = parts.at(-1) ?? "";
  const guess = suggestion(
    name,
    found.map((table) => table.name),
  );
  return mistake(at, `the database has no table or view ${quoted(parts.join("."))}.${guess}`);
}
