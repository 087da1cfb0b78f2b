import { describe, expect, it } from "vitest";

import { mergeFile, sameTokens } from "../../../generator/merge/index.js";
import { chainTrials, stepTrials, type Trial } from "./step-trials.js";
import { stride } from "../../runs.js";

/** Runs one trial, and returns the mistake of its result. */
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

describe("every edit together with every change of another part", () => {
  it("the steps of a handler are merged for each edit together with each change of another part", () => {
    // A step width that is a prime number selects every kind in turn.
    const trials = stepTrials().filter((_, index) => index % stride(23) === 0);
    expect(trials.length).toBeGreaterThan(100);
    expect(trials.flatMap(check)).toEqual([]);
  });

  it("a chain is merged call by call and argument by argument", () => {
    const trials = chainTrials();
    expect(trials.length).toBeGreaterThan(100);
    expect(trials.flatMap(check)).toEqual([]);
  });
});
