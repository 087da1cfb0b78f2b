import { describe, expect, it } from "vitest";

import { mergeFile, sameTokens } from "../../../generator/merge/index.js";
import { chainTrials, stepTrials, type Trial } from "./step-trials.js";
import { stride } from "../../runs.js";

/** Runs one trial and answers what is wrong with its result. */
function check({ name, expected, ...versions }: Trial): readonly string[] {
  const result = mergeFile({ ...versions, onConflict: "markers" });
  if (result.kind !== "merged") return [`${name}: ${result.kind}`];
  if (expected === undefined) return result.conflicts.length === 1 ? [] : [`${name}: nobody was asked`];
  if (result.conflicts.length > 0) return [`${name}: asked for nothing`];
  const isBroken = name.includes("broken");
  return (isBroken ? sameTokens(result.text, expected) : result.text === expected)
    ? []
    : [`${name}: ${result.text}`];
}

describe("every edit against every change of something else", () => {
  it("merges the steps of a handler", () => {
    // A prime number of steps meets every kind in turn.
    const trials = stepTrials().filter((_, index) => index % stride(47) === 0);
    expect(trials.length).toBeGreaterThan(100);
    expect(trials.flatMap(check)).toEqual([]);
  });

  it("merges a chain call by call and argument by argument", () => {
    const trials = chainTrials();
    expect(trials.length).toBeGreaterThan(100);
    expect(trials.flatMap(check)).toEqual([]);
  });
});
