import { randomUUID } from "node:crypto";

/** The time of the last UUID, in milliseconds, and how many there were in it before. */
let last = { time: 0, count: 0 };

/** The counter has 12 bits. */
const MAX_COUNT = 0xfff;

/**
 * A UUID of version 7 (RFC 9562 §5.7, §6.2 method 1): it begins with the time, so that new keys come last in an index.
 * Those of one process come in the order in which they are made.
 */
export function timeOrderedUuid(): string {
  const now = Date.now();
  if (now > last.time) last = { time: now, count: 0 };
  else if (last.count < MAX_COUNT) last = { time: last.time, count: last.count + 1 };
  else last = { time: last.time + 1, count: 0 };
  const time = last.time.toString(16).padStart(12, "0");
  const count = last.count.toString(16).padStart(3, "0");
  // The variant and 62 random bits. Node.js draws those of many UUIDs at once.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}
