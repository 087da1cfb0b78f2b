import { afterEach, expect, it, vi } from "vitest";
import { whenUnlocked } from "../../../runtime/database/dialects/sqlite/connection/sqlite-patience.js";

afterEach(() => vi.useRealTimers());

it("a wait for a lock of SQLite continues after the clock was set ahead", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let attempts = 0;
  const work = () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    if (++attempts < 3) throw Object.assign(new Error("It is locked."), { code: "SQLITE_BUSY" });
    return attempts;
  };
  expect(await whenUnlocked(10_000, work)).toBe(3);
});
