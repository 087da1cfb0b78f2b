import type { SchemaDialect } from "../../../schema/schema-dialect.js";
import type { StoredPart, StoredComment, StoredTable } from "../../../schema/stored/stored-schema.js";
import { sql, type AnyKysely, type Sql } from "../../../sql/sql.js";
import type { TriggerRow } from "../../../schema/stored/part-rows.js";

export const readPartNames: SchemaDialect["readPartNames"] = async (db, schemas) => {
  const ours = sql.join([sql`schema_name()`, ...schemas.map((name) => sql`${name}`)]);
  const { rows } = await sql<StoredPart>`
    select 'trigger' as "kind", schema_name(t.schema_id) as "schema", t.name as "table", g.name as "name"
    from sys.triggers g join sys.tables t on t.object_id = g.parent_id
    where schema_name(t.schema_id) in (${ours})
    union all
    select 'index', schema_name(t.schema_id), t.name, i.name
    from sys.indexes i join sys.tables t on t.object_id = i.object_id
    where i.is_primary_key = 0 and i.name is not null and schema_name(t.schema_id) in (${ours})
    order by 1, 2, 3, 4`.execute(db);
  return rows;
};

/**
 * Reads the enabled triggers of new rows, and those that run after a row was changed
 * (learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-triggers-transact-sql).
 */
export async function readTriggers(db: AnyKysely, isNamed: Sql): Promise<readonly TriggerRow[]> {
  const has = (event: string) => sql`max(case when type_desc = ${sql.lit(event)} then 1 else 0 end)`;
  const { rows } = await sql<TriggerRow>`
    select schema_name(t.schema_id) as "schema", t.name as "table", g.name as "name",
      case when g.is_instead_of_trigger = 1 then 'instead of' else 'after' end as "timing",
      case when e.inserts = 1 then 'insert' else 'update' end as "event",
      m.definition as "body"
    from sys.triggers g
    join sys.objects t on t.object_id = g.parent_id
    join (
      select object_id, ${has("INSERT")} as inserts, ${has("UPDATE")} as updates
      from sys.trigger_events group by object_id
    ) e on e.object_id = g.object_id
    left join sys.sql_modules m on m.object_id = g.object_id
    where g.is_disabled = 0 and (e.inserts = 1 or (e.updates = 1 and g.is_instead_of_trigger = 0)) and ${isNamed}
    order by t.name, g.name`.execute(db);
  return rows;
}

/**
 * Reads the descriptions that tools such as Management Studio keep as extended properties
 * (learn.microsoft.com/sql/relational-databases/system-catalog-views/extended-properties-catalog-views-sys-extended-properties).
 */
export async function readComments(db: AnyKysely): Promise<readonly StoredComment[]> {
  const { rows } = await sql<StoredComment>`
    select schema_name(t.schema_id) as "schema", t.name as "table", c.name as "column",
      cast(p.value as nvarchar(3750)) as "text"
    from sys.extended_properties p
    join sys.objects t on t.object_id = p.major_id
    left join sys.columns c on c.object_id = t.object_id and c.column_id = p.minor_id and p.minor_id > 0
    where p.class = 1 and p.name = N'MS_Description' and t.type in ('U', 'V') and p.value is not null`.execute(
    db,
  );
  return rows;
}

/**
 * Reads the synonyms of tables and views, and those of other databases, whose kind the catalog does not tell. They have
 * no columns, because one may stand for a table of another database or server
 * (learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-synonyms-transact-sql).
 */
export async function readSynonyms(db: AnyKysely, isNamed: Sql): Promise<readonly StoredTable[]> {
  const { rows } = await sql<{ schema: string; table: string; base: string; kind: string | null }>`
    select schema_name(schema_id) as "schema", name as "table", base_object_name as "base",
      cast(objectpropertyex(object_id, 'BaseType') as char(2)) as "kind"
    from sys.synonyms where ${isNamed}
    order by schema_name(schema_id), name`.execute(db);
  return rows
    .filter(({ kind }) => kind === null || /^[UV] *$/.test(kind))
    .map(({ schema, table, base }) => ({
      schema,
      name: table,
      isView: true,
      synonymOf: base,
      columns: [],
      primaryKey: [],
      indexes: [],
      foreignKeys: [],
    }));
}

/**
 * Reads a check from sys.check_constraints
 * (learn.microsoft.com/sql/relational-databases/system-catalog-views/sys-check-constraints-transact-sql).
 */
export const readCheck: SchemaDialect["readCheck"] = async (db, { schema, table }, constraint) => {
  const { rows } = await sql<{ clause: string }>`
    select k.definition as "clause" from sys.check_constraints k
    join sys.tables t on t.object_id = k.parent_object_id
    where k.name = ${constraint} and t.name = ${table}
      and schema_name(t.schema_id) = coalesce(${schema ?? null}, schema_name())`.execute(db);
  return rows[0]?.clause;
};
