import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DatabaseError } from "data-api";
import type { DatabaseErrorOptions, Outcome } from "../../../runtime/database/wire/database-error.js";
import { toDatabaseError } from "../../../runtime/database/dialects/mysql/connection/mysql-errors.js";
import { despiteDeadlocks, retryAfter, retrying } from "../../../runtime/database/wire/retry.js";

function fault(options: DatabaseErrorOptions = {}): DatabaseError {
  return new DatabaseError("connection", "It failed.", { isTransient: true, ...options });
}

/** Fails the given number of times, each with a new error, and then returns "done". */
function failing(times: number, createError: () => Error = fault) {
  const errors: Error[] = [];
  const attempt = vi.fn(() => {
    if (errors.length === times) return Promise.resolve("done");
    const error = createError();
    errors.push(error);
    return Promise.reject(error);
  });
  return { attempt, errors };
}

const outcomes: readonly Outcome[] = ["notSent", "undone", "unknown"];

describe("work", () => {
  beforeEach(() => {
    vi.spyOn(Math, "random").mockReturnValue(0);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it("work that succeeds is tried once", async () => {
    const { attempt } = failing(0);
    expect(await retrying(false, attempt)).toBe("done");
    expect(attempt).toHaveBeenCalledTimes(1);
  });

  it.each([1, 2])("work that fails for a transient reason is retried: %i times", async (times) => {
    const { attempt } = failing(times);
    expect(await retrying(false, attempt)).toBe("done");
    expect(attempt).toHaveBeenCalledTimes(times + 1);
  });

  it("work that fails three times is given up, with the last error", async () => {
    const { attempt, errors } = failing(99);
    const error: unknown = await retrying(false, attempt).catch((reason: unknown) => reason);
    expect(error).toBe(errors[2]);
    expect(attempt).toHaveBeenCalledTimes(3);
  });

  it.each(outcomes)("work that may be repeated is retried after the outcome %s", async (outcome) => {
    const { attempt } = failing(1, () => fault({ outcome }));
    expect(await retrying(true, attempt)).toBe("done");
  });

  it.each(outcomes)(
    "work that must not be repeated is retried after the outcome %s, unless it is unknown",
    async (outcome) => {
      const { attempt } = failing(1, () => fault({ outcome }));
      const [ended] = await Promise.allSettled([retrying(false, attempt)]);
      expect(ended).toMatchObject(
        outcome === "unknown" ? { reason: { outcome } } : { status: "fulfilled", value: "done" },
      );
      expect(attempt).toHaveBeenCalledTimes(outcome === "unknown" ? 1 : 2);
    },
  );

  it("work is given up after an unknown outcome, also if an earlier outcome was known", async () => {
    const faults = [fault(), fault({ outcome: "unknown" })];
    const { attempt } = failing(2, () => faults.shift() ?? fault());
    await expect(retrying(false, attempt)).rejects.toMatchObject({ outcome: "unknown" });
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  it.each([
    ["that fails for a permanent reason", () => fault({ isTransient: false })],
    ["that fails for an unknown reason", () => new Error("It failed.")],
  ])("work %s is tried once", async (_, createError) => {
    const { attempt, errors } = failing(99, createError);
    await expect(retrying(true, attempt)).rejects.toThrow("It failed.");
    expect(errors).toHaveLength(1);
  });

  it("work that began too long ago is given up", async () => {
    const error = fault();
    const { attempt } = failing(0);
    const late = { begin: performance.now() - 5_001, isRepeatable: true, attempt };
    await expect(retryAfter(error, late)).rejects.toBe(error);
    expect(attempt).not.toHaveBeenCalled();
    expect(await retryAfter(error, { ...late, begin: performance.now() })).toBe("done");
  });

  it("work is retried after random delays, of which the longest is 100 ms, then doubles, and is at most 2 s", async () => {
    const delays: unknown[] = [];
    const sleep = vi.spyOn(timers, "setTimeout").mockImplementation((delay) => {
      delays.push(delay);
      return Promise.resolve();
    });
    // Modules that import the function by its name get the other one.
    syncBuiltinESMExports();
    try {
      for (const random of [1, 0.5]) {
        vi.mocked(Math.random).mockReturnValue(random);
        await retrying(false, failing(7).attempt, 7);
      }
    } finally {
      sleep.mockRestore();
      syncBuiltinESMExports();
    }
    const longest = [100, 200, 400, 800, 1_600, 2_000, 2_000];
    expect(delays).toEqual([...longest, ...longest.map((delay) => delay / 2)]);
  });

  it("work waits for the delay before it is retried", async () => {
    vi.mocked(Math.random).mockReturnValue(1);
    const times: number[] = [];
    const { attempt } = failing(1);
    await retrying(false, () => {
      times.push(performance.now());
      return attempt();
    });
    const [first = 0, second = 0] = times;
    // Timers count in whole milliseconds.
    expect(second - first).toBeGreaterThanOrEqual(99);
  });
});

describe("a read of tables", () => {
  // What the driver of MySQL throws.
  const deadlock = () => Object.assign(new Error("Deadlock found"), { errno: 1213, sqlState: "40001" });

  it.each([0, 1, 5])("a read of tables that deadlocks undo %i times is repeated", async (times) => {
    const { attempt } = failing(times, deadlock);
    expect(await despiteDeadlocks(attempt, toDatabaseError)).toBe("done");
    expect(attempt).toHaveBeenCalledTimes(times + 1);
  });

  it("a read of tables fails with the driver's error if deadlocks undo it again and again", async () => {
    const { attempt, errors } = failing(100, deadlock);
    const failure = await despiteDeadlocks(attempt, toDatabaseError).catch((error: unknown) => error);
    expect(attempt).toHaveBeenCalledTimes(6);
    expect(failure).toBe(errors.at(-1));
  });

  it("a read of tables fails at once with every fault that is no deadlock", async () => {
    const missing = Object.assign(new Error("no such table"), { errno: 1146, sqlState: "42S02" });
    const { attempt } = failing(1, () => missing);
    await expect(despiteDeadlocks(attempt, toDatabaseError)).rejects.toBe(missing);
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
