import { afterAll } from "vitest";

const endings: (() => unknown)[] = [];

/** Registers work after the tests of each file. A process that runs several files loads shared modules only once. */
export function afterEachFile(work: () => unknown): void {
  endings.push(work);
}

/** Runs the registered work after the file that is about to run. */
export function registerEndings(): void {
  afterAll(async () => {
    for (const end of endings) await end();
  });
}
