import type { DatabaseConfig } from "data-api";
import { networkDatabase } from "./network-database.js";
import { sqlite } from "./sqlite.js";

/** A database for the comparison. */
export interface BenchDatabase {
  readonly name: DatabaseConfig["dialect"];
  /** The names of the contestants that support it. */
  readonly contestants: readonly string[];
  /** The address of its server; `undefined` for a database without a server. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  /** Why the database cannot be used here; `undefined` if it can. */
  readonly unavailable: () => Promise<string | undefined>;
  /**
   * The number of open connections to the database of a blog; `undefined` for a database without a server.
   */
  readonly connections: (config: DatabaseConfig) => Promise<number | undefined>;
  /** Creates the blog of one contestant. */
  readonly create: (contestant: string) => Promise<Blog>;
  /** Creates an empty database. */
  readonly createEmpty: (name: string) => Promise<Pick<Blog, "config" | "drop">>;
}

/** The database of one contestant, with all posts. */
export interface Blog {
  readonly config: DatabaseConfig;
  /** Restores the initial content while the server runs, so that all rounds start from the same table. */
  readonly reset: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

export const databases: readonly BenchDatabase[] = [
  sqlite,
  networkDatabase("postgres"),
  networkDatabase("mysql"),
  networkDatabase("mssql"),
];
