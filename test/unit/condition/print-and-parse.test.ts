import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { ApiError, quoteValue } from "data-api";
import { comparisonsOf, type Condition } from "../../../runtime/condition/nodes.js";
import { parseCondition, type ConditionLimits } from "../../../runtime/condition/parse-condition.js";
import {
  arbitraryCondition,
  printPath,
  withoutPositions,
  type BareComparison,
  type BareCondition,
} from "./arbitrary-condition.js";

fc.configureGlobal({ seed: 20_170_101 });

const MAX_LENGTH = 4096;

/** Texts that mostly consist of characters with a meaning to the parser. */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "&",
        "|",
        "(",
        ")",
        '"',
        "\\",
        "=",
        "<",
        ">",
        "~",
        " ",
        "null",
        "title",
        '"a"',
        '\\"',
        "\\\\",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

const field = fc.oneof(
  fc.constantFrom("title", "a", "_", "1", "名", "a.b", "!", "\u{1f600}"),
  fc.string({ unit: "binary", minLength: 1 }).filter((text) => /^[^=<>~&|()"\s]+$/.test(text)),
);
const quoted = hostileText.map((text) => ({ text, isQuoted: true }));
// Without quotes, `a<` and `=b` would read as `a<=b`.
const bare = hostileText
  .filter((text) => /^(?!\s*"|[=>])[^&|)]*$/.test(text))
  .map((text) => ({ text, isQuoted: false }));
const condition = arbitraryCondition({ field, value: fc.oneof(quoted, bare) });

describe("a condition", () => {
  it("a condition is the same after it has been printed and parsed", () => {
    fc.assert(
      fc.property(condition, (tree) => {
        const text = printPath(tree);
        fc.pre(text.length <= MAX_LENGTH && countTerms(tree) <= 100);
        expect(withoutPositions(parseCondition(text))).toEqual(tree);
      }),
      { numRuns: 2000 },
    );
  });

  it("a condition is printed the same after it has been parsed", () => {
    fc.assert(
      fc.property(condition, (tree) => {
        const text = printPath(tree);
        fc.pre(text.length <= MAX_LENGTH && countTerms(tree) <= 100);
        expect(printPath(withoutPositions(parseCondition(text)))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("a parsed condition has the positions of its fields and values", () => {
    fc.assert(
      fc.property(condition, (tree) => {
        const text = printPath(tree);
        fc.pre(text.length <= MAX_LENGTH && countTerms(tree) <= 100);
        for (const comparison of comparisonsOf(parseCondition(text))) {
          const { fieldPosition, valuePosition } = comparison;
          const { field: name, value } = withoutPositions(comparison) as BareComparison;
          expect(text.startsWith(name, fieldPosition)).toBe(true);
          expect(text.startsWith(value.isQuoted ? quoteValue(value.text) : value.text, valuePosition)).toBe(
            true,
          );
        }
      }),
      { numRuns: 500 },
    );
  });

  it("a condition carries any text as a quoted value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 1000 }), (text) => {
        const parsed = parseCondition(`title=${quoteValue(text)}`);
        expect(parsed).toMatchObject({ path: ["title"], operator: "=", value: { text, isQuoted: true } });
      }),
      { numRuns: 1000 },
    );
  });
});

describe("any text", () => {
  it.each([
    ["made of special characters", hostileText],
    ["of any characters", fc.string({ unit: "binary", maxLength: 5000, size: "max" })],
  ] as const)("a text %s is a condition or a mistake with a position", (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const outcome = parseOrError(text);
        if (!(outcome instanceof ApiError)) {
          expect(withoutPositions(parseCondition(printPath(withoutPositions(outcome))))).toEqual(
            withoutPositions(outcome),
          );
          return;
        }
        expect(outcome).toMatchObject({ status: 400, code: "invalid-condition" });
        const [issue, ...others] = outcome.issues;
        expect(others).toEqual([]);
        expect(issue?.path).toBe("condition");
        expect(issue?.position).toBeGreaterThanOrEqual(0);
        expect(issue?.position).toBeLessThanOrEqual(text.length);
        expect(outcome.message).toBe(issue?.message);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("the parser's work", () => {
  /** Texts of a given length that would take long if the parser ever backtracked. */
  const adversarial: Readonly<Record<string, (length: number) => string>> = {
    "one field": (length) => "a".repeat(length),
    "one value": (length) => `a=${"b".repeat(length - 2)}`,
    blanks: (length) => " ".repeat(length),
    "blanks between": (length) => `a${" ".repeat(length - 2)}=`,
    "blanks in a value": (length) => `a=${" ".repeat(length - 2)}`,
    "a quote that is never closed": (length) => `a="${"b".repeat(length - 3)}`,
    "escapes that are never closed": (length) => `a="${"\\\\".repeat(length / 2 - 2)}`,
    "escaped quotes": (length) => `a="${'\\"'.repeat(length / 2 - 2)}"`,
    "a backslash at the end": (length) => `a="${"b".repeat(length - 4)}\\`,
    "open parentheses": (length) => "(".repeat(length),
    "many parentheses": (length) => "(a=b)|".repeat(length / 6),
    operators: (length) => "a<>".repeat(length / 3),
    comparisons: (length) => "a=b&".repeat(length / 4),
    "both separators": (length) => "a=|a=&".repeat(length / 6),
    quotes: (length) => 'a="" '.repeat(length / 5),
    "blanks before quotes": (length) => `a=${" ".repeat(length - 3)}"`,
  };

  it.each(Object.entries(adversarial))(
    "the work of the parser of conditions for %s grows linearly with the length",
    (_, textOf) => {
      const [short, long] = [countWork(textOf(1024)), countWork(textOf(MAX_LENGTH))];
      expect(short).toBeGreaterThan(0);
      // Four times the text needs four times the work; a parser that backtracks needs sixteen times.
      expect(long).toBeLessThanOrEqual(5 * short + 500);
      expect(long).toBeLessThanOrEqual(4 * MAX_LENGTH);
    },
  );

  it("the parser of conditions does no work for a text that is too long", () => {
    const limits = { maxConditionLength: MAX_LENGTH, maxConditionTerms: 100, maxConditionValueLength: 1024 };
    expect(countWork("a".repeat(1_000_000), limits)).toBe(0);
  });

  /** How often patterns are tried, plus the number of characters that they match. */
  function countWork(text: string, limits?: ConditionLimits): number {
    let work = 0;
    const exec = Object.getOwnPropertyDescriptor(RegExp.prototype, "exec")?.value as Exec;
    const spy = vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, input: string) {
      const found = exec.call(this, input);
      work += 1 + (found?.[0].length ?? 0);
      return found;
    });
    try {
      parseOrError(text, limits);
    } finally {
      spy.mockRestore();
    }
    return work;
  }
});

type Exec = (this: RegExp, input: string) => RegExpExecArray | null;

function parseOrError(text: string, limits?: ConditionLimits): Condition | ApiError {
  try {
    return parseCondition(text, limits);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function countTerms(tree: BareCondition): number {
  if (tree.kind === "comparison") return 1;
  return tree.conditions.reduce((count, part) => count + countTerms(part), 0);
}
