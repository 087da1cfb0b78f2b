import { expect, test } from "vitest";
import { newPublicId } from "../../../runtime/repository/users/public-id.js";

test("ids of sessions and keys have 128 random bits, and none begins as an option of a command does", () => {
  const ids = Array.from({ length: 2_000 }, newPublicId);
  expect(new Set(ids).size).toBe(2_000);
  for (const id of ids) expect(id).toMatch(/^\w[\w-]{21}$/);
});
