import { expect, it } from "vitest";
import { DecimalSum, roundedQuotient } from "../../../runtime/model/values/decimal-sum.js";

function sumOf(texts: readonly string[]): string | undefined {
  const sum = new DecimalSum();
  for (const text of texts) sum.add(text);
  return sum.text;
}

it("a sum of decimals of any size and scale is exact", () => {
  expect(sumOf(["0.1", "0.2"])).toBe("0.3");
  expect(sumOf(["99999999999999999999999999.9", "0.1", "-1"])).toBe("99999999999999999999999999");
  expect(sumOf(["1", "0.0000000001", "-2.5"])).toBe("-1.4999999999");
  expect(sumOf(["1.5", "-1.5"])).toBe("0");
  expect(sumOf([])).toBeUndefined();
});

it("a sum of decimals ignores texts that are not decimals", () => {
  expect(sumOf(["x", "", "1e5", "NaN", "2"])).toBe("2");
  expect(sumOf(["x"])).toBeUndefined();
});

it("a sum of decimals carries many small numbers without loss", () => {
  expect(sumOf(Array<string>(10_000).fill("999999999999999"))).toBe("9999999999999990000");
  expect(sumOf(Array<string>(10_000).fill("-99999.9999999999"))).toBe("-999999999.999999");
});

it("quotients of decimals are rounded half away from zero", () => {
  expect(roundedQuotient("10", 3, 6)).toBe("3.333333");
  expect(roundedQuotient("20", 3, 6)).toBe("6.666667");
  expect(roundedQuotient("-1", 2_000_000, 6)).toBe("-0.000001");
  expect(roundedQuotient("1", 2_000_001, 6)).toBe("0");
  expect(roundedQuotient("-0.5", 1, 0)).toBe("-1");
  expect(roundedQuotient("6", 2, 6)).toBe("3");
});
