import pg from "pg";

/**
 * Sharding by schema, with Citus: each test's database has one schema of its own, on one of the workers that
 * `TEST_CITUS_WORKERS` names (`host:port,host:port`). `TEST_POSTGRES_URL` names the coordinator.
 */
const workers = (process.env["TEST_CITUS_WORKERS"] ?? "")
  .split(",")
  .filter((place) => place !== "")
  .map((place) => {
    const [host = "", port = "5432"] = place.trim().split(":");
    return { host, port: Number(port) };
  });

export const isSharded = workers.length > 0;

const EXTENSION = "create extension if not exists citus";
const SCHEMA = "sharded";

/** Prepares the database on each worker. @returns The statements for the coordinator's database. */
export async function prepareWorkers(name: string, user: string): Promise<readonly string[]> {
  await onWorkers(
    user,
    "postgres",
    `create database ${name} template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'`,
  );
  await onWorkers(user, name, EXTENSION);
  return !isSharded
    ? []
    : [EXTENSION, ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`)];
}

/** Statements for a new database of the coordinator. After them, tables are created on a worker. */
export const shardingStatements = (name: string): readonly string[] =>
  !isSharded
    ? []
    : [
        "set citus.enable_schema_based_sharding = on",
        `create schema ${SCHEMA}`,
        `alter database ${name} set search_path = ${SCHEMA}, public`,
      ];

export async function dropOnWorkers(name: string, user: string): Promise<void> {
  await onWorkers(user, "postgres", `drop database if exists ${name} with (force)`);
}

async function onWorkers(user: string, database: string, statement: string): Promise<void> {
  for (const place of workers) {
    const client = new pg.Client({ ...place, user, database });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
