import type { DatabaseConfig } from "data-api";
import { networkDatabase } from "./network-database.js";
import { sqlite } from "./sqlite.js";

/** A database that contestants are compared on. */
export interface BenchDatabase {
  readonly name: DatabaseConfig["dialect"];
  /** Who is compared. */
  readonly contestants: readonly string[];
  /** Where its server listens; undefined if it has none. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
  /** Why it cannot be used here, or undefined if it can. */
  readonly unavailable: () => Promise<string | undefined>;
  /** How many connections to the database of this blog are open; undefined if there are none to a server. */
  readonly connections: (config: DatabaseConfig) => Promise<number | undefined>;
  /** Makes the blog of one contestant. */
  readonly create: (contestant: string) => Promise<Blog>;
  /** Makes a database without anything in it. */
  readonly createEmpty: (name: string) => Promise<Pick<Blog, "config" | "drop">>;
}

/** The database of one contestant, with all posts in it. */
export interface Blog {
  readonly config: DatabaseConfig;
  /** Takes it back to how it was made while its server has it open, so that every round of writes finds the same table. */
  readonly reset: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

export const databases: readonly BenchDatabase[] = [
  sqlite,
  networkDatabase("postgres"),
  networkDatabase("mysql"),
  networkDatabase("mssql"),
];
