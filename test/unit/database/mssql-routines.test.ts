import { EventEmitter } from "node:events";
import { DummyDriver } from "kysely";
import type Mssql from "mssql";
import { expect, test } from "vitest";
import type { OperationConfig } from "../../../runtime/config/config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { createKysely } from "../../../runtime/database/database.js";
import { mssql } from "../../../runtime/database/dialects/mssql/mssql-dialect.js";
import { toDatabaseError } from "../../../runtime/database/dialects/mssql/connection/mssql-errors.js";
import { keepResults } from "../../../runtime/database/dialects/mssql/connection/mssql-results.js";
import { mssqlRoutines } from "../../../runtime/database/dialects/mssql/mssql-routines.js";
import { routineStatements } from "../../../runtime/database/sql/routine-syntax.js";
import type { OpenTransaction } from "../../../runtime/database/database-session.js";
import type { ResultSet } from "../../../runtime/database/wire/connection.js";
import type { RoutineCall } from "../../../runtime/model/own-operation.js";
import { callRoutine } from "../../../runtime/repository/call-routine.js";

/** Only compiles statements, and never runs them. */
const db = createKysely(mssql, () => new DummyDriver());

function statementsOf(written: Omit<OperationConfig, "permissions">, values: readonly unknown[]) {
  const [operation] = resolveModel({
    database: { dialect: "mssql", name: "x", host: "localhost", userName: "u" },
    entities: {},
    operations: { o: { ...written, permissions: [] } },
  }).ownOperations;
  if (operation === undefined) throw new Error("There is an operation.");
  const called = { ...operation, work: operation.work as RoutineCall };
  const bound = routineStatements(called, values, { ...mssql, routines: mssqlRoutines }, db);
  return bound.map(({ statement, parameters }) => [statement.sql, parameters]);
}

test("a call of a procedure of SQL Server has quoted names, bound values, and variables for its output", () => {
  const parameters = {
    orderid: { type: "int", name: "OrderId" },
    note: { type: "string", maxLength: 20, direction: "inout" },
    total: { type: "decimal", precision: 10, scale: 2, direction: "out" },
  } as const;
  expect(statementsOf({ procedure: "dbo.we]ird name", parameters }, [7, "x'; drop table t; --"])).toEqual([
    [
      "declare @data_api_1 int = @1, @data_api_2 nvarchar(20) = @2, @data_api_3 decimal(10,2) = null; " +
        'exec "dbo"."we]ird name" @OrderId = @data_api_1, @note = @data_api_2 output, @total = @data_api_3 output; ' +
        'select @data_api_2 as "note", convert(varchar(50), @data_api_3, 2) as "total"',
      [7, "x'; drop table t; --"],
    ],
  ]);
  expect(statementsOf({ procedure: "clear" }, [])).toEqual([['exec "clear"', []]]);
});

test("a select from a function of SQL Server reads one row more than an answer may have", () => {
  const returns = { fields: { id: { type: "int" }, at: { type: "time", column: "A t" } } } as const;
  expect(
    statementsOf({ function: 'my.f"n', parameters: { day: { type: "date" } }, returns, maxRows: 5 }, [
      "2026-01-02",
    ]),
  ).toEqual([
    [
      'select top (6) "id" as "id", cast("A t" as varchar(16)) as "A t" from "my"."f""n"(cast(@1 as date))',
      ["2026-01-02"],
    ],
  ]);
  expect(
    statementsOf(
      { function: "dbo.add", parameters: { a: { type: "int" } }, returns: { value: { type: "decimal" } } },
      [1],
    ),
  ).toEqual([['select convert(varchar(50), "dbo"."add"(@1), 2) as "value"', [1]]]);
  const value = { value: { type: "int" } } as const;
  expect(statementsOf({ function: "one", returns: value }, [])).toEqual([
    ['select "dbo"."one"() as "value"', []],
  ]);
});

/** Runs a call that the database answers with these results. */
async function called(written: Omit<OperationConfig, "permissions">, results: readonly ResultSet[]) {
  const [operation] = resolveModel({
    database: { dialect: "mssql", name: "x", host: "localhost", userName: "u" },
    entities: {},
    operations: { o: { ...written, permissions: [] } },
  }).ownOperations;
  if (operation === undefined) throw new Error("There is an operation.");
  const session = { dialect: mssql, kysely: db, results: () => Promise.resolve(results) };
  const routine = { ...operation, work: operation.work as RoutineCall };
  return callRoutine(routine, {}, session as unknown as OpenTransaction);
}

test("results of triggers that select are not taken for those of a procedure of SQL Server", async () => {
  const noise = { columns: ["x"], rows: [["no"]] };
  const one = { columns: ["ID", "size"], rows: [[1, 2]] };
  const two = { columns: ["total"], rows: [[7]] };
  const fields = { id: { type: "int" } } as const;
  expect(await called({ procedure: "p", returns: { fields } }, [noise, one])).toEqual({ items: [{ id: 1 }] });
  const results = [{ fields }, { fields: { total: { type: "int" } } }] as const;
  expect(await called({ procedure: "p", returns: { results } }, [noise, one, noise, two])).toEqual({
    results: [[{ id: 1 }], [{ total: 7 }]],
  });
  await expect(called({ procedure: "p", returns: { fields } }, [noise])).rejects.toThrow(
    'has no column "id" in the result',
  );
});

test("a call of SQL Server keeps the requested number of rows of each result, and throws the last error", async () => {
  const request = (work: (emitter: EventEmitter) => void): Mssql.Request => {
    const emitter = new EventEmitter();
    const query = async () => {
      await Promise.resolve();
      work(emitter);
    };
    return Object.assign(emitter, { query }) as unknown as Mssql.Request;
  };
  const two = request((emitter) => {
    emitter.emit("recordset", [{ name: "a" }, { name: "b" }]);
    for (let row = 0; row < 1_000; row++) emitter.emit("row", [row, "x"]);
    emitter.emit("recordset", [{ name: "total" }]);
    emitter.emit("row", [1]);
  });
  expect(await keepResults(two, "exec p", 2)).toEqual([
    {
      columns: ["a", "b"],
      rows: [
        [0, "x"],
        [1, "x"],
      ],
    },
    { columns: ["total"], rows: [[1]] },
  ]);
  const failing = request((emitter) => {
    emitter.emit("error", Object.assign(new Error("first"), { number: 50_000 }));
    emitter.emit("error", Object.assign(new Error("The statement has been terminated."), { number: 3621 }));
  });
  const error = await keepResults(failing, "exec p", 2).catch((reason: unknown) => reason);
  expect(toDatabaseError(error).kind).toBe("refused");
  for (const number of [2812, 201, 8144, 8145])
    expect(toDatabaseError(Object.assign(new Error("x"), { number })).kind).toBe("missing");
});
