import type { ObserveStatement } from "../../observe/statement-observer.js";
import type { Statement } from "../sql/statement.js";
import type { Connection, Transaction } from "./connection.js";

/** Wraps a connection so that its statements are observed. The user's own queries are observed through Kysely. */
export function observeConnection(connection: Connection, observe: ObserveStatement): Connection {
  const { driver, snapshot } = connection;
  const inOneGo = connection.inOneGo?.bind(connection);
  const observedIn = (transaction: Transaction): Transaction => {
    const { results, each } = transaction;
    return {
      ...transaction,
      rows: observed((statement, parameters) => transaction.rows(statement, parameters), observe),
      ...(each !== undefined && { each: observed(each, observe) }),
      ...(results !== undefined && { results: observed(results, observe) }),
    };
  };
  const poolFigures = connection.poolFigures?.bind(connection);
  return {
    driver,
    rows: observed((statement, parameters) => connection.rows(statement, parameters), observe),
    transaction: (work, isolation) =>
      connection.transaction((transaction) => work(observedIn(transaction)), isolation),
    ...(inOneGo !== undefined && { inOneGo: (work) => inOneGo((rows) => work(observed(rows, observe))) }),
    ...(snapshot !== undefined && {
      snapshot: (work) => snapshot((transaction) => work(observedIn(transaction))),
    }),
    canCancel: connection.canCancel ?? false,
    ...(poolFigures !== undefined && { poolFigures }),
    close: () => connection.close(),
  };
}

function observed<A extends readonly [Statement, ...unknown[]], R>(
  run: (...call: A) => R,
  observe: ObserveStatement,
): (...call: A) => R {
  return (...call) => {
    const begin = performance.now();
    const [statement] = call;
    let answer: R;
    try {
      answer = run(...call);
    } catch (error) {
      observe(statement, begin, error);
      throw error;
    }
    if (!(answer instanceof Promise)) {
      observe(statement, begin);
      return answer;
    }
    return answer.then(
      (found: unknown) => {
        observe(statement, begin);
        return found;
      },
      (error: unknown) => {
        observe(statement, begin, error);
        throw error;
      },
    ) as R;
  };
}
