import { randomUUID } from "node:crypto";
import type { SqlDialect } from "../../database/sql/sql-dialect.js";

/** The time of the last UUID, in milliseconds and as text, and how many there were in it before. */
let last = { time: 0, text: "", count: 0 };

/** The counter has 12 bits. */
const MAX_COUNT = 0xfff;

type UuidOrder = Pick<SqlDialect, "comparesUuidsFromEnd">;

/**
 * A UUID of version 7 (RFC 9562 §5.7, §6.2 method 1): it begins with the time, so that new keys come last in an index.
 * Those of one process come in the order in which they are made. For a database that compares UUIDs from the end, it ends
 * with the time (version 8, §5.8).
 */
export function timeOrderedUuid({ comparesUuidsFromEnd }: UuidOrder): string {
  const now = Date.now();
  if (now > last.time) last = begin(now);
  else if (last.count < MAX_COUNT) last.count++;
  else last = begin(last.time + 1);
  const time = last.text;
  const count = last.count.toString(16).padStart(3, "0");
  // Node.js draws the bits of many UUIDs at once.
  const random = randomUUID();
  return comparesUuidsFromEnd === true
    ? `${random.slice(0, 13)}-8${random.slice(15, 18)}-8${count}-${time}`
    : `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${random.slice(19)}`;
}

function begin(time: number): typeof last {
  return { time, text: time.toString(16).padStart(12, "0"), count: 0 };
}

/** A text by which UUIDs sort as they were made. */
export function uuidPlace(uuid: string, { comparesUuidsFromEnd }: UuidOrder): string {
  return comparesUuidsFromEnd === true ? `${uuid.slice(24)}${uuid.slice(19, 23)}${uuid}` : uuid;
}
