import { afterEach, beforeEach } from "vitest";
import { DatabaseError, type Config, type DatabaseConfig } from "data-api";
import { createTestApi, type TestApi } from "../conformance/start-server.js";
import type { DialectTarget, FreshDatabase, Mode } from "../conformance/targets.js";

/** A test's own database, on which servers start one after the other. Everything is removed after the test. */
export interface Fresh {
  readonly database: () => FreshDatabase;
  readonly start: (
    entities: Config["entities"],
    options?: Partial<DatabaseConfig>,
    server?: Config["server"],
  ) => Promise<TestApi>;
  /** The error message of a start that must fail. */
  readonly refusal: (entities: Config["entities"], options?: Partial<DatabaseConfig>) => Promise<string>;
  /** The database's own description of its tables. */
  readonly dump: () => Promise<string>;
}

export function useFresh(dialect: DialectTarget, mode: Mode = "dynamic"): Fresh {
  let fresh: FreshDatabase | undefined;
  const running: TestApi[] = [];

  beforeEach(async () => {
    fresh = await dialect.createDatabase();
  });
  afterEach(async () => {
    await stop();
  });

  const database = () => {
    if (fresh === undefined) throw new Error("The database is there only while tests run.");
    return fresh;
  };
  const stop = () => Promise.all(running.splice(0).map((api) => api.stopAsync()));
  const start: Fresh["start"] = async (entities, options, settings) => {
    await stop();
    const { database: own, ...rest } = database();
    const on = { ...rest, database: { ...own, ...options } };
    const api = await createTestApi(mode, on, {
      entities,
      ...(settings !== undefined && { server: settings }),
    });
    running.push(api);
    await api.startAsync(0);
    return api;
  };
  return {
    database,
    start,
    refusal: async (entities, options) => {
      const error: unknown = await start(entities, options).catch((reason: unknown) => reason);
      if (error instanceof DatabaseError) return error.message;
      throw new Error("It started, or failed otherwise.", { cause: error });
    },
    dump: () => dump(dialect, database()),
  };
}

const catalogs: Readonly<Record<string, readonly string[]>> = {
  sqlite: ["select sql from sqlite_master where name not like 'sqlite~_%' escape '~' order by type, name"],
  postgres: [
    "select table_schema, table_name, column_name, udt_name, character_maximum_length, numeric_precision, numeric_scale, is_nullable, column_default, collation_name, is_identity from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, ordinal_position",
    "select indexdef from pg_indexes where schemaname not in ('pg_catalog', 'information_schema') order by 1",
    "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace::regnamespace::text not in ('pg_catalog', 'information_schema') order by 1, 2",
  ],
  mysql: [
    "select table_name, column_name, column_type, collation_name, is_nullable, column_default, extra from information_schema.columns where table_schema = database() order by 1, ordinal_position",
    "select table_name, index_name, seq_in_index, column_name, non_unique from information_schema.statistics where table_schema = database() order by 1, 2, 3",
    "select table_name, constraint_name, column_name, referenced_table_name, referenced_column_name from information_schema.key_column_usage where table_schema = database() and referenced_table_name is not null order by 1, 2, ordinal_position",
  ],
  mssql: [
    "select table_schema, table_name, column_name, data_type, character_maximum_length, is_nullable, column_default, collation_name from information_schema.columns order by 1, 2, ordinal_position",
    "select object_name(object_id) as table_name, name, is_unique, filter_definition from sys.indexes where objectproperty(object_id, 'IsUserTable') = 1 order by 1, 2",
    "select name, object_name(parent_object_id) as table_name from sys.foreign_keys order by 1",
  ],
};

async function dump({ name }: DialectTarget, { run }: FreshDatabase): Promise<string> {
  const parts: string[] = [];
  for (const query of catalogs[name] ?? []) {
    for (const row of await run([query])) parts.push(JSON.stringify(row));
  }
  return parts.join("\n");
}
