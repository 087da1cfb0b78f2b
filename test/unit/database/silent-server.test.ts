import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DatabaseError } from "../../../runtime/database/wire/database-error.js";
import type { ConnectReason } from "../../../runtime/database/wire/connect-reasons.js";
import { SilentServer } from "../../../runtime/database/wire/silent-server.js";

const fault = (reason: ConnectReason) =>
  new DatabaseError("connection", reason, { outcome: "notSent", reason });

describe("a server that may stop answering", () => {
  let idle: number;
  let dialled: number;
  /** One attempt to connect, with its result and its duration. */
  let dial: () => Promise<string>;
  let answer: () => Promise<[]>;
  let server: SilentServer<string>;

  const after = async <T>(ms: number, end: () => T) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return end();
  };
  const failing = (ms: number, reason: ConnectReason) => () =>
    after<never>(ms, () => {
      throw fault(reason);
    });
  const connect = () => server.connect(() => dial()).catch((error: unknown) => (error as Error).message);
  /** Whether a request fails without an attempt to connect. */
  const isRefused = async () => {
    let isTried = false;
    await server
      .connect(() => {
        isTried = true;
        return Promise.resolve();
      })
      .catch(() => undefined);
    return !isTried;
  };

  beforeEach(() => {
    vi.useFakeTimers();
    idle = 0;
    dialled = 0;
    dial = failing(5_000, "noAnswer");
    answer = () => Promise.resolve([]);
    const pool = {
      poolFigures: () => ({ open: idle, idle, waiting: 0, max: 10 }),
      connect: () => {
        dialled++;
        return dial();
      },
      giveBack: () => undefined,
      run: () => answer(),
    };
    server = new SilentServer(pool, 10);
  });

  afterEach(() => {
    server.end();
    vi.useRealTimers();
  });

  const fallSilent = async () => {
    const first = connect();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await first).toBe("noAnswer");
    expect(await isRefused()).toBe(true);
  };

  it("a silent server is probed in the background, by two attempts at a time, until it answers", async () => {
    await fallSilent();
    await vi.advanceTimersByTimeAsync(4_500);
    expect(dialled).toBe(2);
    dial = () => Promise.resolve("a connection");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await isRefused()).toBe(false);
  });

  it("a server is not considered silent while it answers on other connections", async () => {
    const lost = connect();
    await vi.advanceTimersByTimeAsync(4_000);
    server.noteAnswer();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await lost).toBe("noAnswer");
    expect(await isRefused()).toBe(false);
  });

  it("a silent server is available again after an answer on any connection", async () => {
    await fallSilent();
    server.noteAnswer();
    expect(await isRefused()).toBe(false);
  });

  it("a silent server is not probed while connections are idle, because a probe would take one of them", async () => {
    await fallSilent();
    idle = 1;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(dialled).toBe(0);
    expect(await isRefused()).toBe(false);
    idle = 0;
    expect(await isRefused()).toBe(true);
  });

  it("a server that was given up gets no requests, even if the pool still counts idle connections", async () => {
    idle = 3;
    server.giveUp(new DatabaseError("connection", "hangs", { outcome: "unknown", reason: "noAnswer" }));
    const refused = server.connect(() => Promise.resolve());
    await expect(refused).rejects.toMatchObject({ message: "hangs", outcome: "notSent" });
    dial = () => Promise.resolve("a connection");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await isRefused()).toBe(false);
  });

  it("a silent server is probed by a statement, because some drivers connect with the first statement", async () => {
    await fallSilent();
    dial = () => Promise.resolve("not connected");
    answer = failing(100, "noAnswer");
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await isRefused()).toBe(true);
    answer = () => Promise.resolve([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await isRefused()).toBe(false);
  });

  it.each([
    [3_000, true],
    [10, false],
  ])("a server that has no route after %s ms makes later requests fail fast: %s", async (ms, isSpared) => {
    dial = failing(ms, "unreachable");
    const first = connect();
    await vi.advanceTimersByTimeAsync(ms);
    expect(await first).toBe("unreachable");
    expect(await isRefused()).toBe(isSpared);
  });

  it("a server that rejects connections quickly still gets requests", async () => {
    await fallSilent();
    dial = failing(10, "nobodyListens");
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await isRefused()).toBe(false);
  });
});
