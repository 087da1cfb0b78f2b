import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach } from "vitest";
import { DataApi, type Config } from "data-api";
import { testLog } from "../../conformance/reports.js";
import type { TestApi } from "../../conformance/start-server.js";

/** An SQLite file with its servers and connections, which are removed after the test. */
export interface DatabaseFile {
  readonly path: () => string;
  readonly createApi: (entities: Config["entities"], options?: Partial<Config["database"]>) => TestApi;
  /** A connection in addition to the server's. */
  readonly connect: () => Sqlite.Database;
}

export function useDatabaseFile(): DatabaseFile {
  let folder: string | undefined;
  const closings: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    folder = undefined;
  });

  const path = () => join((folder ??= mkdtempSync(join(tmpdir(), "data-api-"))), "test.db");
  return {
    path,
    createApi: (entities, options = {}) => {
      const api = new DataApi({
        database: { dialect: "sqlite", name: path(), ...options },
        entities,
        server: { host: "127.0.0.1", maxEventLoopDelay: 0, log: testLog },
      });
      closings.push(() => api.stopAsync());
      return api;
    },
    connect: () => {
      const database = new Sqlite(path());
      closings.push(() => database.close());
      return database;
    },
  };
}
