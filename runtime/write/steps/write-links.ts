import type { DatabaseSession } from "../../database/database-session.js";
import { DatabaseError } from "../../database/wire/database-error.js";
import { EntityWrites } from "../../database/entity-writes.js";
import type { FieldValue } from "../../model/field-type.js";
import type { Link } from "../../model/model.js";
import { noSuchTarget } from "../../database/fault-to-error.js";
import type { Step } from "./step.js";
import { toParameters } from "./to-parameters.js";

/**
 * Replaces the given links; a delete removes all of the record's links.
 * @throws {ApiError} for an id without a record.
 */
export const writeLinks: Step = {
  isNeeded: ({ set }) => set.links.length > 0,
  run: async ({ kind, key: [source = null], set }, { session }) => {
    if (kind !== "create") {
      for (const { link } of set.links) {
        const isSource = {
          kind: "comparison",
          field: link.sourceField,
          operator: "=",
          value: source,
        } as const;
        await new EntityWrites(link.table, session).delete(isSource, "id");
      }
    }
    for (const { link, ids } of set.links) await addLinks(link, rowsOf(link, source, ids, session), session);
  },
  runAll: async (writes, context) => {
    if (writes[0]?.kind !== "create") {
      for (const write of writes) await writeLinks.run(write, context);
      return;
    }
    const { session } = context;
    const rows = new Map<Link, LinkRow[]>();
    for (const {
      key: [source = null],
      set,
    } of writes) {
      for (const { link, ids } of set.links) {
        const known = rows.get(link) ?? [];
        rows.set(link, known);
        known.push(...rowsOf(link, source, ids, session));
      }
    }
    for (const [link, each] of rows) await addLinks(link, each, session);
  },
};

type LinkRow = readonly unknown[];

function rowsOf(
  { sourceField, targetField }: Link,
  source: FieldValue,
  ids: readonly FieldValue[],
  { dialect }: DatabaseSession,
): readonly LinkRow[] {
  return ids.map((id) => toParameters([sourceField, targetField], [source, id], dialect));
}

/** @throws {ApiError} for an id that does not exist. */
async function addLinks(link: Link, rows: readonly LinkRow[], session: DatabaseSession): Promise<void> {
  await new EntityWrites(link.table, session).insertAll(rows).catch((error: unknown) => {
    const isNoTarget = error instanceof DatabaseError && error.kind === "foreignKey";
    throw isNoTarget ? noSuchTarget(link, error) : error;
  });
}
