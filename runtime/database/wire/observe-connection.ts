import type { ObserveStatement } from "../../observe/statement-observer.js";
import type { Awaitable } from "../../time/when-there.js";
import type { Statement } from "../sql/statement.js";
import type { Connection, ResultSet, RunEach, RunResults, Transaction } from "./connection.js";

/**
 * Wraps a connection so that its statements are observed. The user's own queries are observed through Kysely.
 */
export function observeConnection(connection: Connection, observe: ObserveStatement): Connection {
  const { driver, snapshot } = connection;
  const observedIn = (transaction: Transaction): Transaction => {
    const { results, each } = transaction;
    return {
      ...transaction,
      rows: observed((statement, parameters) => transaction.rows(statement, parameters), observe),
      ...(each !== undefined && { each: observedNow(each, observe) }),
      ...(results !== undefined && { results: observedCall(results, observe) }),
    };
  };
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

function observedCall(run: RunResults, observe: ObserveStatement): RunResults {
  const each = observed<Parameters<RunResults>, readonly ResultSet[]>(run, observe);
  return async (...call) => each(...call);
}

function observedNow(run: RunEach, observe: ObserveStatement): RunEach {
  return (statement, parameters) => {
    const begin = performance.now();
    try {
      const done = run(statement, parameters);
      observe(statement, begin);
      return done;
    } catch (error) {
      observe(statement, begin, error);
      throw error;
    }
  };
}

function observed<A extends readonly [Statement, ...unknown[]], T>(
  run: (...call: A) => Awaitable<T>,
  observe: ObserveStatement,
): (...call: A) => ReturnType<typeof run> {
  return (...call) => {
    const begin = performance.now();
    const [statement] = call;
    let answer: Awaitable<T>;
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
