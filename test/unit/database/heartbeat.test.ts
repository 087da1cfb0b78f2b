import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DatabaseError } from "data-api";
import { createHeartbeat } from "../../../runtime/database/wire/heartbeat.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);
const longAgo = () => -Infinity;

it("the heartbeat asks the database once a second, for any number of callers", async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const isAnswering = createHeartbeat({ ask, lastAnswer: longAgo });
  expect(await Promise.all([isAnswering(), isAnswering()])).toEqual([true, true]);
  vi.advanceTimersByTime(999);
  await isAnswering();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await isAnswering();
  expect(ask).toHaveBeenCalledTimes(2);
});

it("the heartbeat counts an error as no answer, and asks again after a second", async () => {
  const ask = vi
    .fn(() => Promise.resolve(true))
    .mockRejectedValueOnce(new DatabaseError("connection", "cut"));
  const isAnswering = createHeartbeat({ ask, lastAnswer: () => performance.now() });
  expect(await isAnswering()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(await isAnswering()).toBe(true);
});

it("the heartbeat waits one second at most, and asks nothing else while a question is open", async () => {
  const ask = vi.fn(never);
  const isAnswering = createHeartbeat({ ask, lastAnswer: longAgo });
  const first = isAnswering();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBe(false);
  expect(await isAnswering()).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each([
  ["gets no turn", never],
  ["gets no place in the queue", () => Promise.reject(new DatabaseError("timeout", "The queue is full."))],
])("the heartbeat counts a question that %s as answered if other statements get answers", async (_, ask) => {
  for (const [lastAnswer, expected] of [
    [() => performance.now() - 100, true],
    [longAgo, false],
  ] as const) {
    const answer = createHeartbeat({ ask, lastAnswer })();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toBe(expected);
  }
});

it("the heartbeat believes a database that answers that it is not ready", async () => {
  const isAnswering = createHeartbeat({
    ask: () => Promise.resolve(false),
    lastAnswer: () => performance.now(),
  });
  expect(await isAnswering()).toBe(false);
});

it.each([0, 1, 400, 999])(
  "the heartbeat reports within two seconds that the database is not ready, if each answer takes %s ms",
  async (latency) => {
    for (let phase = 0; phase < 2_000; phase += 37) {
      const lostAt = performance.now() + 3_000 + phase;
      const isLost = () => performance.now() >= lostAt;
      // The state of the database at the time of the question.
      const ask = async () => {
        const isReady = !isLost();
        await new Promise((resolve) => setTimeout(resolve, latency));
        return isReady;
      };
      // Until then, it answers other statements. Afterwards, it must not be considered busy.
      const isAnswering = createHeartbeat({ ask, lastAnswer: () => Math.min(performance.now(), lostAt) });
      let noAt: number | undefined;
      const probe = async () => {
        if (!(await isAnswering())) noAt ??= performance.now();
      };
      while (performance.now() < lostAt + 4_000) {
        void probe();
        await vi.advanceTimersByTimeAsync(20);
      }
      expect(noAt).toBeGreaterThanOrEqual(lostAt);
      expect(noAt).toBeLessThanOrEqual(lostAt + 2_000);
    }
  },
);

it("the heartbeat still asks after the clock was set back", async () => {
  const ask = vi.fn(() => Promise.resolve(true));
  const isAnswering = createHeartbeat({ ask, lastAnswer: longAgo });
  expect(await isAnswering()).toBe(true);
  ask.mockResolvedValue(false);
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(1_000);
  expect(await isAnswering()).toBe(false);
});
