import type { ObserveStatement } from "../observe/statements.js";
import type { Connection, RunRows } from "./dialect.js";

/** The same connection, of whose statements somebody is told; queries of one's own are observed by Kysely. */
export function observeConnection(connection: Connection, observe: ObserveStatement): Connection {
  const { driver } = connection;
  const poolFigures = connection.poolFigures?.bind(connection);
  return {
    driver,
    rows: observed((statement, parameters) => connection.rows(statement, parameters), observe),
    transaction: (work) =>
      connection.transaction((transaction) =>
        work({
          rows: observed((statement, parameters) => transaction.rows(statement, parameters), observe),
          queryConnection: () => transaction.queryConnection(),
        }),
      ),
    ...(poolFigures !== undefined && { poolFigures }),
    close: () => connection.close(),
  };
}

function observed(run: RunRows, observe: ObserveStatement): RunRows {
  return (statement, parameters) => {
    const begin = performance.now();
    const fail = (error: unknown): never => {
      observe(statement, begin, error);
      throw error;
    };
    try {
      const rows = run(statement, parameters);
      if (rows instanceof Promise)
        return rows.then((found) => {
          observe(statement, begin);
          return found;
        }, fail);
      observe(statement, begin);
      return rows;
    } catch (error) {
      return fail(error);
    }
  };
}
