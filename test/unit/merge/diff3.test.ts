import { describe, expect, it } from "vitest";

import { diff3 } from "../../../generator/merge/diff3.js";

/** Merges words. A conflict is printed as `<yours|next>`. */
function merge(base: string, yours: string, next: string): string {
  const [b, y, n] = [base, yours, next].map((text) => text.split(" ").filter(Boolean)) as [
    string[],
    string[],
    string[],
  ];
  return diff3(b, y, n)
    .flatMap((chunk) => {
      const [mine, theirs] = [
        y.slice(chunk.yours.from, chunk.yours.to),
        n.slice(chunk.next.from, chunk.next.to),
      ];
      if (chunk.kind === "clash") return `<${mine.join(" ")}|${theirs.join(" ")}>`;
      return chunk.kind === "next" ? theirs : mine;
    })
    .join(" ");
}

describe("diff3", () => {
  it.each([
    ["a b c", "a b c", "a b c", "a b c"],
    ["a b c", "a x c", "a b c", "a x c"],
    ["a b c", "a b c", "a x c", "a x c"],
    ["a b c d", "a x c d", "a b c y", "a x c y"],
    ["a b c", "x a b c", "a b c y", "x a b c y"],
    ["a b c", "a c", "a b c d", "a c d"],
    ["a b c", "a x c", "a x c", "a x c"],
    ["a b c", "a x c", "a y c", "a <x|y> c"],
    ["a b c d", "a x c d", "a b y d", "a <x c|b y> d"],
    ["a b", "a x b", "a y b", "a <x|y> b"],
    ["", "x", "", "x"],
    ["", "x", "y", "<x|y>"],
    ["a a a b", "a a a a b", "a a a b c", "a a a a b c"],
  ])("diff3 merges words: %s | %s | %s → %s", (base, yours, next, expected) => {
    expect(merge(base, yours, next)).toBe(expected);
  });

  it.each([
    [100, ["next", "same", "yours"]],
    [6_000, ["clash"]],
  ])(
    "diff3 of repetitive input of %d words that one side changed at both ends has the chunks %j besides the same words",
    (size, kinds) => {
      const base = Array.from({ length: size }, (_, index) => String(index % 3));
      const yours = ["x", ...base, "x"];
      const next = base.with(size / 2, "y");
      const chunks = diff3(base, yours, next);
      expect([...new Set(chunks.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
    },
  );

  it("diff3 of very long repetitive input needs no table of all pairs, which no memory would hold", () => {
    const base = Array.from({ length: 300_000 }, (_, index) => String(index % 3));
    const yours = ["x", ...base.toReversed(), "x"];
    expect(diff3(base, yours, base).map(({ kind }) => kind)).toEqual(["yours"]);
  });
});
