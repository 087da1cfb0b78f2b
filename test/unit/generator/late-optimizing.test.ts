import { execFileSync } from "node:child_process";
import v8 from "node:v8";
import { expect, test, vi } from "vitest";
import { countWork, optimizingLate } from "../../../generator/late-optimizing.js";

/** The default of an option that this Node.js has. */
function usual(flag: string): string | undefined {
  const [name = ""] = flag.split("=");
  const options = execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" });
  return options.split(/\s+/).find((word) => word.startsWith(`${name}=`));
}

async function flagsOf(task: () => void | Promise<void>): Promise<readonly string[]> {
  const set = vi.spyOn(v8, "setFlagsFromString").mockReturnValue();
  try {
    await optimizingLate(async () => task()).catch(() => undefined);
    return set.mock.calls.map(([flag]) => flag);
  } finally {
    set.mockRestore();
  }
}

test("V8 optimizes late until the task ends, also if it fails, and then at its default", async () => {
  for (const task of [() => undefined, () => Promise.reject(new Error("no"))]) {
    const [late = "", after = "", ...more] = await flagsOf(task);
    expect(more).toEqual([]);
    expect(after).toBe(usual(late));
    expect(Number(late.split("=")[1])).toBeGreaterThan(9 * Number(after.split("=")[1]));
  }
});

test("V8 optimizes as usual as soon as there is much work", async () => {
  const seen: number[] = [];
  const set = vi.spyOn(v8, "setFlagsFromString").mockReturnValue();
  await optimizingLate(() => {
    countWork(5000);
    seen.push(set.mock.calls.length);
    for (let file = 0; file < 30; file++) countWork(5000);
    seen.push(set.mock.calls.length);
    return Promise.resolve();
  });
  countWork(1_000_000);
  seen.push(set.mock.calls.length);
  set.mockRestore();
  expect(seen).toEqual([1, 2, 2]);
});
