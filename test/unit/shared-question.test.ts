import { expect, it } from "vitest";
import { sharedQuestion } from "../../runtime/time/shared-question.js";

/** A question that the test answers, with the number of earlier questions. */
function asked() {
  const answers: ((isRight: boolean) => void)[] = [];
  const ask = sharedQuestion(() => {
    const number = answers.length;
    return new Promise<number>((resolve, reject) => {
      answers.push((isRight) => {
        if (isRight) resolve(number);
        else reject(new Error(`no answer ${number}`));
      });
    });
  });
  return { ask, answers };
}

it("a shared question is repeated once for all callers that arrive during the first run", async () => {
  const { ask, answers } = asked();
  const first = ask();
  const others = [ask(), ask(), ask()];
  expect(answers).toHaveLength(1);
  answers[0]?.(true);
  expect(await first).toBe(0);
  await Promise.resolve();
  expect(answers).toHaveLength(2);
  const late = ask();
  answers[1]?.(true);
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
  await new Promise(setImmediate);
  answers[2]?.(true);
  expect(await late).toBe(2);
  expect(answers).toHaveLength(3);
});

it("a shared question is repeated after a failure, which only the callers of the failed run receive", async () => {
  const { ask, answers } = asked();
  const first = ask();
  const second = ask();
  answers[0]?.(false);
  await expect(first).rejects.toThrow("no answer 0");
  await new Promise(setImmediate);
  answers[1]?.(true);
  expect(await second).toBe(1);
  const third = ask();
  answers[2]?.(true);
  expect(await third).toBe(2);
});
