import type { Grant } from "../access/authorize.js";
import type { CheckedCondition } from "../condition/checked.js";
import { and } from "../condition/join-conditions.js";
import { isOneOf } from "../condition/key-condition.js";
import { truthOf, type KnownValues } from "../condition/truth-of.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Selection } from "../database/sql/selection.js";
import { ApiError } from "../errors/api-error.js";
import type { FieldValue } from "../model/field-type.js";
import type { Entity } from "../model/model.js";
import { chunksOf } from "../model/values/chunks-of.js";
import { toJsonText } from "../model/values/exact-json.js";
import { visible } from "../read/plan-parts.js";
import { planRead } from "../read/read-plan.js";
import type { ReadRequest, SelectItem } from "../read/read-request.js";
import { EntityReads } from "../records/entity-reads.js";

type Key = readonly FieldValue[];

/** The records that one statement reads. */
export const MAX_READ = 200;

/** The records for which the limits of a plan are checked. */
const PLANNED = 100;

/** The records of a filter that a caller may see, as they change. */
export class FollowedRecords {
  readonly entity: Entity;
  /** The same for all callers who would read the same. */
  readonly identity: string;
  readonly #session: DatabaseSession;
  readonly #selection: Selection;
  readonly #where: CheckedCondition | undefined;
  readonly #asked: CheckedCondition | undefined;
  readonly #visible: CheckedCondition | undefined;
  /** The members of the key that were read and not selected. */
  readonly #unselected: readonly string[];

  /**
   * @param grant `undefined` for server code, which may read everything.
   * @throws {ApiError} As a read of a page, and `forbidden` if the caller may not read the key.
   */
  constructor(
    entity: Entity,
    { where, select }: Pick<ReadRequest, "where" | "select">,
    grant: Grant | undefined,
    session: DatabaseSession,
  ) {
    const added = select === undefined ? [] : missingKeys(entity, select);
    const items = select === undefined ? undefined : [...select, ...added];
    const plan = planRead(
      entity,
      { where, select: items, take: Math.min(PLANNED, entity.limits.maxTake) },
      grant,
    );
    const { fields, guards } = plan.selection;
    if (
      entity.keys.some((key) => !fields.includes(key) || guards.some(({ members }) => members.has(key.name)))
    )
      throw new ApiError("forbidden", "Changes name records by their key, which this caller may not read.");
    this.entity = entity;
    this.#session = session;
    this.#selection = plan.selection;
    this.#where = plan.where;
    this.#asked = plan.asked;
    this.#visible = visible(entity, grant);
    this.#unselected = added.flatMap((item) => (item.kind === "member" ? item.name : []));
    this.identity = identityOf([entity, plan.selection, plan.asked, this.#visible, this.#unselected]);
  }

  /** Reads those of the records that the caller may see with this filter. By the text of their key. */
  async read(keys: readonly Key[], session = this.#session): Promise<ReadonlyMap<string, object>> {
    const reads = new EntityReads(this.entity, session);
    const found = new Map<string, object>();
    for (const some of chunksOf(keys, MAX_READ)) {
      const where = and(this.#where, isOneOf(this.entity, some)) as CheckedCondition;
      for (const record of await reads.all(where, this.#selection)) {
        const key = this.entity.keys.map(({ name }) => record[name] as FieldValue);
        found.set(keyName(key), this.#asSelected(record));
      }
    }
    return found;
  }

  #asSelected(record: Readonly<Record<string, unknown>>): object {
    if (this.#unselected.length === 0) return record;
    return Object.fromEntries(Object.entries(record).filter(([name]) => !this.#unselected.includes(name)));
  }

  /**
   * Whether the caller saw a record with these values. `undefined` if it is not certain that the caller may know of the
   * record.
   */
  saw(values: KnownValues): boolean | undefined {
    const mayRead = this.#visible === undefined || truthOf(this.#visible, values);
    // Before the filter is looked at: else it would ask for the values of hidden records.
    if (mayRead !== true) return mayRead;
    // Of a record that the caller may read, one "delete" too many tells nothing new.
    return this.#asked === undefined || truthOf(this.#asked, values) !== false;
  }
}

/** Identifies a record. */
export function keyName(key: Key): string {
  return toJsonText(key.map(String));
}

function missingKeys({ keys }: Entity, select: readonly SelectItem[]): readonly SelectItem[] {
  if (select.some(({ kind }) => kind === "all")) return [];
  const isSelected = (name: string) =>
    select.some((item) => item.kind === "member" && item.name.toLowerCase() === name.toLowerCase());
  return keys
    .filter(({ name }) => !isSelected(name))
    .map(({ name }) => ({ kind: "member", name, of: undefined, place: { path: "select" } }));
}

/** A text that two values share if they are the same. The parts of the Model are in it by their names. */
function identityOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Set) return [...(part as ReadonlySet<unknown>)];
    return isOfModel(part) ? part.name : part;
  });
}

function isOfModel(part: unknown): part is { readonly name: string } {
  if (typeof part !== "object" || part === null || !("name" in part)) return false;
  return ["column", "fieldsByName", "targetFields", "sourceField"].some((member) => member in part);
}
