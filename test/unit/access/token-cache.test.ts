import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toCaller } from "../../../runtime/access/caller.js";
import { TokenCache } from "../../../runtime/access/token-cache.js";

const callerOf = (userId: number) => toCaller({ userId });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("a token is known for a minute", () => {
  const cache = new TokenCache();
  const caller = callerOf(1);
  cache.set("a", { caller, expiresAt: Date.now() + 3_600_000 });
  expect(cache.get("a")).toBe(caller);
  expect(cache.get("b")).toBeUndefined();
  vi.advanceTimersByTime(59_999);
  expect(cache.get("a")).toBe(caller);
  vi.advanceTimersByTime(1);
  expect(cache.get("a")).toBeUndefined();
});

it("a token is known no longer than it is good", () => {
  const cache = new TokenCache();
  cache.set("a", { caller: callerOf(1), expiresAt: Date.now() + 1000 });
  cache.set("expired", { caller: callerOf(2), expiresAt: Date.now() - 1 });
  expect(cache.get("expired")).toBeUndefined();
  vi.advanceTimersByTime(999);
  expect(cache.get("a")?.userId).toBe(1);
  vi.advanceTimersByTime(1);
  expect(cache.get("a")).toBeUndefined();
});

it("only so many are known, and the oldest are forgotten", () => {
  const cache = new TokenCache();
  for (let id = 0; id < 1500; id++)
    cache.set(`t${id}`, { caller: callerOf(id), expiresAt: Date.now() + 60_000 });
  const known = Array.from({ length: 1500 }, (_, id) => cache.get(`t${id}`)?.userId);
  expect(known.slice(0, 500).every((id) => id === undefined)).toBe(true);
  expect(known.slice(500)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 500));
});
