import { dialectFacts, dialectNames } from "../../model/settings/dialect-facts.js";
import type { DatabaseConfig } from "../config.js";
import { resolveDatabase } from "../resolve/resolve-database.js";
import { mistakesAt, type Mistake, type Rule } from "./rule.js";

type Option = keyof DatabaseConfig;

/** Options that a connection string includes. */
const inConnectionString: readonly Option[] = [
  "name",
  "host",
  "port",
  "instanceName",
  "userName",
  "password",
  "authentication",
];
/** Connection options must belong to the dialect, and each may be given only once. */
export const databaseOptions: Rule = ({ database }) =>
  database === undefined ? [] : mistakesAt("database", checkDatabase(database));

function* checkDatabase(database: DatabaseConfig): Iterable<Mistake> {
  const { dialect, connectionString } = database;
  const isGiven = (option: Option) => database[option] !== undefined;
  const givenOptions = (Object.keys(database) as Option[]).filter(isGiven);
  const { isFile, title } = dialectFacts[dialect];
  if (isFile && connectionString !== undefined) {
    yield ["connectionString", `is not for ${title}: give the path of the file as "name".`];
  } else if (connectionString !== undefined) {
    for (const option of inConnectionString.filter(isGiven))
      yield [option, `is part of "connectionString" already: remove one of the two.`];
  } else if (!isGiven("name")) {
    const what = isFile ? `the path of the file, or ":memory:"` : "the name of the database";
    yield ["name", `is required: ${what}.`];
  }
  for (const owner of dialectNames.filter((name) => name !== dialect)) {
    const options: readonly string[] = dialectFacts[owner].ownOptions;
    for (const option of givenOptions.filter((name) => options.includes(name)))
      yield [option, `is for the dialect "${owner}" only, and this is "${dialect}".`];
  }
  if (database.encrypt === "strict" && dialect !== "mssql")
    yield ["encrypt", `found "strict", which is for the dialect "mssql" only, and this is "${dialect}".`];
  if (isFile && isGiven("replicas"))
    yield ["replicas", `is not for ${title}: its database is a file of this server.`];
  if (isGiven("instanceName") && isGiven("port"))
    yield ["instanceName", `an instance is found by its name or its "port": remove one of the two.`];
  if (isGiven("authentication") && (isGiven("userName") || isGiven("password")))
    yield ["authentication", `replaces "userName" and "password": remove them.`];
  const { min, max } = resolveDatabase(database).pool;
  if (min > max) yield ["pool.min", `found ${min}, more than the ${max} of "pool.max".`];
}
