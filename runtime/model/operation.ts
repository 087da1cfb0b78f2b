/** What permissions allow. */
export const operations = ["read", "create", "update", "delete"] as const;
export type Operation = (typeof operations)[number];
