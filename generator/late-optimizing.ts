import v8 from "node:v8";

/**
 * After how much work V8 optimizes a function: the option's name, a high value, and the usual one. An option that a
 * version does not have would print an error.
 */
const [option, late, usual] =
  Number.parseInt(process.versions.v8) < 12
    ? ["interrupt-budget", 800_000, 67_584]
    : ["invocation-count-for-turbofan", 30_000, 3_000];

/** As many characters to format or merge are much work. */
const MUCH = 100_000;
let left = 0;

/**
 * Runs a task and lets V8 optimize functions late. In a run that changes few files, optimizing takes a third of the
 * processor time, and is done when the run ends.
 */
export async function optimizingLate<T>(task: () => Promise<T>): Promise<T> {
  left = MUCH;
  v8.setFlagsFromString(`--${option}=${late}`);
  try {
    return await task();
  } finally {
    countWork(MUCH);
  }
}

/** Counts the work of the task. With much of it, V8 optimizes as usual. */
export function countWork(characters: number): void {
  if (left <= 0) return;
  left -= characters;
  if (left <= 0) v8.setFlagsFromString(`--${option}=${usual}`);
}
