import { ApiError, type InputIssue, type IssueCode } from "../../errors/api-error.js";
import { suggestion } from "../../errors/nearest.js";
import type { BatchSettings } from "../../model/settings/batch-settings.js";
import { operations as kinds, type Operation } from "../../model/model.js";
import { quoteAll, quoteName } from "../../model/names.js";
import { isPlainObject } from "../../model/values/plain-object.js";
import { inputMembers, type BatchOperation } from "./batch-operation.js";
import { findReferences } from "./references.js";

/** The members of an operation beside its kind, which names the entity. */
const members: Readonly<Record<Operation, readonly string[]>> = {
  create: ["input", "as"],
  update: ["id", "changes", "ifMatch", "as"],
  delete: ["id", "ifMatch", "as"],
  read: ["id", "select", "as"],
};

const NAME = /^[a-z_]\w{0,63}$/i;

/**
 * Parses the body of a batch, and checks its form and its references.
 * @throws {ApiError} `invalid-body` that lists every mistake, or 413 for too many operations.
 */
export function parseBatch(
  body: object,
  { maxOperations }: Pick<BatchSettings, "maxOperations">,
): readonly BatchOperation[] {
  const issues: InputIssue[] = [];
  checkNames(body, ["operations"], "", issues);
  const list = (body as { readonly operations?: unknown }).operations;
  if (!Array.isArray(list) || list.length === 0)
    issues.push(issue("operations", "required", '"operations" must be a list with one operation or more.'));
  const given: readonly unknown[] = Array.isArray(list) ? list : [];
  if (given.length > maxOperations) {
    const message = `A batch may have at most ${maxOperations} operations. This one has ${given.length}.`;
    throw new ApiError("body-too-large", message, { issues: [issue("operations", "too-long", message)] });
  }
  const names = new Set<string>();
  const parsed = given.map((each, index) => parseOperation(each, index, names, issues));
  if (issues.length > 0)
    throw new ApiError("invalid-body", issues.map(({ message }) => message).join(" "), { issues });
  return parsed.filter((operation) => operation !== undefined);
}

function parseOperation(
  given: unknown,
  index: number,
  names: Set<string>,
  issues: InputIssue[],
): BatchOperation | undefined {
  const path = `operations.${index}`;
  const kind = isPlainObject(given) ? kindOf(given) : undefined;
  if (!isPlainObject(given) || kind === undefined) {
    const message = `"${path}" must be an object with one of "create", "update", "delete" and "read".`;
    issues.push(issue(path, "required", message));
    return undefined;
  }
  checkNames(given, [kind, ...members[kind]], `${path}.`, issues);
  const { [kind]: entityName, id, ifMatch, select, as: name } = given;
  const own = inputMembers[kind];
  const input = own === undefined ? {} : given[own];
  const check = (isRight: boolean, member: string, words: string) => {
    const at = `${path}.${member}`;
    const isMissing = given[member] === undefined;
    if (!isRight) issues.push(issue(at, isMissing ? "required" : "wrong-type", `"${at}" ${words}.`));
  };
  check(typeof entityName === "string", kind, "must be the name of an entity");
  if (own !== undefined) check(isPlainObject(input), own, "must be an object of fields");
  if (kind !== "create") check(id !== undefined && id !== null, "id", "must be the id of a record");
  check(ifMatch === undefined || typeof ifMatch === "string", "ifMatch", "must be a text such as an ETag");
  const references = [
    ...findReferences(id, `${path}.id`, names, issues),
    ...(own === undefined ? [] : findReferences(input, `${path}.${own}`, names, issues)),
  ];
  if (name !== undefined) addName(name, `${path}.as`, names, issues);
  return {
    index,
    kind,
    entityName: String(entityName),
    name: name as string | undefined,
    id,
    input: input as object,
    ifMatch: ifMatch as string | undefined,
    select,
    references,
  };
}

/** `undefined` if there is none, or more than one. */
function kindOf(given: object): Operation | undefined {
  const [kind, ...more] = kinds.filter((each) => Object.hasOwn(given, each));
  return more.length === 0 ? kind : undefined;
}

function addName(name: unknown, path: string, names: Set<string>, issues: InputIssue[]): void {
  if (typeof name !== "string" || !NAME.test(name)) {
    const message = `"${path}" must be a name of letters, digits and "_" that begins with no digit.`;
    issues.push(issue(path, "wrong-type", message));
  } else if (names.has(name)) {
    issues.push(issue(path, "duplicate", `"${path}" is the name of an operation before.`));
  } else names.add(name);
}

function checkNames(given: object, known: readonly string[], prefix: string, issues: InputIssue[]): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const message = `Unknown member ${quoteName(name)}.${suggestion(name, known) || ` There are ${quoteAll(known)}.`}`;
    issues.push(issue(`${prefix}${name.slice(0, 64)}`, "unknown-member", message));
  }
}

function issue(path: string, code: IssueCode, message: string): InputIssue {
  return { path, code, message };
}
