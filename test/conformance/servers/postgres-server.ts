import pg from "pg";
import type { DatabaseServer } from "../targets.js";
import { dropOnWorkers, prepareWorkers, shardingStatements } from "./citus.js";
import { settingsOf } from "./server-url.js";

const settings = () => settingsOf("TEST_POSTGRES_URL", "postgres://postgres@127.0.0.1:5432");

const userName = () => settings()?.userName ?? "postgres";

async function connect(name: string): Promise<pg.Client> {
  const { host, port, userName, password } = settings() ?? {};
  const client = new pg.Client({
    host,
    port,
    user: userName,
    password,
    database: name,
    options: `-c synchronous_commit=off${pooler() === undefined ? "" : " -c timezone=UTC"}`,
  });
  await client.connect();
  return client;
}

async function run(
  statements: readonly string[],
  name = "postgres",
): Promise<readonly Record<string, unknown>[]> {
  const client = await connect(name);
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** A connection to each database that was cleared: a new one costs the server more than to clear a database. */
const clearing = new Map<string, Promise<pg.Client>>();

async function connectToClear(name: string): Promise<pg.Client> {
  const client = await connect(name);
  // Some tests end all connections of their database.
  client.on("error", () => clearing.delete(name));
  return client;
}

async function close(name: string): Promise<void> {
  const client = await clearing.get(name)?.catch(() => undefined);
  if (clearing.delete(name)) await client?.end();
}

/** Ends all other sessions of the database, and leaves the one empty schema that a new database has. */
const CLEAR = `do $$
  declare name text;
  begin
    if exists (
      select from pg_database where datname = current_database() and (datacl is not null or datconnlimit <> -1)
    ) then
      raise exception 'the rights to this database were changed';
    end if;
    perform pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid();
    for name in select nspname from pg_namespace where nspname !~ '^pg_|^information_schema$' loop
      execute format('drop schema %I cascade', name);
    end loop;
    create schema public authorization pg_database_owner;
    grant usage on schema public to public;
    comment on schema public is 'standard public schema';
  end $$`;

/** A pooler in front of the server. The product then needs no settings of the database. */
const pooler = () => settingsOf("TEST_POSTGRES_POOLER");
const setApart = (name: string) =>
  pooler() === undefined ? [] : [`alter database ${name} set timezone = 'America/New_York'`];

export const postgresServer: DatabaseServer = {
  settings,
  throughPooler: () => {
    const settings = pooler();
    return settings && { pooler: "transaction", ...settings };
  },
  run,
  create: async (name) => {
    // A collation that is not by code point, so that no test depends on the database default.
    await run([
      `create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
      ...setApart(name),
    ]);
    const ofCoordinator = [...(await prepareWorkers(name, userName())), ...shardingStatements(name)];
    if (ofCoordinator.length > 0) await run(ofCoordinator, name);
  },
  clear: async (name) => {
    const connecting = clearing.get(name) ?? connectToClear(name);
    clearing.set(name, connecting);
    const client = await connecting;
    const again = [...setApart(name), ...shardingStatements(name)];
    for (const statement of [CLEAR, `alter database ${name} reset all`, ...again])
      await client.query(statement);
  },
  drop: async (name) => {
    await close(name);
    await run([`drop database if exists ${name} with (force)`]);
    await dropOnWorkers(name, userName());
  },
};
