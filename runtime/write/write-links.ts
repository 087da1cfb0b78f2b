import { DatabaseError } from "../database/wire/database-error.js";
import { EntityWrites } from "../database/entity-writes.js";
import { noSuchTarget } from "../repository/fault-to-error.js";
import type { Step } from "./step.js";
import { toParameters } from "./to-parameters.js";

/**
 * Replaces the given links; a delete removes all of the record's links.
 * @throws {ApiError} for an id that does not exist.
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
    for (const { link, ids } of set.links) {
      const { table, sourceField, targetField } = link;
      const rows = ids.map((id) => toParameters([sourceField, targetField], [source, id], session.dialect));
      await new EntityWrites(table, session).insertAll(rows).catch((error: unknown) => {
        const isNoTarget = error instanceof DatabaseError && error.kind === "foreignKey";
        throw isNoTarget ? noSuchTarget(link, error) : error;
      });
    }
  },
};
