import type { Request } from "express";
import type { z } from "zod";
import { suggestion } from "../../errors/nearest.js";
import { parsedBody, readJsonObject } from "../../http/bodies/read-body.js";
import { namesInSchema, parseMembers } from "../../write/input/parse-input.js";
import { parseJsonText } from "../../http/bodies/parse-json.js";
import { ApiError, singleMistake } from "../../errors/api-error.js";
import { fieldTypes } from "../../model/field-type.js";
import type { Field } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import { inputFields, type OwnOperation } from "../../model/own-operation.js";
import { parseParameters } from "../../http/parse-parameters.js";
import { queryForms, type QueryForm } from "../../model/query-forms.js";

/**
 * Parses the parameters of a call: from the body, or from the query of an operation that reads. Unknown parameters are
 * mistakes.
 * @throws {ApiError} With every mistake, not only the first.
 */
export async function parseCall<S extends z.ZodType>(
  req: Request,
  schema: S,
  operation: OwnOperation,
): Promise<z.output<S>> {
  return checkCall(
    operation.isRead ? fromQuery(req, schema, operation) : await fromBody(req, operation),
    schema,
    operation,
  );
}

/** Checks the parameters of a call that have been read. @throws {ApiError} With every mistake, not only the first. */
export function checkCall<S extends z.ZodType>(
  given: object,
  schema: S,
  operation: OwnOperation,
): Promise<z.output<S>> {
  const keepsDigits = ({ type }: Field) => fieldTypes[type].keepsDigits === true;
  const exact = inputFields(operation).filter(keepsDigits);
  return parseMembers(given, schema, true, {
    exact: new Set(exact.map(({ name }) => name)),
    notSettable: (key, names) => {
      const path = key.slice(0, 64);
      const message = `Unknown parameter ${quoteName(key)} of the operation "${operation.name}".`;
      return { path, code: "unknown-parameter", message: `${message}${suggestion(key, names)}` };
    },
  });
}

async function fromBody(req: Request, { limits, name }: OwnOperation): Promise<object> {
  parseParameters(req.url, []);
  const { "content-length": length = "0", "transfer-encoding": encoding } = req.headers;
  const isEmpty = length === "0" && encoding === undefined && parsedBody(req) === undefined;
  if (isEmpty && req.headers["content-type"] === undefined) return {};
  try {
    return await readJsonObject(req, limits);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "invalid-body") throw error;
    throw new ApiError("invalid-body", `The body must be a JSON object with the parameters of "${name}".`);
  }
}

function fromQuery(req: Request, schema: z.ZodType, operation: OwnOperation): object {
  const forms = queryForms(operation);
  const names = [...namesInSchema(schema).values()];
  const isList = (name: string) => ["texts", "scalars"].includes(forms.get(name) ?? "");
  const found = parseParameters(req.url, names, names.filter(isList));
  return Object.fromEntries(
    Object.entries(found).map(([name, texts = []]) => [
      name,
      valueOf(texts, name, forms.get(name), operation),
    ]),
  );
}

function valueOf(
  texts: readonly string[],
  name: string,
  form: QueryForm | undefined,
  operation: OwnOperation,
): unknown {
  const [text = ""] = texts;
  switch (form) {
    case "json":
      return parseJsonValue(text, name, operation);
    case "scalar":
      return toScalar(text, operation);
    case "texts":
    case "scalars":
      if (texts.length === 1 && /^\s*\[/.test(text)) return parseJsonValue(text, name, operation);
      return form === "texts" ? texts : texts.map((item) => toScalar(item, operation));
    default:
      return text;
  }
}

/** The number or boolean of a text. Any other text is returned as it is: the schema says what is wrong with it. */
function toScalar(text: string, { limits }: OwnOperation): unknown {
  const isScalar = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/.test(text);
  return isScalar ? parseJsonText(text, limits) : text;
}

function parseJsonValue(text: string, name: string, { limits }: OwnOperation): unknown {
  try {
    return parseJsonText(text, limits);
  } catch (cause) {
    const message = `"${name}" is not JSON.`;
    throw singleMistake("invalid-fields", "wrong-type", message, { path: name }, cause);
  }
}
