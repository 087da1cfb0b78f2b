import { expect, test } from "vitest";
import { timeOrderedUuid } from "../../../runtime/write/steps/time-ordered-uuid.js";

test("ids of changes are UUIDs of version 7, in the order in which they are made", () => {
  const begin = Date.now();
  const ids = Array.from({ length: 10_000 }, timeOrderedUuid);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(ids.length);
  expect(parseInt(`${ids[0]?.slice(0, 8)}${ids[0]?.slice(9, 13)}`, 16)).toBeGreaterThanOrEqual(begin);
});
