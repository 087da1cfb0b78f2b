import { openEntity, field } from "../conformance/fields.js";

const fields = { at: field("datetime"), day: field("date") };
const bare = { systemFields: { createdat: false, updatedat: false } } as const;

/** Times in a table created by the product, and in an existing table. */
export const entities = {
  moment: openEntity(fields, bare),
  legacy: openEntity(fields, bare),
};

/** They include hours that New York has twice or never, and dates that differ between time zones. */
export const moments: readonly { readonly at: string; readonly day: string }[] = [
  { at: "2024-03-10T01:59:59.999Z", day: "2024-03-09" },
  { at: "2024-03-10T02:30:00.000Z", day: "2024-03-10" },
  { at: "2024-03-10T06:59:59.999Z", day: "2024-03-11" },
  { at: "2024-03-10T07:00:00.000Z", day: "2024-12-31" },
  { at: "2024-11-03T01:30:00.000Z", day: "2024-11-03" },
  { at: "2024-11-03T05:30:00.000Z", day: "2024-01-01" },
  { at: "2024-11-03T06:30:00.000Z", day: "2024-02-29" },
  { at: "2024-12-31T23:59:59.999Z", day: "1999-12-31" },
  { at: "2025-01-01T00:00:00.000Z", day: "2000-01-01" },
  { at: "1970-01-02T00:00:00.001Z", day: "9999-12-31" },
  { at: "2038-01-18T00:00:00.000Z", day: "1000-01-01" },
];
