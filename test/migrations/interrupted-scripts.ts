import type { FreshDatabase } from "../conformance/targets.js";

/** Scripts with every kind of step. Their rows show whether each step was done exactly once. */
export const interruptedScripts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  sqlite: scripts("create index ix_size on item (size)", "vacuum"),
  postgres: scripts("create index concurrently ix_size on item (size)", "alter type mood add value 'sad'"),
  mysql: scripts("create index ix_size on item (size)", "alter table item alter column note set default 'x'"),
};

function scripts(index: string, outside: string): Readonly<Record<string, string>> {
  return {
    "20260101000000_first": `
      ${outside.includes("mood") ? "create type mood as enum ('glad');" : ""}
      create table item (id integer primary key, note varchar(50), old integer);
      create table log (id integer);
      -- data:
      insert into item (id, note) values (1, 'a');
      insert into log (id) values (1);`,
    "20260102000000_second": `
      alter table item add column size integer;
      -- data:
      update item set size = coalesce(size, 0) + 1;
      insert into log (id) values (2);
      -- schema:
      -- outside transaction
      ${index};
      -- outside transaction
      update item set size = size + 10;
      -- outside transaction
      ${outside};
      -- accept: loses data
      alter table item drop column old;
      alter table log rename to logs;
      insert into logs (id) values (3);`,
  };
}

const catalogs: Readonly<Record<string, readonly string[]>> = {
  sqlite: ["select name, sql from sqlite_master where name not like 'sqlite%' order by name"],
  postgres: [
    "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2",
    "select c.relname, i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' order by 1",
    "select enumlabel from pg_enum order by enumsortorder",
  ],
  mysql: [
    "select table_name, column_name, column_type, column_default from information_schema.columns where table_schema = database() order by 1, 2",
    "select table_name, index_name from information_schema.statistics where table_schema = database() order by 1, 2",
  ],
};

/** Everything that the migrations have created: tables, indexes, rows, and their records in the history. */
export async function endState(dialect: string, { run }: FreshDatabase): Promise<readonly unknown[]> {
  const queries = [
    ...(catalogs[dialect] ?? []),
    "select * from item order by id",
    "select * from logs order by id",
    "select name, checksum, steps, stepsdone, donechecksum, error from data_api_migrations where finishedat is not null order by name",
  ];
  const found: unknown[] = [];
  for (const query of queries) found.push(await run([query]));
  return found;
}
