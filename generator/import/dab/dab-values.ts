import { isPlainObject } from "../../../runtime/model/values/plain-object.js";
import { CommandError } from "../../command-error.js";
import { oneLine, quoted } from "../../one-line.js";

/** A value of the file, with its place for messages. */
export interface DabValue {
  readonly path: string;
  readonly value: unknown;
}

/** The member at a path of names; its value is `undefined` if it is missing or null. */
export function memberOf(at: DabValue, ...names: readonly string[]): DabValue {
  return names.reduce((object, name) => {
    const path = object.path === "" ? name : `${object.path}.${name}`;
    if (object.value === undefined) return { path, value: undefined };
    const members = plainObject(object);
    return { path, value: Object.hasOwn(members, name) ? (members[name] ?? undefined) : undefined };
  }, at);
}

/** The members of an object by name; none if it is not an object. */
export function dabMembers(object: DabValue): readonly (readonly [string, DabValue])[] {
  if (object.value === undefined) return [];
  return Object.keys(plainObject(object)).map((name) => [name, memberOf(object, name)]);
}

function plainObject({ path, value }: DabValue): Readonly<Record<string, unknown>> {
  if (isPlainObject(value)) return value;
  throw wrong({ path, value }, "an object");
}

export function itemsOf({ path, value }: DabValue): readonly DabValue[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrong({ path, value }, "a list");
  return value.map((item: unknown, index) => ({ path: `${path}[${index}]`, value: item }));
}

/** A value, or the one at a path of names, as a text with environment variables replaced by their values. */
export function dabText(at: DabValue, ...names: readonly string[]): string | undefined {
  const text = memberOf(at, ...names);
  if (text.value === undefined) return undefined;
  if (typeof text.value !== "string") throw wrong(text, "a text");
  return text.value.replace(VARIABLE, (_, name: string) => {
    const value = process.env[name];
    if (value !== undefined) return value;
    throw mistake(text, `the environment variable ${quoted(name)} is not set, and the file needs its value.`);
  });
}

export function textsOf(list: DabValue): readonly string[] {
  return itemsOf(list).map((item) => dabText(item) ?? "");
}

/** A boolean, which may also be a text. */
export function booleanOf(flag: DabValue): boolean | undefined {
  if (flag.value === undefined || typeof flag.value === "boolean") return flag.value;
  const text = dabText(flag)?.toLowerCase();
  if (text === "true" || text === "false") return text === "true";
  throw wrong(flag, "true or false");
}

export type DabInterfaces = Readonly<ReturnType<typeof interfacesOf>>;

/** Which interfaces are on, for an entity or globally. */
export function interfacesOf(at: DabValue) {
  return { hasRest: isOn(memberOf(at, "rest")), hasGraphql: isOn(memberOf(at, "graphql")) };
}

/** An interface is on by default. Instead of an object it may be a boolean, or a name in GraphQL. */
function isOn(option: DabValue): boolean {
  if (typeof option.value === "object") return booleanOf(memberOf(option, "enabled")) !== false;
  return option.value !== false && !(typeof option.value === "string" && /^false$/i.test(option.value));
}

/** The variable of a text that is nothing but `@env('NAME')`. */
export function variableIn({ value }: DabValue): string | undefined {
  return typeof value === "string" ? /^\s*@env\('([^']*)'\)\s*$/.exec(value)?.[1] : undefined;
}

const VARIABLE = /@env\('([^']*)'\)/g;

function wrong(at: DabValue, expected: string): CommandError {
  // The data source, or the whole file, may contain a password.
  if (/^(?:$|data-source(?:\.|$))/.test(at.path))
    return mistake({ ...at, path: at.path === "" ? "the file" : at.path }, `expected ${expected}.`);
  return mistake(at, `expected ${expected}, found ${quoted(JSON.stringify(at.value))}.`);
}

export function mistake({ path }: DabValue, message: string): CommandError {
  return new CommandError(`${oneLine(path)}: ${message}`);
}
