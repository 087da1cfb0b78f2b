import type { Field } from "../../runtime/model/model.js";
import {
  inputFields,
  outputFields,
  returnMembers,
  type OwnOperation,
} from "../../runtime/model/own-operation.js";
import { newValueChain } from "../../runtime/model/schemas/schema-chain.js";
import { toPascalCase } from "../naming.js";
import { typescriptTypeOf } from "./entity-views.js";
import { toComment, toKey } from "./literal.js";
import { chainText } from "./schema-view.js";

/** The names that generated code uses for an operation. */
export interface OperationNames {
  readonly input: string;
  readonly inputType: string;
  readonly answerType: string;
  readonly route: string;
  readonly parameters: string;
}

export function operationNames({ name }: Pick<OwnOperation, "name">): OperationNames {
  const pascal = toPascalCase(name);
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return {
    input: `${camel}Input`,
    inputType: `${pascal}Input`,
    answerType: `${pascal}Answer`,
    route: `${camel}Route`,
    parameters: `${camel}Parameters`,
  };
}

export function operationView(operation: OwnOperation): object {
  const { name, description, isRead } = operation;
  const method = isRead ? "GET" : "POST";
  return {
    mark: `operations/${name}/operation`,
    names: operationNames(operation),
    description: toComment(description),
    usual: `${method} /api/operations/${name}`,
    hasInput: hasParameters(operation),
    parameters: inputFields(operation).map((field) => ({
      name: toKey(field.name),
      schema: chainText(newValueChain(field)),
      doc: toComment(field.description),
    })),
    answer: answerType(operation),
  };
}

/** Whether its input has parameters instead of a schema that only the configuration has. */
export function hasParameters({ work }: OwnOperation): boolean {
  return work.kind !== "handler" || work.input === undefined;
}

/** The TypeScript type of an input, in the file of a client. */
export function inputType(operation: OwnOperation): string {
  if (!hasParameters(operation)) return "Readonly<Record<string, unknown>>";
  const members = inputFields(operation).map((field) => {
    const isOptional = !field.isRequired || (field.default ?? null) !== null;
    return `${toKey(field.name)}${isOptional ? "?" : ""}: ${valueType(field)}${isOptional ? " | undefined" : ""}`;
  });
  return members.length === 0 ? "Record<string, never>" : `{ ${members.join("; ")} }`;
}

export function answerType(operation: OwnOperation): string {
  const { work, returns } = operation;
  if (work.kind === "handler" && work.output !== undefined) return "unknown";
  const outs = outputFields(operation);
  const member = returnMembers[returns.kind];
  if (member === undefined && outs.length === 0) return "undefined";
  const own =
    returns.kind === "rows"
      ? [`${returnMembers.rows}: ${rowsType(returns.fields)}`]
      : returns.kind === "value"
        ? [`${returnMembers.value}: ${valueType(returns.field)}`]
        : returns.kind === "results"
          ? [`${returnMembers.results}: [${returns.results.map(rowsType).join(", ")}]`]
          : [];
  return `{ ${[...own, ...outs.map(memberType)].join("; ")} }`;
}

function rowsType(fields: readonly Field[]): string {
  return `{ ${fields.map(memberType).join("; ")} }[]`;
}

function memberType(field: Field): string {
  return `${toKey(field.name)}: ${valueType(field)}`;
}

function valueType(field: Field): string {
  return field.isNullable ? `${typescriptTypeOf(field)} | null` : typescriptTypeOf(field);
}
