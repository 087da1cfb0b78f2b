import { toJsonText } from "../../model/values/exact-json.js";
import type { Entity, Field } from "../../model/model.js";
import { sha256OfJson } from "../../access/sha256.js";
import type { AnyFields, CheckedInput, Write } from "../write.js";
import type { WriteOptions } from "../write-options.js";

/** A create, and its checked input before secrets are hashed. */
export interface Create {
  readonly write: Write;
  readonly given: CheckedInput;
}

/** The bodies of requests with a key, by the options parsed from their headers. */
const bodies = new WeakMap<WriteOptions, object>();

/** Keeps the original body, for the fingerprint of the creates with these options. */
export function noteBody(options: WriteOptions, body: object): void {
  if (options.idempotencyKey === undefined) return;
  // A copy: a record that a handler changes may be part of the body.
  const copy: object = Array.isArray(body) ? (body as readonly object[]).map(copyOf) : copyOf(body);
  bodies.set(options, copy);
}

/** Items of an array that are not records are reported later. */
function copyOf(sent: unknown): object {
  return { ...(sent as object) };
}

/**
 * A hash of what was sent and of what the answer contains. It is the same on servers whose configurations differ by a
 * field: values that this server would fill in are left out, and unknown members are included as they were sent.
 * During a rolling update, servers fill in and ignore different members. The hash includes the key, which is not
 * stored, so that no value can be guessed from the hash alone. Secrets are still left out. If the answer is the
 * record, it depends on the caller's roles, so a request with other roles is a different request.
 */
export function fingerprintOf(creates: Create | readonly [Create, ...Create[]]): string {
  const { grant, options } = ("write" in creates ? creates : creates[0]).write;
  const { idempotencyKey, returning = "record" } = options;
  const roles = returning === "record" ? grant?.caller.roles.toSorted() : undefined;
  const body = bodies.get(options);
  const sent =
    "write" in creates
      ? membersOf(creates, body)
      : creates.map((create, index) => membersOf(create, (body as readonly object[] | undefined)?.[index]));
  return sha256OfJson([idempotencyKey ?? null, returning, roles ?? null, sent]);
}

type Member = readonly [name: string, value: unknown];

/**
 * The members that were sent, in the order of their names: in canonical form, or as sent if the server does not know
 * them. Members that a handler has added, for example from the path, are included: a request with another value is a
 * different request.
 */
function membersOf({ write, given }: Create, body: object | undefined): readonly Member[] {
  const { entity, input } = write;
  const { fields, values, links, lists } = given;
  const known = new Map<string, unknown>([
    ...fields.map(({ name }, index) => [name.toLowerCase(), values[index]] as const),
    ...links.map(({ link, ids }) => [link.name.toLowerCase(), ids] as const),
    ...lists.map(({ relation, create }) => {
      const items = create.map((item) => withoutSecrets(relation.target, item));
      return [relation.name.toLowerCase(), items] as const;
    }),
  ]);
  const sent = Object.entries(body ?? {});
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  const added = Object.entries(input ?? {}).filter(([name]) => {
    const lowerCase = name.toLowerCase();
    return !names.has(lowerCase) && !isDefault(known.get(lowerCase), entity.fieldsByName.get(lowerCase));
  });
  return [...sent, ...added]
    .filter(([, value]) => value !== undefined)
    .map(([name, value]: [string, unknown]): Member => {
      const lowerCase = name.toLowerCase();
      if (isSecretMember(lowerCase, entity)) return [lowerCase, null];
      return [lowerCase, known.has(lowerCase) ? known.get(lowerCase) : value];
    })
    .toSorted(byName);
}

/** Whether this server would fill in the value. */
function isDefault(value: unknown, field: Field | undefined): boolean {
  return field?.default !== undefined && toJsonText(value) === toJsonText(field.default);
}

function byName([a]: Member, [b]: Member): number {
  return a < b ? -1 : 1;
}

/** A new record of a list, in the order of its members' names. */
function withoutSecrets(entity: Entity, item: AnyFields): readonly Member[] {
  return Object.entries(item)
    .toSorted(byName)
    .map(([name, value]): Member => {
      const target = entity.relations.find((each) => each.isWritable && each.name === name)?.target;
      if (target !== undefined && Array.isArray(value))
        return [name, value.map((each: AnyFields) => withoutSecrets(target, each))];
      return [name, isSecretMember(name.toLowerCase(), entity) ? null : value];
    });
}

/** Whether a member of a body is a secret of the entity, or the repetition of a user's password. */
export function isSecretMember(
  lowerCase: string,
  entity: Pick<Entity, "fieldsByName" | "users"> | undefined,
): boolean {
  const isRepetition = entity?.users !== undefined && lowerCase === "confirmpassword";
  return isRepetition || entity?.fieldsByName.get(lowerCase)?.type === "secret";
}
