import { suggestion } from "../../../runtime/errors/nearest.js";
import { sameNames } from "../../../runtime/database/schema/stored/find-stored.js";
import type { StoredForeignKey, StoredTable } from "../../../runtime/database/schema/stored/stored-schema.js";
import { keyOfColumns, type ImportTable, type TableHints } from "../imported.js";
import { quoted } from "../../one-line.js";
import type { DabEntity, DabRelationship } from "./dab-entity.js";
import { itemsOf, memberOf, mistake, textsOf, type DabValue } from "./dab-values.js";

/** An entity of the file with its table in the database. */
interface Owner {
  readonly table: StoredTable;
  readonly entity: DabEntity;
}

/**
 * The tables of the entities, with what the file says about them.
 * @throws {CommandError} for an entity whose table is not in the database.
 */
export function dabTables(
  entities: readonly DabEntity[],
  found: readonly StoredTable[],
  defaultSchema: string | undefined,
): { readonly tables: readonly ImportTable[]; readonly notes: readonly string[] } {
  const find = (parts: readonly string[]) => findSource(parts, found, defaultSchema);
  const notes: string[] = [];
  const owned = new Map<StoredTable, DabEntity>();
  for (const entity of entities) {
    const table = entity.isProcedure ? undefined : find(entity.source);
    if (entity.isProcedure)
      notes.push(`The entity ${quoted(entity.name)} is left out: it is a stored procedure.`);
    else if (table === undefined) throw missing(memberOf(entity.at, "source"), entity.source, found);
    else if (owned.has(table))
      notes.push(
        `The entity ${quoted(entity.name)} is left out: ${quoted(owned.get(table)?.name ?? "")} is of the same table, and a table can have one entity.`,
      );
    else owned.set(table, entity);
  }
  const owners = Array.from(owned, ([table, entity]): Owner => ({ table, entity }));
  const described = owners.map((owner) => describe(owner, owners, find));
  nameRelationsBack(described);
  const links = new Map<StoredTable, readonly string[]>();
  for (const { entity, open } of described)
    for (const { relation, link } of open)
      if (link !== undefined && !owned.has(link))
        links.set(link, [
          ...(links.get(link) ?? []),
          `It links the records of ${quoted(`${entity.name}.${relation.name}`)}. The file gives no role a permission for it.`,
        ]);
  return {
    tables: [
      ...described.map(({ table, hints, inverseNames, openNotes }) => ({
        ...table,
        hints: { ...hints, inverseNames, notes: [...openNotes, ...hints.notes] },
      })),
      ...Array.from(links, ([table, sentences]) => ({ ...table, hints: { notes: sentences } })),
    ],
    notes,
  };
}

/** A table with the information from the file. */
interface FileTable extends Owner {
  readonly hints: TableHints & Required<Pick<TableHints, "notes">>;
  /** Its relationships that are not foreign keys of the entity itself. */
  readonly open: readonly OpenRelation[];
  /** The names and the notes that follow from open relationships, once all tables are described. */
  readonly inverseNames: Map<string, string>;
  readonly openNotes: string[];
}

interface OpenRelation {
  readonly relation: DabRelationship;
  /** The join table, if there is one. */
  readonly link: StoredTable | undefined;
  /** Why it is not a foreign key, if that is not obvious. */
  readonly reason: string | undefined;
}

function describe(
  owner: Owner,
  owners: readonly Owner[],
  find: (parts: readonly string[]) => StoredTable | undefined,
): FileTable {
  const { table, entity } = owner;
  const open: OpenRelation[] = [];
  const foreignKeys = [...table.foreignKeys];
  const resolvedNames = new Map<string, string>();
  for (const relation of entity.relationships) {
    const link = relation.linkingTable === undefined ? undefined : find(relation.linkingTable);
    const key = relation.isMany || link !== undefined ? undefined : foreignKeyOf(relation, owner, owners);
    if (typeof key === "object") {
      if (!foreignKeys.includes(key)) foreignKeys.push(key);
      resolvedNames.set(keyOfColumns(key.columns), relation.name);
    } else open.push({ relation, link, reason: key });
  }
  const keys = columnsNamed(entity.keyFields, owner);
  const primaryKey = table.isView && table.primaryKey.length === 0 ? keys : table.primaryKey;
  const isOtherKey = keys.length > 0 && String(keys) !== String(primaryKey);
  const inFields = ({ name }: { readonly name: string }) =>
    entity.columns?.has(name) !== false || primaryKey.includes(name);
  return {
    entity,
    open,
    inverseNames: new Map(),
    openNotes: [],
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
    hints: {
      entityName: entity.name,
      fieldNames: entity.mappings,
      resolvedNames,
      shown: new Set([...entity.mappings.keys(), ...(entity.columns ?? []), ...decidedColumns(owner)]),
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

/** The columns that the permissions name: their author has decided who may read them. */
function decidedColumns(owner: Owner): readonly string[] {
  const names = itemsOf(memberOf(owner.entity.at, "permissions"))
    .map((permission) => memberOf(permission, "actions"))
    .flatMap((actions) => (typeof actions.value === "string" ? [] : itemsOf(actions)))
    .filter(({ value }) => typeof value === "object")
    .flatMap((action) => ["include", "exclude"].map((list) => memberOf(action, "fields", list)))
    .flatMap(textsOf);
  return columnsNamed(names, owner);
}

/** Names the inverse relations of foreign keys of other tables. Other open relationships become notes. */
function nameRelationsBack(described: readonly FileTable[]): void {
  for (const source of described) {
    for (const { relation, link, reason } of source.open) {
      const target = described.find(({ entity }) => entity.name === relation.target);
      const key =
        link !== undefined || reason !== undefined || target === undefined
          ? reason
          : keyTo(
              source.table,
              target,
              relation.targetFields,
              `several foreign keys of ${quoted(relation.target)} refer to this entity, and "target.fields" does not say which`,
            );
      if (typeof key === "object" && target?.inverseNames.has(keyOfColumns(key.columns)) === false)
        target.inverseNames.set(keyOfColumns(key.columns), relation.name);
      else
        source.openNotes.push(
          relationNote(
            relation,
            link,
            typeof key === "object" ? "its foreign key has another name back" : key,
          ),
        );
    }
  }
}

/**
 * The foreign key to a table, by these fields if there are any.
 * @param several The reason why there is none if several foreign keys match.
 */
function keyTo(
  to: StoredTable,
  from: Owner,
  fields: readonly string[],
  several: string,
): StoredForeignKey | string | undefined {
  const columns = columnsNamed(fields, from);
  const found = from.table.foreignKeys.filter(
    (key) =>
      key.targetTable === to.name &&
      key.targetSchema === to.schema &&
      (columns.length === 0 || sameNames(key.columns, columns)),
  );
  // A database accepts the same foreign key twice.
  return new Set(found.map((key) => keyOfColumns(key.columns))).size > 1 ? several : found[0];
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
  owner: Owner,
  owners: readonly Owner[],
): StoredForeignKey | string | undefined {
  const to = owners.find(({ entity }) => entity.name === target);
  if (to === undefined) return undefined;
  const existing = keyTo(
    to.table,
    owner,
    sourceFields,
    `several foreign keys refer to ${quoted(target)}, and "source.fields" does not say which`,
  );
  if (existing !== undefined) return existing;
  const columns = columnsNamed(sourceFields, owner);
  const { primaryKey, columns: own } = owner.table;
  // The key of this table, to which the other one refers.
  if (columns.length === 0 || sameNames(columns, primaryKey)) return undefined;
  if (!columns.every((name) => own.some((column) => column.name === name))) return undefined;
  return {
    name: "",
    columns,
    targetSchema: to.table.schema,
    targetTable: to.table.name,
    targetColumns: targetFields.length > 0 ? columnsNamed(targetFields, to) : to.table.primaryKey,
  };
}

function columnsNamed(names: readonly string[], { table, entity }: Owner): readonly string[] {
  return names.map((name) => dabColumn(name, table, entity) ?? name);
}

/** The column for a name in the file: the name of a column, or of its mapping. */
export function dabColumn(
  name: string,
  { columns }: StoredTable,
  { mappings }: DabEntity,
): string | undefined {
  const mapped = [...mappings].filter(([, to]) => to === name).map(([column]) => column);
  const own = columns.map((column) => column.name).filter((column) => column === name);
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
