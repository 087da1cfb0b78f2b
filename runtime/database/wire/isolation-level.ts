/** How far the reads of a transaction are isolated from concurrent commits. */
export const isolationLevels = ["read committed", "repeatable read", "snapshot", "serializable"] as const;
export type IsolationLevel = (typeof isolationLevels)[number];
