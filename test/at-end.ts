import { onTestFinished, TestRunner } from "vitest";
import { afterEachFile } from "./after-file.js";

const ofFile: (() => unknown)[] = [];
afterEachFile(async () => {
  for (const end of ofFile.splice(0).toReversed()) await end();
});

/**
 * Ends what a test has begun, after the test. What was begun in `beforeAll`, or by a test that runs beside others, ends
 * after the file. What was begun last ends first.
 */
export function atEnd(end: () => unknown): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined || test.concurrent === true) ofFile.push(end);
  else
    onTestFinished(async () => {
      await end();
    });
}
