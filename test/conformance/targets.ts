import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import type { DatabaseConfig } from "data-api";
import { afterEachFile } from "../after-file.js";
import { atEnd } from "../at-end.js";
import { mysqlServer } from "./servers/mysql-server.js";
import { mssqlServer } from "./servers/mssql-server.js";
import { postgresServer } from "./servers/postgres-server.js";

/** An empty database for one test only, dropped at its end. */
export interface FreshDatabase {
  readonly database: DatabaseConfig;
  /** Runs statements directly, without the product, and returns the rows of the last one. */
  readonly run: (statements: readonly string[]) => Promise<readonly Record<string, unknown>[]>;
  /** Drops it earlier. */
  readonly dispose: () => Promise<void>;
}

/** A database that the suite runs on. */
export interface DialectTarget {
  readonly name: string;
  /** Why the database cannot be used here; `undefined` if it can. */
  readonly unavailable: () => Promise<string | undefined>;
  readonly createDatabase: () => Promise<FreshDatabase>;
}

/** A database server on which tests can create databases. */
export interface DatabaseServer {
  /** The connection settings without the database name; `undefined` if the environment does not set them. */
  readonly settings: () => DatabaseConfig | undefined;
  /** The settings of the product, if it goes through a pooler. */
  readonly throughPooler?: () => DatabaseConfig | undefined;
  /** Runs statements directly, without the product, in the named database or in the server's default one. */
  readonly run: (statements: readonly string[], name?: string) => Promise<readonly Record<string, unknown>[]>;
  readonly create: (name: string) => Promise<void>;
  readonly drop: (name: string) => Promise<void>;
  /** Empties a database, if that is faster than creating another. Rejects if it cannot be emptied. */
  readonly clear?: (name: string) => Promise<void>;
}

/**
 * Test databases need not survive a power failure, and syncing to the disk is most of the cost of a commit.
 */
const durability = "relaxed";

/** The database that is always there. */
export const sqlite: DialectTarget = {
  name: "sqlite",
  unavailable: () => Promise.resolve(undefined),
  createDatabase: async () => {
    const folder = await mkdtemp(join(tmpdir(), "data-api-"));
    const name = join(folder, "test.db");
    return {
      database: { dialect: "sqlite", name, durability },
      run: (statements) => Promise.resolve().then(() => runInFile(name, statements)),
      dispose: disposeOnce(() => rm(folder, { recursive: true, force: true })),
    };
  },
};

/** Disposes at the end of the test, unless the returned function was called before. */
function disposeOnce(dispose: () => Promise<void>): () => Promise<void> {
  let disposed: Promise<void> | undefined;
  const once = () => (disposed ??= dispose());
  atEnd(once);
  return once;
}

function runInFile(name: string, statements: readonly string[]): readonly Record<string, unknown>[] {
  const file = new SqliteFile(name);
  try {
    let rows: readonly Record<string, unknown>[] = [];
    for (const text of statements) {
      const statement = file.prepare<[], Record<string, unknown>>(text);
      if (statement.reader) rows = statement.all();
      else statement.run();
    }
    return rows;
  } finally {
    file.close();
  }
}

function networkTarget(name: string, server: DatabaseServer, variable: string): DialectTarget {
  const { create, dispose } = reusedDatabases(server);
  return {
    name,
    unavailable: async () => {
      if (server.settings() === undefined) return `${variable} is not set`;
      return server.run(["select 1"]).then(
        () => undefined,
        (error: unknown) =>
          `no server answers (${(error as Error).message || String(error)}); ${variable} says where one is`,
      );
    },
    createDatabase: async () => {
      const databaseName = await create();
      return {
        database: {
          ...(server.throughPooler?.() ?? server.settings()),
          dialect: name as DatabaseConfig["dialect"],
          name: databaseName,
          durability,
        },
        run: (statements) => server.run(statements, databaseName),
        dispose: disposeOnce(() => dispose(databaseName)),
      };
    },
  };
}

/**
 * Reuses cleared databases until the tests of a file end, because creating and dropping them is slow on some
 * servers. If databases cannot be cleared, tests do not wait for the drop.
 */
function reusedDatabases(server: DatabaseServer) {
  const cleared: string[] = [];
  const drops: Promise<void>[] = [];
  afterEachFile(async () => {
    drops.push(...cleared.splice(0).map((name) => server.drop(name)));
    await Promise.all(drops.splice(0));
  });
  return {
    create: async () => {
      const reused = cleared.pop();
      if (reused !== undefined) return reused;
      const name = `data_api_test_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
      await server.create(name);
      return name;
    },
    dispose: async (name: string) => {
      if (server.clear === undefined) {
        drops.push(server.drop(name));
        return;
      }
      await server.clear(name).then(
        () => cleared.push(name),
        () => server.drop(name),
      );
    },
  };
}

/** The databases that the suite runs on. Add new ones here. */
export const dialects: readonly DialectTarget[] = [
  sqlite,
  networkTarget("postgres", postgresServer, "TEST_POSTGRES_URL"),
  networkTarget("mysql", mysqlServer, "TEST_MYSQL_URL"),
  networkTarget("mssql", mssqlServer, "TEST_MSSQL_URL"),
];

export const modes = ["dynamic", "generated"] as const;
export type Mode = (typeof modes)[number];

/** A mode of the product on a database. */
export interface Target {
  readonly mode: Mode;
  readonly dialect: DialectTarget;
}

/** The databases that must not be skipped: `REQUIRED_DIALECTS=sqlite,postgres`. */
export const requiredDialects: readonly string[] = (process.env["REQUIRED_DIALECTS"] ?? "")
  .split(",")
  .map((name) => name.trim())
  .filter((name) => name !== "");
