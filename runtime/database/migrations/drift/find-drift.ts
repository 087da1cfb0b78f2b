import { LOCK_TABLE } from "../../../model/names.js";
import { assessChanges } from "../../schema/compare/assess-change.js";
import { compareSchema } from "../../schema/compare/compare-schema.js";
import { diffStored } from "../../schema/compare/diff-stored.js";
import type { SchemaEntity } from "../../schema/schema-entity.js";
import type { SchemaChange } from "../../schema/schema-changes.js";
import type { TableDialect } from "../../schema/schema-dialect.js";
import type { AnyKysely } from "../../sql/sql.js";
import { snapshotEntities } from "../snapshots/tables-of.js";
import {
  findUnmanagedObjects,
  type FoundSchema,
  type UnmanagedObjects,
  findOtherNames,
} from "./unmanaged-objects.js";
import type { SnapshotTables } from "../snapshots/schema-snapshot.js";
import { compareStrictly } from "./strict-columns.js";

/** The differences between a database and its migrations. */
export interface Drift {
  /** The changes that would restore the managed tables. */
  readonly changes: readonly SchemaChange[];
  /** Other objects in the database. */
  readonly unmanaged: readonly UnmanagedObjects[];
  /** Objects whose name differs from the one in migrations, a sentence each. */
  readonly otherNames: readonly string[];
}

/**
 * Compares a database with a snapshot.
 * @param own The tables that migrations need for themselves.
 * @param configured The tables of the configuration. No role may create records of some: no create fails there.
 */
export async function findDrift(
  db: AnyKysely,
  snapshot: SnapshotTables,
  dialect: TableDialect,
  own: readonly string[] = [],
  configured: readonly SchemaEntity[] = [],
): Promise<Drift> {
  const entities = snapshotEntities(snapshot).map((entity) => {
    const isThis = ({ table, schema }: SchemaEntity) => table === entity.table && schema === entity.schema;
    return { ...entity, policy: configured.find(isThis)?.policy ?? entity.policy };
  });
  const schemas = [...new Set(entities.flatMap(({ schema }) => schema ?? []))];
  const here = await readHere(db, schemas, dialect, own);
  const found = { ...here, parts: await dialect.schema.readPartNames(db, schemas) };
  const changes = compareSchema({ tables: entities }, found, dialect);
  const diff = diffStored(entities, found, dialect);
  const strict = diff.pairs.flatMap((pair) => (pair.table.isView ? [] : compareStrictly(pair, dialect)));
  const known = new Set(changes.map(({ altered }) => altered?.stored));
  const all = [
    ...changes,
    ...strict.filter(({ altered }) => altered === undefined || !known.has(altered.stored)),
  ];
  return {
    changes: await assessChanges(db, all, dialect),
    unmanaged: findUnmanagedObjects(diff, found, dialect),
    otherNames: findOtherNames(diff, dialect),
  };
}

/** The tables and checks in the default schema and in these, except of the tables that migrations need. */
export async function readHere(
  db: AnyKysely,
  schemas: readonly string[],
  { schema: { readTables, readChecks, schemas: named } }: TableDialect,
  own: readonly string[],
): Promise<Omit<FoundSchema, "parts">> {
  const usual = await named?.readDefault(db);
  const isHere = (schema: string | undefined, table: string) =>
    (schema === undefined || schema === usual || schemas.includes(schema)) &&
    table !== LOCK_TABLE &&
    !own.includes(table);
  const tables = await readTables(db, undefined, schemas);
  const checks = await readChecks(db, schemas);
  return {
    tables: tables.filter(({ schema, name }) => isHere(schema, name)),
    checks: checks.filter(({ schema, table }) => isHere(schema, table)),
    defaultSchema: usual,
  };
}
