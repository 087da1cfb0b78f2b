import { ApiError } from "../../errors/api-error.js";
import type { Operation } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import type { Reference } from "./references.js";

/** An operation of a batch as it was sent. Only its form has been checked. */
export interface BatchOperation {
  /** Its place in the list. */
  readonly index: number;
  readonly kind: Operation;
  readonly entityName: string;
  /** The name by which later operations refer to its answer. */
  readonly name: string | undefined;
  readonly id: unknown;
  /** The `input` of a create, or the `changes` of an update. */
  readonly input: object;
  readonly ifMatch: string | undefined;
  readonly select: unknown;
  /** The references in `id` and `input`. */
  readonly references: readonly Reference[];
}

/** The member that holds what is written. */
export const inputMembers: Readonly<Partial<Record<Operation, string>>> = {
  create: "input",
  update: "changes",
};

/**
 * The same error with the place of the failed operation. Its status is that of the single request.
 * @param member The member of the operation in which the paths of the issues begin.
 */
export function inOperation(
  error: unknown,
  { index, kind, entityName }: Pick<BatchOperation, "index" | "kind" | "entityName">,
  member?: string,
): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, issues, headers, cause } = error;
  const place = `operations.${index}`;
  const base = member === undefined ? place : `${place}.${member}`;
  const whole = { path: isOfVersion(error) ? `${place}.ifMatch` : place, code, message };
  return new ApiError(code, `${place} (${kind} ${quoteName(entityName)}): ${message}`, {
    issues:
      issues.length === 0
        ? [whole]
        : issues.map((each) => ({ ...each, path: each.path === "" ? base : `${base}.${each.path}` })),
    headers,
    cause,
  });
}

function isOfVersion({ code }: ApiError): boolean {
  return code === "precondition-failed" || code === "precondition-required" || code === "invalid-header";
}
