import { and } from "../../condition/join-conditions.js";
import { isKey, isOneOf } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { orderBy } from "../../database/sql/order.js";
import { createSelection } from "../../database/sql/selection.js";
import { valuesIn } from "../../database/sql/values-in.js";
import { chunksOf } from "../../model/values/chunks-of.js";
import type { Entity, Relation } from "../../model/model.js";
import { faultToError } from "../../database/fault-to-error.js";
import type { ListGrants } from "./nested-rights.js";
import { ownerKey, type OwnedList } from "./plan-list.js";
import { seenRecords } from "../plan-write.js";
import { tooManyRecords } from "../many/too-many-records.js";
import type { Key, Nesting, PlannedWrite } from "../write.js";
import { keyText, mostKeys } from "../groups/write-groups.js";

/**
 * Reads the keys of the records in the replaced lists, as far as the caller may read the records.
 * @returns A function that returns the keys of one list.
 * @throws {ApiError} 401 or 403, and `too-many-records`.
 */
export async function findMembers(
  relation: Relation,
  owned: readonly OwnedList[],
  { budget: { max, written }, grants }: { readonly budget: Nesting["budget"]; readonly grants: ListGrants },
  session: DatabaseSession,
): Promise<(owner: PlannedWrite) => readonly Key[]> {
  const replaced = owned.filter(({ list }) => list.set !== undefined);
  const owners = replaced.map(({ owner }) => owner);
  const found = new Map<unknown, Key[]>(owners.map((owner) => [keyText(ownerKey(owner)), []]));
  const membersOf = (owner: PlannedWrite) => found.get(keyText(ownerKey(owner))) ?? [];
  const [first] = owners;
  if (first === undefined) return membersOf;
  const { target, targetFields } = relation;
  const storedText = ownerReader(first.entity, session, found);
  const seen = seenRecords(target, grants.toReplace(first.grant));
  const fields = [...new Set([...target.keys, ...targetFields])];
  const selection = createSelection({ entity: target, fields });
  const toOwner = valuesIn(targetFields, session.dialect, fields);
  const toKey = valuesIn(target.keys, session.dialect, fields);
  const order = target.keys.map((key) => orderBy(key));
  const named = replaced.reduce((sum, { list }) => sum + (list.set?.length ?? 0), 0);
  const take = Math.min(Number.MAX_SAFE_INTEGER, named + max - written + 1);
  try {
    for (const some of chunksOf(owners, mostKeys(targetFields, session))) {
      const keys = some.map(ownerKey);
      const where = and(isOneOf({ keys: targetFields }, keys), seen);
      const rows = await session.rows(
        session.statements(target).page({ order, where, take, skip: 0 }, selection),
      );
      // With so many records, too many are missing from the new list.
      if (rows.length === take) throw tooManyRecords(max);
      for (const row of rows) found.get(await storedText(toOwner(row)))?.push(toKey(row));
    }
  } catch (error) {
    throw await faultToError(error, target, session);
  }
  return membersOf;
}

/**
 * Reads the key of a record that is referred to, as it is stored, as one value. A reference may be spelled differently,
 * in a collation that ignores case: then the database finds the key.
 * @param known The keys of which no other spelling is looked for.
 */
function ownerReader(
  entity: Entity,
  session: DatabaseSession,
  known: ReadonlyMap<unknown, unknown>,
): (reference: Key) => Promise<unknown> {
  const selection = createSelection({ entity, fields: entity.keys });
  const toKey = valuesIn(entity.keys, session.dialect);
  const spelled = new Map<unknown, unknown>();
  return async (reference) => {
    const text = keyText(reference);
    if (known.has(text)) return text;
    if (!spelled.has(text)) {
      const statement = session.statements(entity).find(isKey(entity, reference), selection);
      const [row] = await session.rows(statement);
      spelled.set(text, row && keyText(toKey(row)));
    }
    return spelled.get(text);
  };
}
