import { expect, test } from "vitest";
import { sum } from "../../../runtime/surfaces/admin/browser/exact.js";

test.each([
  [["0.1", "0.2"], "0.3"],
  [["-0.5", "-0.25"], "-0.75"],
  [["12345678901234567890.01", "1"], "12345678901234567891.01"],
  [["1e+25", "1"], "10000000000000000000000001"],
  [["1.5e-7", "2e0"], "2.00000015"],
  [["-1.25E2"], "-125"],
  [["1e300"], `1${"0".repeat(300)}`],
  [[], "0"],
])("sums of the admin page have all digits: %j", (texts, total) => {
  expect(sum(texts)).toBe(total);
});
