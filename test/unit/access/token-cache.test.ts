import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { toCaller, type Caller } from "../../../runtime/access/caller.js";
import { TokenCache } from "../../../runtime/access/token-cache.js";
import type { VerifiedToken } from "../../../runtime/access/verify-jwt.js";

const tokenOf = (userId: number, expiresAt: number): VerifiedToken => {
  const caller = toCaller({ userId });
  return { caller: () => caller, expiresAt };
};
const userOf = (token: VerifiedToken | undefined) => (token?.caller() as Caller | undefined)?.userId;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

it("a token is remembered for a minute", () => {
  const cache = new TokenCache();
  const token = tokenOf(1, Date.now() + 3_600_000);
  cache.set("a", token);
  expect(cache.get("a")).toBe(token);
  expect(cache.get("b")).toBeUndefined();
  vi.advanceTimersByTime(59_999);
  expect(cache.get("a")).toBe(token);
  vi.advanceTimersByTime(1);
  expect(cache.get("a")).toBeUndefined();
});

it("a token is not remembered for longer if the clock is set back", () => {
  const cache = new TokenCache();
  cache.set("a", tokenOf(1, Date.now() + 3_600_000));
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(60_000);
  expect(cache.get("a")).toBeUndefined();
});

it("a token is forgotten when it expires", () => {
  const cache = new TokenCache();
  cache.set("a", tokenOf(1, Date.now() + 1000));
  cache.set("expired", tokenOf(2, Date.now() - 1));
  expect(cache.get("expired")).toBeUndefined();
  vi.advanceTimersByTime(999);
  expect(userOf(cache.get("a"))).toBe(1);
  vi.advanceTimersByTime(1);
  expect(cache.get("a")).toBeUndefined();
});

it("the number of remembered tokens is bounded, and the oldest are forgotten", () => {
  const cache = new TokenCache();
  for (let id = 0; id < 1500; id++) cache.set(`t${id}`, tokenOf(id, Date.now() + 60_000));
  const known = Array.from({ length: 1500 }, (_, id) => userOf(cache.get(`t${id}`)));
  expect(known.slice(0, 500).every((id) => id === undefined)).toBe(true);
  expect(known.slice(500)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 500));
});
