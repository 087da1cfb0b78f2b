import { z } from "zod";
import { role } from "./entity-shape.js";
import { fieldShape, fieldValue } from "./field-shape.js";
import { count, flag, functionOption, group, milliseconds, option, optionalText, text } from "./option.js";
import { parameterDirections, type OperationHandler } from "../own-operation.js";

const { type, maxLength, minLength, minimum, maximum, precision, scale, zone, of, maxItems } =
  fieldShape.shape;
const { storedAs, values, label, description } = fieldShape.shape;

/** The type of a value, as for a field. */
const valueOptions = {
  ...{ type, maxLength, minLength, minimum, maximum, precision, scale, zone, of, maxItems },
  ...{ storedAs, values, label, description },
};

export const parameterShape = group("ParameterConfig", "A parameter of an operation.", {
  ...valueOptions,
  isRequired: option(
    z.boolean().default(true),
    "A call must supply the parameter, unless it has a default. Its value is never null.",
  ),
  default: option(fieldValue.optional(), "The value if a call leaves the parameter out.", {
    typescript: "FieldValue",
  }),
  direction: option(
    z.enum(parameterDirections).default("in"),
    "Procedures: `out` is part of the answer, `inout` is given and part of the answer. PostgreSQL: `cursor` is a `refcursor` of type `string`, whose rows are a result.",
  ),
  name: option(optionalText(), "The name of the parameter in the database, without `@`.", {
    usually: "the parameter's name",
  }),
});

export const resultFieldShape = group("ResultFieldConfig", "A value of an operation's answer.", {
  ...valueOptions,
  isRequired: option(flag(), "The value is never null."),
  column: option(optionalText(), "The name of the column in the result.", { usually: "the field's name" }),
});

const rowsShape = group("ResultRowsConfig", "The rows of a result.", {
  fields: option(z.record(z.string(), resultFieldShape), "The fields of each row, by name."),
});

const oneResult = option(
  z.union([z.string(), rowsShape], "must be the name of an entity or { fields }"),
  "The rows of a result: those of an entity, or fields.",
  { name: "ResultConfig" },
);

const returnsShape = z.union(
  [
    z.string(),
    rowsShape,
    z.strictObject({ value: resultFieldShape }),
    z.strictObject({ results: option(z.array(oneResult).min(1).max(16), "Several results, in order.") }),
  ],
  'must be "nothing", the name of an entity, { fields }, { value } or { results }',
);

/** A schema of any copy of zod 4. */
const zodSchema = z.custom<z.ZodType>(
  (value) => typeof value === "object" && value !== null && "_zod" in value,
  "must be a zod schema",
);

const ownOperationShape = group(
  "OperationConfig",
  "An operation of your own: a procedure or function of the database, or a handler in TypeScript.",
  {
    procedure: option(text().optional(), 'The stored procedure to call: `"schema.name"` or `"name"`.', {
      usually: "none",
    }),
    function: option(text().optional(), 'The database function to call: `"schema.name"` or `"name"`.', {
      usually: "none",
    }),
    schema: option(
      optionalText(),
      "The schema of the procedure or function. With it, dots in the name are part of the name.",
      { usually: "the part before the dot" },
    ),
    handler: functionOption<OperationHandler>(
      "OperationHandler",
      "`({ input, caller, tx }) => output`: runs in a transaction. May be async. Write it with `defineOperation`, which types it.",
    ),
    parameters: option(
      z.record(z.string(), parameterShape).optional(),
      "The parameters by name, in the order of the procedure or function.",
      { usually: "none" },
    ),
    returns: option(
      returnsShape.optional(),
      'The answer: `"nothing"`, the name of an entity, `{ fields }`, `{ value }` or `{ results }`.',
      { usually: '`"nothing"`', name: "ReturnsConfig" },
    ),
    input: option(zodSchema.optional(), "Handlers: the input as a zod object, in place of `parameters`.", {
      typescript: "ZodType",
      isCode: true,
      isKept: true,
    }),
    output: option(zodSchema.optional(), "Handlers: the answer as a zod schema, in place of `returns`.", {
      typescript: "ZodType",
      isCode: true,
      isKept: true,
    }),
    isRead: option(
      flag(),
      "It only reads: it is called by `GET`, with the parameters in the query. Its writes are rejected or undone.",
    ),
    permissions: option(
      z.array(role),
      "The roles that may call it. With `[]` no role may. Without `auth`, every caller has the role `guest`.",
    ),
    timeout: option(
      milliseconds(1).default(30_000),
      "Milliseconds a call may take. A longer call is undone.",
      { answer: "503 `operation-timeout`" },
    ),
    maxRows: option(count(1_000_000).optional(), "Maximum number of rows in each result.", {
      usually: "`server.maxTake`",
      answer: "400 `answer-too-large`",
    }),
    description: option(optionalText(), "A description, for generated code and the OpenAPI document."),
  },
);

export const ownOperationsShape = option(
  z.record(z.string(), ownOperationShape).default({}),
  "Operations of your own by name: `POST /api/operations/<name>`.",
  { usually: "none" },
);
