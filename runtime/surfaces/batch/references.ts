import { singleMistake, type InputIssue } from "../../errors/api-error.js";
import { suggestion } from "../../errors/nearest.js";
import { toJsonText } from "../../model/values/exact-json.js";
import { isPlainObject } from "../../model/values/plain-object.js";

/** A text that is replaced by a member of an earlier answer: `@order.id`. */
export interface Reference {
  /** Its place in the body. */
  readonly path: string;
  readonly name: string;
  readonly member: string;
}

type Answer = Readonly<Record<string, unknown>>;

/** The answers of the earlier operations of a batch. They contain only what the caller may read. */
export class Answers {
  readonly #answers = new Map<string, Answer>();
  /** The bytes of the JSON of each member that was referred to, by its lower-case reference. */
  readonly #sizes = new Map<string, number>();
  readonly #maxBytes: number;
  #left: number;

  /**
   * @param maxBytes The maximum bytes of JSON that may replace references, together: a small body can refer many times
   * to one large answer.
   */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#left = maxBytes;
  }

  add(name: string, answer: Answer): void {
    this.#answers.set(name, answer);
  }

  /** @throws {ApiError} `invalid-body` for a member that the answer does not have, or `body-too-large`. */
  read({ path, name, member }: Reference): unknown {
    const answer = this.#answers.get(name) ?? {};
    const lowerCase = member.toLowerCase();
    const key = Object.keys(answer).find((each) => each.toLowerCase() === lowerCase);
    if (key === undefined) {
      const message = `The answer of "${name}" has no member "${member}" that this caller may read.`;
      throw singleMistake("invalid-body", "reference", message, { path });
    }
    const value = answer[key];
    this.#left -= this.#sizeOf(`${name}.${lowerCase}`, value);
    if (this.#left >= 0) return value;
    const message = `The values that replace the references of the batch have more than ${this.#maxBytes} bytes.`;
    throw singleMistake("body-too-large", "too-long", message, { path });
  }

  #sizeOf(reference: string, value: unknown): number {
    let size = this.#sizes.get(reference);
    if (size === undefined) this.#sizes.set(reference, (size = Buffer.byteLength(toJsonText(value ?? null))));
    return size;
  }
}

const REFERENCE = /^@([a-z_]\w{0,63})\.([a-z_]\w{0,127})$/i;

/**
 * Finds the references in a value. A text that begins with `@` is a reference; `@@` is an escaped `@`.
 * @param names The operations before, by their names.
 */
export function findReferences(
  value: unknown,
  path: string,
  names: ReadonlySet<string>,
  issues: InputIssue[],
): readonly Reference[] {
  if (typeof value === "string") {
    if (!value.startsWith("@") || value.startsWith("@@")) return [];
    const [, name, member] = REFERENCE.exec(value) ?? [];
    if (name !== undefined && member !== undefined && names.has(name)) return [{ path, name, member }];
    issues.push({ path, code: "reference", message: wrongReference(value, name, names) });
    return [];
  }
  return membersOf(value).flatMap(([key, item]) => findReferences(item, below(path, key), names, issues));
}

function wrongReference(text: string, name: string | undefined, names: ReadonlySet<string>): string {
  const shown = JSON.stringify(text.slice(0, 64));
  if (name === undefined)
    return `${shown} is no reference. Write "@name.member" for a member of an earlier answer, or "@@" for a text that begins with "@".`;
  return `${shown} refers to no operation before this one.${suggestion(name, [...names])}`;
}

/**
 * Replaces the references in a value, and `@@` by `@`.
 * @param path Where the value is, for messages.
 * @throws {ApiError} What `Answers.read` throws.
 */
export function resolveReferences(value: unknown, answers: Answers, path = ""): unknown {
  if (typeof value === "string") {
    if (value.startsWith("@@")) return value.slice(1);
    const [, name, member] = REFERENCE.exec(value) ?? [];
    return name === undefined || member === undefined ? value : answers.read({ path, name, member });
  }
  const resolved = membersOf(value).map(
    ([key, item]) => [key, resolveReferences(item, answers, below(path, key))] as const,
  );
  if (Array.isArray(value)) return resolved.map(([, item]) => item);
  // `fromEntries` also copies a key such as `__proto__`.
  return isPlainObject(value) ? Object.fromEntries(resolved) : value;
}

function below(path: string, key: string): string {
  return path === "" ? key.slice(0, 64) : `${path}.${key.slice(0, 64)}`;
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Array.isArray(value) || isPlainObject(value) ? Object.entries(value) : [];
}
