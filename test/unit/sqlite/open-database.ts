import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { DataApi, type Config } from "data-api";
import { testLog } from "../../conformance/reports.js";
import type { TestApi } from "../../conformance/start-server.js";
import { atEnd } from "../../at-end.js";

/** An SQLite file with its servers and connections, which are removed after the test. */
export interface DatabaseFile {
  readonly path: () => string;
  readonly createApi: (entities: Config["entities"], options?: Partial<Config["database"]>) => TestApi;
  /** A connection in addition to the server's. */
  readonly connect: () => Sqlite.Database;
}

export function useDatabaseFile(): DatabaseFile {
  let folder: string | undefined;
  const createFolder = () => {
    const created = mkdtempSync(join(tmpdir(), "data-api-"));
    atEnd(() => {
      rmSync(created, { recursive: true, force: true });
      folder = undefined;
    });
    return created;
  };
  const path = () => join((folder ??= createFolder()), "test.db");
  return {
    path,
    createApi: (entities, options = {}) => {
      const api = new DataApi({
        database: { dialect: "sqlite", name: path(), ...options },
        entities,
        server: { host: "127.0.0.1", maxEventLoopDelay: 0, log: testLog },
      });
      atEnd(() => api.stopAsync());
      return api;
    },
    connect: () => {
      const database = new Sqlite(path());
      atEnd(() => database.close());
      return database;
    },
  };
}
