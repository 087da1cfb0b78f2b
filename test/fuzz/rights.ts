import type { BareCondition } from "../unit/condition/arbitrary-condition.js";
import { holds, type PlainRecord } from "../unit/condition/in-memory.js";
import type { FuzzCaller } from "./callers.js";
import type { Entry, Member, Operation, World, WorldEntity } from "./world.js";

/** The permissions of one caller, by the documented rules. */
export interface Rights {
  /** Whether the caller may apply the operation to this record. */
  readonly covers: (record: PlainRecord) => boolean;
  /** Whether an entry that covers this record allows this member. */
  readonly gives: (record: PlainRecord, member: string) => boolean;
  /** Whether any entry allows this member, for any records. */
  readonly names: (member: string) => boolean;
  /** Whether the member is allowed in every record that the caller may read. */
  readonly isUsable: (member: string) => boolean;
}

interface BoundEntry {
  readonly gives: (member: string) => boolean;
  /** `undefined` allows all records. */
  readonly where: ((record: PlainRecord) => boolean) | undefined;
}

/** The caller as this world sees it. */
export function seenIn({ hasCallers }: World, caller: FuzzCaller): FuzzCaller {
  return hasCallers ? caller : { userId: null, roles: [], claims: {}, hasNoLogIn: true };
}

/** The entries whose role the caller has. */
export function entriesOf(entity: WorldEntity, operation: Operation, caller: FuzzCaller): readonly Entry[] {
  const isKnown = caller.userId !== null;
  const roles = ["guest", ...(isKnown ? ["member", ...caller.roles.filter((role) => role !== "owner")] : [])];
  return entity.entries[operation].filter(({ role }) => (role === "owner" ? isKnown : roles.includes(role)));
}

/** `undefined` if no entry applies, because the caller lacks the claims that they name. */
export function rightsOf(
  entity: WorldEntity,
  operation: Operation,
  caller: FuzzCaller,
  isPrivate = false,
): Rights | undefined {
  const isOwn = (record: PlainRecord) => record["ownerid"] === caller.userId;
  const entries = entriesOf(entity, operation, caller).flatMap((entry): readonly BoundEntry[] => {
    const where = entry.where === undefined ? undefined : bind(entry.where, caller, entity);
    if (entry.where !== undefined && where === undefined) return [];
    const conditions = [
      ...(entry.role === "owner" && !isPrivate ? [isOwn] : []),
      ...(where === undefined ? [] : [(record: PlainRecord) => holds(where, record, typesOf(entity))]),
    ];
    const all = (record: PlainRecord) => conditions.every((condition) => condition(record));
    return [{ gives: giving(entry), where: conditions.length === 0 ? undefined : all }];
  });
  if (entries.length === 0) return undefined;
  const isReached = (record: PlainRecord) => !isPrivate || isOwn(record);
  const givers = (member: string) => entries.filter(({ gives }) => gives(member));
  const covering =
    (record: PlainRecord) =>
    ({ where }: BoundEntry) =>
      where?.(record) ?? true;
  return {
    covers: (record) => isReached(record) && entries.some(covering(record)),
    gives: (record, member) => isReached(record) && givers(member).some(covering(record)),
    names: (member) => givers(member).length > 0,
    isUsable: (member) =>
      givers(member).length === entries.length || givers(member).some(({ where }) => where === undefined),
  };
}

function giving({ fields }: Entry): (member: string) => boolean {
  if (fields === undefined) return () => true;
  const named = (names: readonly string[]) => {
    const lower = names.map((name) => name.toLowerCase());
    return (member: string) => lower.includes(member.toLowerCase());
  };
  if ("include" in fields) return named(fields.include);
  const isExcluded = named(fields.exclude);
  return (member) => !isExcluded(member);
}

/** The condition with the caller's claims. `undefined` if a claim is missing or has the wrong type for the field. */
function bind(condition: BareCondition, caller: FuzzCaller, entity: WorldEntity): BareCondition | undefined {
  if (condition.kind !== "comparison") {
    const conditions = condition.conditions.flatMap((part) => bind(part, caller, entity) ?? []);
    return conditions.length < condition.conditions.length ? undefined : { ...condition, conditions };
  }
  const { value, field } = condition;
  if (value.isQuoted || !value.text.startsWith("@user.")) return condition;
  const name = value.text.slice("@user.".length);
  const claim = name === "id" ? caller.userId : caller.claims[name];
  if (claim === null || claim === undefined) return undefined;
  if (typesOf(entity)(field) === "int" && typeof claim !== "number") return undefined;
  return { ...condition, value: { text: String(claim), isQuoted: true } };
}

export function typesOf({ members }: WorldEntity): (name: string) => Member["type"] {
  return (name) => members.find((member) => member.name === name)?.type ?? "string";
}
