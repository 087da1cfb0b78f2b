import { parentPort } from "node:worker_threads";
import { formatText } from "./files/format-text.js";
import type { Answer, Question } from "./format-threads.js";

/** How many texts are sent together, because each message wakes the thread that waits. */
const TOGETHER = 32;

let waiting = 0;
let answers: Answer[] = [];

// The entry of the threads that format.
parentPort?.on("message", ({ id, formatting }: Question) => {
  waiting++;
  void formatText(formatting).then(
    (text) => answer({ id, text }),
    (error: unknown) => answer({ id, error }),
  );
});

function answer(given: Answer): void {
  answers.push(given);
  if (--waiting > 0 && answers.length < TOGETHER) return;
  parentPort?.postMessage(answers);
  answers = [];
}
