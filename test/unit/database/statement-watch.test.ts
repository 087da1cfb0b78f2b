import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DatabaseError } from "../../../runtime/database/wire/database-error.js";
import type { ConnectReason } from "../../../runtime/database/wire/connect-reasons.js";
import { StatementWatch } from "../../../runtime/database/wire/statement-watch.js";

class WireConnection {
  readonly connection = this;
  readonly socket = {
    bytesRead: 100,
    destroy: (error?: Error) => {
      this.end = error;
      return this.socket as never;
    },
  };
  isWaiting: boolean;
  end: Error | undefined;

  constructor({ isWaiting = true } = {}) {
    this.isWaiting = isWaiting;
  }

  answer(): void {
    this.socket.bytesRead += 10;
    this.isWaiting = false;
  }
}

const rejection = (reason: ConnectReason) =>
  new DatabaseError("connection", reason, { outcome: "notSent", reason });
const silent = () => new Promise<never>(() => undefined);
const hangs = { kind: "connection", reason: "noAnswer", outcome: "unknown", isTransient: true };

describe("statements in flight", () => {
  let first: WireConnection;
  let second: WireConnection;
  let wires: WireConnection[];
  let ask: () => Promise<unknown>;
  let questions: number;
  let isInUse: boolean;
  let unlimited: Set<object>;
  let onSilence: (fault: DatabaseError) => void;

  function start(limits: { connectTimeout?: number; statementTimeout?: number } = {}): void {
    const watched = {
      wires,
      ask: () => {
        questions++;
        return ask();
      },
      isInUse: () => isInUse,
      isLimited: (connection: object) => !unlimited.has(connection),
      onSilence: (fault: DatabaseError) => {
        onSilence(fault);
      },
    };
    new StatementWatch(watched, { connectTimeout: 5_000, statementTimeout: 0, ...limits }).start();
  }

  beforeEach(() => {
    vi.useFakeTimers();
    first = new WireConnection();
    second = new WireConnection();
    wires = [first, second];
    ask = silent;
    questions = 0;
    isInUse = true;
    unlimited = new Set();
    onSilence = vi.fn();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const ends = () => wires.map(({ end }) => end);

  it("statements fail after one connect timeout if the server does not answer, and idle connections are closed", async () => {
    const idle = new WireConnection({ isWaiting: false });
    wires.push(idle);
    onSilence = vi.fn((fault: DatabaseError) => {
      // Retried requests must not find a connection.
      expect(ends()).toEqual([undefined, undefined, undefined]);
      expect(fault).toMatchObject(hangs);
    });
    start();
    await vi.advanceTimersByTimeAsync(4_900);
    expect([questions, ...ends()]).toEqual([1, undefined, undefined, undefined]);
    await vi.advanceTimersByTimeAsync(600);
    expect(onSilence).toHaveBeenCalledOnce();
    for (const end of ends()) expect(end).toMatchObject(hangs);
  });

  it.each<[string, () => Promise<unknown>]>([
    ["accepts a log-in", () => Promise.resolve()],
    ["has no connection left", () => Promise.reject(rejection("full"))],
    ["refuses a log-in", () => Promise.reject(rejection("notAllowed"))],
    ["refuses a connection", () => Promise.reject(rejection("nobodyListens"))],
  ])("statements may take any time if the server %s", async (_, answer) => {
    ask = answer;
    start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ends()).toEqual([undefined, undefined]);
    expect(questions).toBeGreaterThan(40);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it("statements fail one connect timeout after the server's last answer to a question", async () => {
    ask = () => Promise.resolve();
    start();
    await vi.advanceTimersByTimeAsync(20_000);
    ask = silent;
    await vi.advanceTimersByTimeAsync(3_500);
    expect(ends()).toEqual([undefined, undefined]);
    await vi.advanceTimersByTimeAsync(2_500);
    for (const end of ends()) expect(end).toMatchObject(hangs);
  });

  it("statements also fail if each question to the server fails before the connect timeout", async () => {
    ask = async () => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      throw rejection("unreachable");
    };
    start();
    await vi.advanceTimersByTimeAsync(5_500);
    for (const end of ends()) expect(end).toMatchObject(hangs);
  });

  it("statements cause no questions to the server while others receive answers or parts of answers", async () => {
    start();
    for (let count = 0; count < 40; count++) {
      await vi.advanceTimersByTimeAsync(250);
      second.socket.bytesRead++;
    }
    expect([questions, ...ends()]).toEqual([0, undefined, undefined]);
  });

  it("the server is asked nothing while no statement waits, such as in a transaction that waits for its code", async () => {
    for (const wire of wires) wire.isWaiting = false;
    start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([questions, ...ends()]).toEqual([0, undefined, undefined]);
    first.isWaiting = true;
    await vi.advanceTimersByTimeAsync(6_000);
    expect(first.end).toMatchObject(hangs);
  });

  it("statements are watched only while a connection is in use", async () => {
    start();
    await vi.advanceTimersByTimeAsync(1_000);
    for (const wire of wires) wire.answer();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(1);
    isInUse = false;
    await vi.advanceTimersByTimeAsync(500);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("statements that receive nothing for longer than the statement timeout fail, and others do not", async () => {
    ask = () => Promise.resolve();
    const own = new WireConnection();
    wires.push(own);
    unlimited.add(own);
    start({ statementTimeout: 3_000 });
    await vi.advanceTimersByTimeAsync(2_000);
    second.socket.bytesRead++;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ends()).toEqual([undefined, undefined, undefined]);
    await vi.advanceTimersByTimeAsync(500);
    const late = { kind: "timeout", outcome: "unknown", isTransient: true };
    expect(ends()).toEqual([expect.objectContaining(late), undefined, undefined]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ends()).toEqual([expect.objectContaining(late), expect.objectContaining(late), undefined]);
    expect(onSilence).not.toHaveBeenCalled();
  });

  it("statements that were answered while the process was blocked do not fail", async () => {
    vi.useRealTimers();
    start({ connectTimeout: 1_000 });
    await vi.waitUntil(() => questions === 1, { interval: 10, timeout: 10_000 });
    await new Promise<void>((resolve) => {
      setImmediate(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
        // Due timers run before the data that has arrived meanwhile is read.
        setImmediate(() => {
          for (const wire of wires) wire.answer();
          resolve();
        });
      });
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    isInUse = false;
    expect(ends()).toEqual([undefined, undefined]);
  });

  it("statements may take any time if a busy process needs several turns of the event loop for a log-in", async () => {
    vi.useRealTimers();
    let turn: () => void = () => undefined;
    ask = async () => {
      for (let count = 0; count < 6; count++) await new Promise<void>((resolve) => (turn = resolve));
    };
    start({ connectTimeout: 1_000 });
    for (let count = 0; count < 12; count++) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      turn();
    }
    isInUse = false;
    for (const wire of wires) wire.answer();
    expect(questions).toBeGreaterThan(0);
    expect(ends()).toEqual([undefined, undefined]);
  });
});
