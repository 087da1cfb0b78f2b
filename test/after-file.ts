import { afterAll } from "vitest";

const endings: (() => unknown)[] = [];

/** Registers what is done after the tests of each file: a process that runs several loads shared modules only once. */
export function afterEachFile(work: () => unknown): void {
  endings.push(work);
}

/** Has the registered work done after the file that is about to run. */
export function registerEndings(): void {
  afterAll(async () => {
    for (const end of endings) await end();
  });
}
