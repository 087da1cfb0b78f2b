import type { ConfigProblem } from "../../errors/config-error.js";
import type { DatabaseConfig } from "../config.js";
import type { RuleInput } from "./rule.js";

type Option = keyof DatabaseConfig;

/** Options that a connection string includes. */
const inConnectionString: readonly Option[] = [
  ...(["name", "host", "port", "instanceName", "userName", "password", "authentication"] as const),
];
const forSqlServer: readonly Option[] = ["instanceName", "authentication", "readsFromReplica"];

/** Connection options must belong to the dialect and must not be given twice. */
export function databaseOptions({ database }: RuleInput): readonly ConfigProblem[] {
  if (database === undefined) return [];
  return [...checkDatabase(database)].map(({ option, message }) => ({
    path: ["database", option].filter(Boolean).join("."),
    message,
  }));
}

function* checkDatabase(database: DatabaseConfig): Iterable<{ option: string; message: string }> {
  const { dialect, connectionString, pool } = database;
  const isGiven = (option: Option) => database[option] !== undefined;
  if (dialect === "sqlite" && connectionString !== undefined) {
    yield { option: "connectionString", message: `SQLite has none: give the path of the file as "name".` };
  } else if (connectionString !== undefined) {
    for (const option of inConnectionString.filter(isGiven))
      yield { option, message: `"connectionString" says this already: remove one of the two.` };
  } else if (!isGiven("name")) {
    const what = dialect === "sqlite" ? `the path of the file, or ":memory:"` : "the name of the database";
    yield { option: "name", message: `is required: ${what}.` };
  }
  if (dialect !== "mssql") {
    for (const option of forSqlServer.filter(isGiven))
      yield { option, message: `is for the dialect "mssql" only, and this is "${dialect}".` };
  }
  if (isGiven("instanceName") && isGiven("port"))
    yield {
      option: "instanceName",
      message: `an instance is found by its name or its "port": remove one of the two.`,
    };
  if (isGiven("authentication") && (isGiven("userName") || isGiven("password")))
    yield { option: "authentication", message: `says who logs in: remove "userName" and "password".` };
  if (pool?.max !== undefined && (pool.min ?? 0) > pool.max)
    yield { option: "pool.min", message: `found ${pool.min ?? 0}, more than the ${pool.max} of "pool.max".` };
}
