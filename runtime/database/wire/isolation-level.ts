/** How far the reads of a transaction are kept apart from what other transactions commit meanwhile. */
export const isolationLevels = ["read committed", "repeatable read", "snapshot", "serializable"] as const;
export type IsolationLevel = (typeof isolationLevels)[number];
