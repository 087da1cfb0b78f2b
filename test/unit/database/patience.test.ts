import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerWithin } from "../../../runtime/database/wire/patience.js";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function afterTime(milliseconds: number): Promise<string> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve("answered");
    }, milliseconds);
  });
}

test("the client waits slightly longer for an answer than the server's statement timeout", async () => {
  const answers = [answerWithin(500, afterTime(1_400)), answerWithin(500, afterTime(1_600))];
  const settled = Promise.allSettled(answers);
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await settled).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});

test("the client waits without limit for statements without a timeout, such as those of imports", async () => {
  const answer = answerWithin(0, afterTime(3_600_000));
  const settled = Promise.allSettled([answer]);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(await settled).toEqual([{ status: "fulfilled", value: "answered" }]);
});
