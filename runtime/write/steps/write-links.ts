import type { CheckedCondition } from "../../condition/checked.js";
import { isKey } from "../../condition/key-condition.js";
import type { DatabaseSession } from "../../database/database-session.js";
import { DatabaseError } from "../../database/wire/database-error.js";
import { EntityWrites } from "../../database/entity-writes.js";
import { noSuchTarget } from "../../database/fault-to-error.js";
import { readSkipping, skippedRow } from "../../database/skipped-rows.js";
import type { Link } from "../../model/model.js";
import { EntityReads } from "../../records/entity-reads.js";
import { groupRows } from "../../model/values/group-rows.js";
import type { Step } from "./step.js";
import { parametersOf } from "./to-parameters.js";
import type { PlannedWrite } from "../write.js";

/**
 * Replaces the given links; a delete removes all of the record's links.
 * @throws {ApiError} for an id without a record.
 */
export const writeLinks: Step = {
  isNeeded: ({ set }) => set.links.length > 0,
  run: async (write, { session }) => {
    const former = write.kind === "create" ? [] : write.set.links;
    for (const { link } of former)
      await removeLinks(link, isKey({ keys: [link.sourceField] }, write.key), session);
    await addLinks([write], session);
  },
  runAll: async (writes, context) => {
    if (writes[0]?.kind === "create") await addLinks(writes, context.session);
    else for (const write of writes) await writeLinks.run(write, context);
  },
};

/** @throws {DatabaseError} if the database skips one of the links. */
async function removeLinks(
  { table }: Link,
  isSource: CheckedCondition,
  session: DatabaseSession,
): Promise<void> {
  await new EntityWrites(table, session).delete(isSource, "id");
  const mayBeSkipped = (await readSkipping(session, table)) !== "never";
  if (mayBeSkipped && (await new EntityReads(table, session).count(isSource)) > 0) throw skippedRow();
}

/** @throws {ApiError} for an id that does not exist. */
async function addLinks(writes: readonly PlannedWrite[], session: DatabaseSession): Promise<void> {
  const given = writes.flatMap(({ key: [source = null], set }) =>
    set.links.map(({ link, ids }) => ({ link, ids, source })),
  );
  for (const group of groupRows(given, ({ link }) => link)) {
    const [{ link }] = group;
    const toRow = parametersOf([link.sourceField, link.targetField], session.dialect);
    const rows = group.flatMap(({ source, ids }) => ids.map((id) => toRow([source, id])));
    await new EntityWrites(link.table, session).insertAll(rows).catch((error: unknown) => {
      const isNoTarget = error instanceof DatabaseError && error.kind === "foreignKey";
      throw isNoTarget ? noSuchTarget(link, error) : error;
    });
  }
}
