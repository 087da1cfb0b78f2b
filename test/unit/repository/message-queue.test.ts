import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MessageQueue } from "../../../runtime/repository/users/message-queue.js";

const warnings: string[] = [];
let queue: MessageQueue;

beforeEach(() => {
  vi.useFakeTimers();
  warnings.length = 0;
  queue = new MessageQueue((message) => warnings.push(message));
  queue.open();
});

afterEach(() => {
  vi.useRealTimers();
});

const add = (run: () => Promise<void>, userId = 7) => {
  queue.add({ kind: "verify-email", userId, run });
};
const never = () => new Promise<void>(() => undefined);

it("the message queue begins a message later, so that the answer is sent first", async () => {
  const run = vi.fn(() => Promise.resolve());
  add(run);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(0);
  expect(run).toHaveBeenCalledTimes(1);
});

it("the message queue tries a message four times with growing waits, and logs only the kind of an error", async () => {
  const times: number[] = [];
  const begin = Date.now();
  const errors = [
    new Error("to ann@example.com"),
    Object.assign(new Error("x"), { code: "ann@example.com", name: "to ann" }),
    new TypeError("ann@example.com"),
    Object.assign(new Error("x"), { code: "EENVELOPE" }),
  ];
  add(async () => {
    times.push(Math.floor((Date.now() - begin) / 1_000));
    await Promise.resolve();
    throw errors[times.length - 1] ?? new Error("none");
  });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(times).toEqual([0, 1, 11, 71]);
  const line = (tries: number, code: string) =>
    `The message "verify-email" to the user 7 was not sent at try ${tries} (${code})`;
  expect(warnings).toEqual([
    `${line(1, "Error")}.`,
    `${line(2, "unknown error")}.`,
    `${line(3, "TypeError")}.`,
    `${line(4, "EENVELOPE")} and is given up.`,
  ]);
});

it("the message queue gives a hook that hangs ten seconds, and sends other messages meanwhile", async () => {
  add(never);
  const run = vi.fn(() => Promise.resolve());
  add(run);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(run).toHaveBeenCalledTimes(1);
  expect(warnings).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(warnings).toEqual([expect.stringContaining("(TIMEOUT)")]);
});

it("the message queue sends at most five messages at once", async () => {
  const ends: (() => void)[] = [];
  for (let index = 0; index < 7; index++) add(() => new Promise<void>((resolve) => ends.push(resolve)));
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(5);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(6);
});

it("the message queue drops messages beyond a thousand, with a warning", () => {
  for (let index = 0; index < 1_001; index++) add(never, index);
  expect(warnings).toEqual([
    'The message "verify-email" to the user 1000 was not sent, because too many wait.',
  ]);
});

it("the message queue takes no messages before it is open and after it is closed", async () => {
  const run = vi.fn(() => Promise.resolve());
  queue = new MessageQueue((message) => warnings.push(message));
  add(run);
  queue.open();
  await queue.close();
  add(run);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run).not.toHaveBeenCalled();
});

it("the message queue sends its messages before it closes, and gives up those that wait for another try", async () => {
  add(() => Promise.reject(new Error("x")));
  await vi.advanceTimersByTimeAsync(0);
  const done = vi.fn();
  for (let index = 0; index < 7; index++) add(() => Promise.resolve().then(done));
  await queue.close();
  expect(done).toHaveBeenCalledTimes(7);
  expect(warnings.at(-1)).toBe("1 messages to users were not sent, because the server stops.");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(warnings).toHaveLength(2);
});
