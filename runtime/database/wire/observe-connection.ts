import type { ObserveStatement } from "../../observe/statement-observer.js";
import type { Connection, RunRows } from "./connection.js";

/**
 * Wraps a connection so that its statements are observed. The user's own queries are observed through Kysely.
 */
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
