import type { Step } from "./step.js";
import { TableAccess } from "./table-access.js";

/**
 * Removes the keys, links and credentials of a user who is deleted: else they would be those of a later user with the
 * same id.
 */
export const removeTokens: Step = {
  isNeeded: ({ kind, entity }, { session }) =>
    kind === "delete" && entity.users !== undefined && session.model.accountTokens !== undefined,
  run: async (write, { session }) => {
    const { accountTokens } = session.model;
    const [id = null] = write.key;
    if (accountTokens === undefined || typeof id === "object") return;
    const rows = new TableAccess(session, accountTokens);
    await rows.delete(rows.has({ userid: String(id) }));
  },
  runAll: async (writes, context) => {
    for (const write of writes) await removeTokens.run(write, context);
  },
};
