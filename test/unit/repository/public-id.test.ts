import { expect, test } from "vitest";
import { newPublicId } from "../../../runtime/repository/users/public-id.js";

test("ids of sessions and keys have 128 random bits, and none begins as an option of a command does", () => {
  const ids = Array.from({ length: 2_000 }, newPublicId);
  expect(new Set(ids).size).toBe(2_000);
  for (const id of ids) expect(id).toMatch(/^\w[\w-]{21}$/);
  const bytes = ids.map((id) => Buffer.from(id, "base64url"));
  // A fair coin is further from half of 2,000 in one of 10^18 cases.
  for (let bit = 0; bit < 128; bit++) {
    const ones = bytes.filter((each) => ((each[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    expect(Math.abs(ones - 1_000), `bit ${bit}`).toBeLessThan(200);
  }
});
