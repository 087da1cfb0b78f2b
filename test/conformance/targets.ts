import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseConfig } from "data-api";

/** A database that nobody else uses, empty. */
export interface FreshDatabase {
  readonly database: DatabaseConfig;
  readonly dispose: () => Promise<void>;
}

/** What the suite needs to know of a database. */
export interface DialectTarget {
  readonly name: string;
  /** Why its server cannot be used here, or undefined if it can. */
  readonly unavailable: () => Promise<string | undefined>;
  readonly createDatabase: () => Promise<FreshDatabase>;
}

const sqlite: DialectTarget = {
  name: "sqlite",
  unavailable: () => Promise.resolve(undefined),
  createDatabase: async () => {
    const folder = await mkdtemp(join(tmpdir(), "data-api-"));
    return {
      database: { dialect: "sqlite", name: join(folder, "test.db") },
      dispose: () => rm(folder, { recursive: true, force: true }),
    };
  },
};

export const dialects: readonly DialectTarget[] = [sqlite];

export const modes = ["dynamic", "generated"] as const;
export type Mode = (typeof modes)[number];

/** One server of the product: how it is made and what is behind it. */
export interface Target {
  readonly mode: Mode;
  readonly dialect: DialectTarget;
}

/** The dialects that must not be skipped: `REQUIRED_DIALECTS=sqlite,postgres`. */
export const requiredDialects: readonly string[] = (process.env["REQUIRED_DIALECTS"] ?? "")
  .split(",")
  .map((name) => name.trim())
  .filter((name) => name !== "");
