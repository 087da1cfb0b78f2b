import { z } from "data-api/schema";
import { expect, test } from "vitest";
import { checkConfig } from "../../../runtime/config/check-config.js";
import { resolveModel } from "../../../runtime/config/resolve-model.js";

const handler = () => undefined;
const int = { type: "int" } as const;
const cursor = { type: "string", direction: "cursor" } as const;

/** The mistakes of a configuration with these operations. */
function mistakesOf(operations: object, dialect = "mssql"): readonly string[] {
  const entities = {
    order: { fields: { a: { ...int, isEditable: true, isRequired: false } }, permissions: {} },
  };
  const server = dialect === "sqlite" ? {} : { host: "localhost", userName: "u" };
  const config = { database: { dialect, name: "x", ...server }, entities, operations };
  return checkConfig(config).map(({ path, message }) => `${path}: ${message}`);
}

const open = { permissions: ["guest"] };

test.each<[string, object, string, string?]>([
  ["an operation that calls nothing", open, 'o: must have one of "procedure", "function" and "handler".'],
  [
    "two things",
    { ...open, procedure: "p", handler },
    'o: must have one of "procedure", "function" and "handler".',
  ],
  [
    "SQLite",
    { ...open, procedure: "p" },
    'o.procedure: the dialect "sqlite" has no stored procedures or functions: write a "handler".',
    "sqlite",
  ],
  ["no permissions", { handler }, "o.permissions: found nothing; must be a list."],
  [
    "an owner",
    { handler, permissions: ["owner"] },
    'o.permissions.0: an operation has no record, and so no "owner": name another role.',
  ],
  ["an empty name", { ...open, procedure: "dbo." }, 'o.procedure: the name "" must not be empty.'],
  [
    "a parameter that T-SQL cannot name",
    { ...open, procedure: "p", parameters: { a: { ...int, name: "a = 1; drop table x; --" } } },
    'o.parameters.a.name: found "a = 1; drop table x; --"; a parameter of SQL Server is a plain name, without "@".',
  ],
  [
    "output of a function",
    { ...open, function: "f", parameters: { a: { ...int, direction: "out" } }, returns: { value: int } },
    'o.parameters.a.direction: found "out"; only procedures have output parameters.',
  ],
  [
    "an output whose name is in use",
    { ...open, procedure: "p", parameters: { items: { ...int, direction: "out" } } },
    'o.parameters.items.direction: the answer has "items" already: choose another name, and set "name".',
  ],
  [
    "a function without a result",
    { ...open, function: "f" },
    "o.returns: a function returns the name of an entity, { fields } or { value }.",
  ],
  [
    "rows of MySQL's functions",
    { ...open, function: "f", returns: "order" },
    "o.returns: functions of MySQL return { value }.",
    "mysql",
  ],
  [
    "rows of PostgreSQL's procedures",
    { ...open, procedure: "p", returns: "order" },
    'o.returns: procedures of PostgreSQL return no rows: use parameters with the direction "cursor", output parameters, or a function for rows.',
    "postgres",
  ],
  [
    "more results than cursors",
    { ...open, procedure: "p", parameters: { a: cursor }, returns: { results: ["order", "order"] } },
    'o.returns: has 2 results, but 1 with the direction "cursor" among the parameters.',
    "postgres",
  ],
  [
    "a cursor with another database",
    { ...open, procedure: "p", parameters: { a: cursor } },
    'o.parameters.a.direction: found "cursor"; only procedures and functions of PostgreSQL have cursors.',
  ],
  [
    "a cursor of a handler",
    { ...open, handler, parameters: { a: cursor } },
    'o.parameters.a.direction: found "cursor"; only procedures and functions of PostgreSQL have cursors.',
    "postgres",
  ],
  [
    "a cursor of another type",
    { ...open, function: "f", parameters: { a: { ...cursor, type: "int" } } },
    'o.parameters.a.type: found "int"; a cursor has the type "string".',
    "postgres",
  ],
  [
    "a cursor with a default",
    { ...open, function: "f", parameters: { a: { ...cursor, default: "c" } } },
    "o.parameters.a.default: is for input parameters only.",
    "postgres",
  ],
  [
    "output of a function with rows",
    { ...open, function: "f", parameters: { a: { ...int, direction: "out" } }, returns: "order" },
    'o.parameters.a.direction: found "out"; only procedures have output parameters.',
    "postgres",
  ],
  [
    "an unknown entity",
    { ...open, procedure: "p", returns: "ordr" },
    'o.returns: there is no entity "ordr".',
  ],
  [
    "a schema for a procedure",
    { ...open, procedure: "p", input: z.object({}) },
    'o.input: is for a "handler" only: use "parameters" and "returns".',
  ],
  [
    "an input that is not an object",
    { ...open, handler, input: z.string() },
    "o.input: must be a zod object: z.object({ … }).",
  ],
  [
    "an input that is not a schema",
    { ...open, handler, input: {} },
    "o.input: found an object; must be a zod schema.",
  ],
  [
    "a secret",
    { ...open, procedure: "p", parameters: { a: { type: "secret" } } },
    'o.parameters.a.type: a value of an operation cannot be of type "secret".',
  ],
  [
    "a wrong option of a type",
    { ...open, procedure: "p", parameters: { a: { type: "int", maxLength: 3 } } },
    'o.parameters.a.maxLength: a field of type "int" has no length; only texts and bytes do.',
  ],
  [
    "a wrong default",
    { ...open, procedure: "p", parameters: { a: { type: "int", default: "x" } } },
    'o.parameters.a.default: found "x"; it must be a whole number.',
  ],
  [
    "a wrong list in a result",
    { ...open, procedure: "p", returns: { results: [{ fields: { a: { type: "list" } } }] } },
    "o.returns.results.0.fields.a.of: is required: the type of the items",
  ],
])("the mistake of an operation is explained: %s", (_, operation, message, dialect) => {
  const [first, ...more] = mistakesOf({ o: operation }, dialect);
  expect(first?.slice("operations.".length, "operations.".length + message.length)).toBe(message);
  expect(more).toEqual([]);
});

test("names of operations and parameters are identifiers, and those of operations differ by more than letter case", () => {
  const operation = { ...open, procedure: "p" };
  expect(mistakesOf(JSON.parse('{"__proto__":{"procedure":"p","permissions":[]}}') as object)).toEqual([
    'operations.__proto__: the operation name "__proto__" is a name that every JavaScript object inherits; choose another.',
  ]);
  expect(mistakesOf({ "a.b": operation })[0]).toContain('the operation name "a.b" must begin with a letter');
  expect(mistakesOf({ close: operation, Close: operation })[0]).toContain("differ only by case");
  const parameters = { "a-b": int };
  expect(mistakesOf({ o: { ...operation, parameters } })[0]).toContain('the parameter name "a-b"');
});

test("the name of a procedure is split at its first dot, unless its schema is given", () => {
  const { ownOperations } = resolveModel({
    database: { dialect: "mssql", name: "x", host: "localhost", userName: "u" },
    server: { maxTake: 7 },
    entities: { order: { fields: { a: { ...int, isEditable: true, isRequired: false } }, permissions: {} } },
    operations: {
      split: { ...open, procedure: 'sales.we"ird.name' },
      whole: { ...open, procedure: "a.b", schema: "c.d", maxRows: 3 },
      plain: { ...open, function: "f", returns: "Order" },
    },
  });
  expect(ownOperations.map(({ work, maxRows }) => [work, maxRows])).toEqual([
    [{ kind: "procedure", schema: "sales", name: 'we"ird.name' }, 7],
    [{ kind: "procedure", schema: "c.d", name: "a.b" }, 3],
    [{ kind: "function", schema: undefined, name: "f" }, 7],
  ]);
});
