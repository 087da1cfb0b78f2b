import { parseValues } from "../../model/schemas/check-body.js";
import type { Caller } from "../../access/caller.js";
import type { OpenTransaction } from "../../database/database-session.js";
import type { Field } from "../../model/model.js";
import { returnMembers, type HandlerCall, type OwnOperation } from "../../model/own-operation.js";
import type { FieldValue } from "../../model/field-type.js";
import { parsedValue } from "../../model/values/parsed-value.js";
import { ValueError } from "../../model/values/value-error.js";
import { openServerTransaction } from "../../repository/server-transaction.js";
import { unknownEntity } from "../../repository/unknown-entity.js";
import type { EntityParts } from "../surface.js";

/** A call that may run: its input is checked. */
export interface ParsedCall {
  readonly input: object;
  readonly caller: Caller;
}

/**
 * Runs a handler in the transaction and checks its answer.
 * @throws {Error} for an answer that its configuration does not allow, and whatever it throws.
 */
export async function runHandler(
  operation: OwnOperation & { readonly work: HandlerCall },
  { input, caller }: ParsedCall,
  session: OpenTransaction,
  entities: ReadonlyMap<string, EntityParts>,
): Promise<object | undefined> {
  const tx = openServerTransaction(
    session,
    (name) => {
      const parts = entities.get(name.toLowerCase());
      if (parts === undefined) throw unknownEntity(name, session.model);
      return parts.repository;
    },
    { isGuarded: true },
  );
  const { run, output } = operation.work;
  const answer = await run({ input, caller, tx } as never);
  if (output === undefined) return returned(answer, operation);
  const checked = await parseValues(output, answer);
  if (checked.success) return checked.data as object | undefined;
  const [issue] = checked.error.issues;
  throw wrongAnswer(operation, issue?.path.join(".") ?? "", issue?.message ?? "");
}

/** The answer in the form that its configuration describes. */
function returned(answer: unknown, operation: OwnOperation): object | undefined {
  const { returns, maxRows } = operation;
  if (returns.kind === "value")
    return { [returnMembers.value]: checkedValue(answer, returns.field, "", operation) };
  if (returns.kind !== "rows") return undefined;
  if (!Array.isArray(answer)) throw wrongAnswer(operation, "", "must be a list of records");
  if (answer.length > maxRows) throw wrongAnswer(operation, "", `has more than ${maxRows} records`);
  const items = answer.map((record: unknown, index) => {
    if (typeof record !== "object" || record === null)
      throw wrongAnswer(operation, String(index), "must be a record");
    const members = record as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      returns.fields.map((field) => [
        field.name,
        checkedValue(members[field.name], field, `${index}.${field.name}`, operation),
      ]),
    );
  });
  return { [returnMembers.rows]: items };
}

function checkedValue(value: unknown, field: Field, path: string, operation: OwnOperation): FieldValue {
  if (value === null || value === undefined) {
    if (field.isNullable) return null;
    throw wrongAnswer(operation, path, "must not be null");
  }
  const plain = value instanceof Date ? value.toISOString() : value;
  const parsed = parsedValue(field.type, typeof plain === "bigint" ? String(plain) : plain, field);
  if (parsed instanceof ValueError) throw wrongAnswer(operation, path, parsed.message);
  return parsed;
}

/** The mistake is in the handler, so callers see no details. */
function wrongAnswer({ name }: OwnOperation, path: string, words: string): Error {
  const place = path === "" ? "its answer" : `"${path}" of its answer`;
  return new Error(`The handler of the operation "${name}" is wrong: ${place} ${words}.`);
}
