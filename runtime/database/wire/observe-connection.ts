import type { ObserveStatement } from "../../observe/statement-observer.js";
import type { Connection, RunRows, Transaction } from "./connection.js";

/**
 * Wraps a connection so that its statements are observed. The user's own queries are observed through Kysely.
 */
export function observeConnection(connection: Connection, observe: ObserveStatement): Connection {
  const { driver, snapshot } = connection;
  const observedIn = (transaction: Transaction): Transaction => ({
    ...transaction,
    rows: observed((statement, parameters) => transaction.rows(statement, parameters), observe),
  });
  const poolFigures = connection.poolFigures?.bind(connection);
  return {
    driver,
    rows: observed((statement, parameters) => connection.rows(statement, parameters), observe),
    transaction: (work, isolation) =>
      connection.transaction((transaction) => work(observedIn(transaction)), isolation),
    ...(snapshot !== undefined && {
      snapshot: (work) => snapshot((transaction) => work(observedIn(transaction))),
    }),
    ...(poolFigures !== undefined && { poolFigures }),
    close: () => connection.close(),
  };
}

function observed(run: RunRows, observe: ObserveStatement): RunRows {
  return (statement, parameters) => {
    const begin = performance.now();
    let rows: ReturnType<RunRows>;
    try {
      rows = run(statement, parameters);
    } catch (error) {
      observe(statement, begin, error);
      throw error;
    }
    if (!(rows instanceof Promise)) {
      observe(statement, begin);
      return rows;
    }
    return rows.then(
      (found) => {
        observe(statement, begin);
        return found;
      },
      (error: unknown) => {
        observe(statement, begin, error);
        throw error;
      },
    );
  };
}
