import { groupRows } from "../../../../model/values/group-rows.js";
import { sameName, sameNames } from "../../../schema/stored/find-stored.js";
import { sql, type AnyKysely, type Sql } from "../../../sql/sql.js";

const MOST_NAMED = 5;

/**
 * Runs `work` in an open transaction, and throws if a view, a trigger or a foreign key that worked before it no longer
 * does. SQLite's `alter table` only looks at what reads a column: it drops one that a trigger writes or a foreign key
 * refers to, and `drop table` looks at nothing. The next write fails then.
 * @throws {Error}
 */
export async function keepingDependents<T>(db: AnyKysely, work: () => Promise<T>): Promise<T> {
  const before = await findBroken(db);
  const result = await work();
  const broken = [...(await findBroken(db))].filter(([place, reason]) => before.get(place) !== reason);
  if (broken.length === 0) return result;
  const named = broken.slice(0, MOST_NAMED).map(([place, reason]) => `${place} (${reason})`);
  throw new Error(
    `This would no longer work: ${named.join(", ")}: drop or change the view, trigger or foreign key first`,
  );
}

/** What does not work, with the reason. */
async function findBroken(db: AnyKysely): Promise<ReadonlyMap<string, string>> {
  const broken = new Map<string, string>();
  const attempt = async (place: string, statement: Sql) => {
    // Compiled, with the triggers, and not run.
    await sql`explain ${statement}`.execute(db).catch((error: unknown) => {
      broken.set(place, (error as Error).message);
    });
  };
  const { rows } = await sql<{ type: string; name: string; table: string }>`
    select type, name, tbl_name as "table" from sqlite_master where type in ('view', 'trigger')`.execute(db);
  for (const { type, name } of rows)
    if (type === "view") await attempt(`the view "${name}"`, sql`select * from ${sql.id(name)}`);
  for (const table of new Set(rows.flatMap((row) => (row.type === "trigger" ? [row.table] : [])))) {
    const id = sql.id(table);
    if (broken.has(`the view "${table}"`)) continue;
    const { rows: columns } = await sql<{ name: string }>`
      select name from pragma_table_info(${table})`.execute(db);
    const set = columns.map(({ name }) => sql`${sql.id(name)} = ${sql.id(name)}`);
    await attempt(`an insert into "${table}"`, sql`insert into ${id} default values`);
    await attempt(`an update of "${table}"`, sql`update ${id} set ${sql.join(set)}`);
    await attempt(`a delete from "${table}"`, sql`delete from ${id}`);
  }
  for (const place of await readLooseForeignKeys(db)) broken.set(place, "its target is gone or not unique");
  return broken;
}

/** A column of the primary key, whose name is empty, or of a unique index. */
interface UniqueColumn {
  readonly table: string;
  readonly name: string;
  /** `null` for an expression. */
  readonly column: string | null;
}

interface KeyColumn {
  readonly table: string;
  readonly id: number;
  readonly target: string;
  readonly from: string;
  /** `null` if the foreign key refers to the primary key. */
  readonly to: string | null;
}

/** The foreign keys whose targets are not the primary key of a table, nor the columns of a unique index. */
async function readLooseForeignKeys(db: AnyKysely): Promise<readonly string[]> {
  const { rows: unique } = await sql<UniqueColumn>`
    select m.name as "table", '' as name, c.name as "column"
    from sqlite_master as m, pragma_table_info(m.name) as c where m.type = 'table' and c.pk > 0
    union all select m.name, i.name, c.name
    from sqlite_master as m, pragma_index_list(m.name) as i, pragma_index_info(i.name) as c
    where m.type = 'table' and i."unique" = 1 and i.partial = 0`.execute(db);
  const { rows: keys } = await sql<KeyColumn>`
    select m.name as "table", f.id, f."table" as target, f."from", f."to"
    from sqlite_master as m, pragma_foreign_key_list(m.name) as f where m.type = 'table'`.execute(db);
  const targets = groupRows(unique, ({ table, name }) => JSON.stringify([table.toLowerCase(), name]));
  return groupRows(keys, ({ table, id }) => JSON.stringify([table, id]))
    .filter((key) => !targets.some((target) => leadsTo(key, target)))
    .map((key) => `the foreign key (${key.map(({ from }) => from).join(", ")}) of "${key[0].table}"`);
}

function leadsTo(
  key: readonly [KeyColumn, ...KeyColumn[]],
  target: readonly [UniqueColumn, ...UniqueColumn[]],
): boolean {
  if (!sameName(key[0].target, target[0].table)) return false;
  const columns = key.flatMap(({ to }) => to ?? []);
  if (columns.length === 0) return target[0].name === "" && target.length === key.length;
  const names = target.flatMap(({ column }) => column ?? []);
  return names.length === target.length && sameNames(columns, names);
}
