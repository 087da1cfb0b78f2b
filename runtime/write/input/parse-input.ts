import { z } from "zod";
import type { Grant } from "../../access/authorize.js";
import type { InputIssue } from "../../errors/api-error.js";
import { whenThere, type Awaitable } from "../../time/when-there.js";
import { suggestion } from "../../errors/nearest.js";
import { fieldTypes } from "../../model/field-type.js";
import { writableLists } from "../../model/fields.js";
import { onceForEach } from "../../model/once-for-each.js";
import { parseValues, toInputIssue } from "../../model/schemas/check-body.js";
import type { Entity, Field } from "../../model/model.js";
import { quoteName } from "../../model/names.js";
import { invalidFields } from "./check-input.js";
import { noteIgnored } from "./ignored-members.js";
import { withUserIssues } from "./check-user.js";
import { withMembers } from "./without.js";
import type { AnyFields } from "../write.js";
import { mayKnow, maySet } from "../../access/granted-rights.js";
import { inputSchemaOf } from "./input-schemas.js";
import { parseLists, type ListsContext } from "./parse-lists.js";
import { takeConfirmation } from "./confirm-password.js";
import { withDoubles } from "../../model/values/with-doubles.js";
import { plainParser, type PlainMembers } from "./parse-plain.js";

/** How an input is parsed. */
interface InputOptions {
  /** Whether members that cannot be set are mistakes. */
  readonly isStrict: boolean;
  /** Whether it is the input of a create. */
  readonly isNew: boolean;
  /** Members of the body that are not fields, in lower case. Default: none. */
  readonly taken?: ReadonlySet<string>;
  /** How many lists lead from the body to this input. Default: 0. */
  readonly depth?: number | undefined;
}

/**
 * Returns a function that checks the input of a create or an update against the schema. Names are matched
 * case-insensitively. It answers synchronously if the schema has no asynchronous rule, because otherwise each of many
 * records would cost a promise. It throws with every mistake.
 */
export function inputParser<S extends z.ZodType>(
  schema: S,
  entity: Entity,
  { isNew, isStrict, taken = noNames, depth = 0 }: InputOptions,
  grant?: Grant,
): (body: object) => Awaitable<z.output<S>> {
  const members: Members = {
    names: settableNames(schema, entity, grant),
    exact: exactNames(entity),
    taken,
    notSettable: (key, names) => notSettable(key, entity, grant, names),
  };
  const itemParser: ListsContext["itemParser"] = (target, item, own) =>
    inputParser(
      inputSchemaOf(target, item.isNew ? "create" : "update"),
      target,
      { isNew: item.isNew, depth: item.depth, isStrict },
      own,
    );
  if (entity.users === undefined && writableLists(entity).length === 0) {
    const parsePlain = plainParser(schema, members, isStrict);
    const parse = (body: object) =>
      (parsePlain?.(body) as z.output<S> | undefined) ??
      whenThere(checkFields(body, schema, members, isStrict), ({ issues, result }) => {
        if (!result.success || issues.length > 0) throw invalidFields(issues);
        return result.data;
      });
    return isNew ? parse : (body) => whenThere(parse(body), (input) => withIgnored(input, body, members));
  }
  return (body) => {
    const { rest, issues: unconfirmed } = takeConfirmation(body, entity, isNew);
    const parsed = parseLists(rest, entity, { isNew, grant, depth, itemParser });
    return whenThere(parsed, ({ rest: own, lists, issues: ofLists }) =>
      whenThere(checkFields(own, schema, members, isStrict), ({ input, issues, result }) => {
        const found = withUserIssues(issues, entity, input);
        const others = [...unconfirmed, ...ofLists];
        const all = others.length === 0 ? found : [...found, ...others];
        if (!result.success || all.length > 0) throw invalidFields(all);
        return lists === undefined
          ? withIgnored(result.data, own, members)
          : (withMembers(result.data as AnyFields, lists) as z.output<S>);
      }),
    );
  };
}

/** Remembers what was ignored if nothing is left. Then the body is most likely a mistake. */
function withIgnored<T>(input: T, body: object, { names, taken, notSettable }: Members): T {
  if (typeof input !== "object" || input === null) return input;
  for (const _ in input) return input;
  const all = [...names.values()];
  const ignored = Object.keys(body).filter((key) => !taken.has(key.toLowerCase()));
  noteIgnored(
    input,
    ignored.slice(0, MAX_IGNORED).map((key) => notSettable(key, all)),
  );
  return input;
}

/** How many ignored members an error names. */
const MAX_IGNORED = 10;

/**
 * Checks the members of an object that has been read. Every name in the schema may be given.
 * @throws {ApiError} With every mistake, not only the first.
 */
export async function parseMembers<S extends z.ZodType>(
  given: object,
  schema: S,
  isStrict: boolean,
  rules: Pick<Members, "exact" | "notSettable">,
): Promise<z.output<S>> {
  const members = { names: namesInSchema(schema), taken: noNames, ...rules };
  const { issues, result } = await checkFields(given, schema, members, isStrict);
  if (!result.success || issues.length > 0) throw invalidFields(issues);
  return result.data;
}

/** The rules for a schema's members that depend on the kind of body. */
interface Members extends PlainMembers {
  /** @param names The names to suggest for an unknown key. */
  readonly notSettable: (key: string, names: readonly string[]) => InputIssue;
}

interface TakenFields {
  readonly input: Record<string, unknown>;
  readonly issues: InputIssue[];
}

function checkFields<S extends z.ZodType>(
  body: object,
  schema: S,
  members: Members,
  isStrict: boolean,
): Awaitable<TakenFields & { readonly result: z.ZodSafeParseResult<z.output<S>> }> {
  const { input, issues } = takeFields(body, members, isStrict);
  return whenThere(parseValues(schema, input), (result) => {
    if (!result.success) for (const issue of result.error.issues) issues.push(toInputIssue(issue, input));
    return { input, issues, result };
  });
}

function takeFields(body: object, members: Members, isStrict: boolean): TakenFields {
  const { names, exact, taken, notSettable } = members;
  const input: Record<string, unknown> = {};
  const issues: InputIssue[] = [];
  for (const key of Object.keys(body)) {
    // Most names are in lower case already.
    const isKnown = names.has(key);
    const lowerCase = isKnown ? key : key.toLowerCase();
    if (taken.has(lowerCase)) continue;
    const name = names.get(lowerCase);
    if (name === undefined) {
      if (isStrict) issues.push(notSettable(key, [...names.values()]));
    } else if (Object.hasOwn(input, name)) {
      issues.push({ path: name, code: "duplicate", message: `"${name}" is given more than once.` });
    } else {
      const value = (body as Record<string, unknown>)[key];
      input[name] = typeof value !== "object" || exact.has(name) ? value : withDoubles(value);
    }
  }
  return { input, issues };
}

/** The names that the caller may set, by lower-case name. Other members count as unknown. */
export function settableNames(
  schema: z.ZodType,
  entity: Entity,
  grant: Grant | undefined,
): ReadonlyMap<string, string> {
  const names = namesInSchema(schema);
  const isSettable = (name: string) => maySet(entity, grant, name);
  if ([...names.values()].every(isSettable)) return names;
  return new Map([...names].filter(([, name]) => isSettable(name)));
}

const noNames: ReadonlySet<string> = new Set();

/** The names of the members that keep every digit, computed once for each entity. */
const exactNames = onceForEach(({ fields, links }: Entity): ReadonlySet<string> => {
  const keepsDigits = ({ type }: Field) => fieldTypes[type].keepsDigits === true;
  const those = [
    ...fields.filter(keepsDigits),
    ...links.filter(({ targetField }) => keepsDigits(targetField)),
  ];
  return new Set(those.map(({ name }) => name));
});

/** The names in a schema by their lower-case form, computed once. */
export const namesInSchema = onceForEach(
  (schema: z.ZodType): ReadonlyMap<string, string> =>
    new Map(Object.keys(objectOf(schema).shape).map((name) => [name.toLowerCase(), name])),
);

/** The object schema inside a schema: `.transform()` wraps it in a pipe. */
function objectOf(schema: z.ZodType): z.ZodObject {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodPipe) return objectOf(schema.in as z.ZodType);
  throw new TypeError("The schema of a body must be an object schema: z.object({ … }).");
}

function notSettable(
  key: string,
  entity: Entity,
  grant: Grant | undefined,
  names: readonly string[],
): InputIssue {
  const lowerCase = key.toLowerCase();
  const link = entity.links.find(({ name }) => name.toLowerCase() === lowerCase);
  const member = link ?? entity.fieldsByName.get(lowerCase);
  if (member !== undefined && mayKnow(entity, grant, member.name)) {
    const path = key.slice(0, 64);
    return { path, code: "not-editable", message: `The field "${path}" cannot be set here.` };
  }
  return unknownField(key, entity.name, names);
}

export function unknownField(key: string, entityName: string, names: readonly string[]): InputIssue {
  const message = `Unknown field ${quoteName(key)} in entity "${entityName}".${suggestion(key, names)}`;
  return { path: key.slice(0, 64), code: "unknown-field", message };
}
