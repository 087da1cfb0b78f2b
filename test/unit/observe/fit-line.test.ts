import fc from "fast-check";
import { expect, it } from "vitest";
import { fitLine } from "../../../runtime/observe/logger.js";

const line = (entry: object) => `${JSON.stringify(entry)}\n`;

it("a line of the log that fits stays unchanged", () => {
  expect(fitLine(line({ msg: "ä", id: 1 }))).toBe(line({ msg: "ä", id: 1 }));
});

it("a line of the log escapes characters that a terminal could interpret as a command", () => {
  const text = "a\u007fb\u009b31mc\u2028d";
  const fitted = fitLine(line({ msg: text }));
  expect(fitted).toBe('{"msg":"a\\u007fb\\u009b31mc\\u2028d"}\n');
  expect(JSON.parse(fitted)).toEqual({ msg: text });
});

it("a line of the log that is too long has only its long texts truncated", () => {
  const fitted = fitLine(
    line({ msg: "short", error: { stack: "x".repeat(10_000), cause: { stack: "y".repeat(10_000) } } }),
  );
  expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(4096);
  expect(JSON.parse(fitted)).toMatchObject({ msg: "short", error: { stack: `${"x".repeat(1024)}…` } });
});

it("a line of the log is one line of JSON, at most 4 KiB, for any entry", () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 50 }), fc.constant("\u009b".repeat(8_000)));
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.oneof(text, fc.integer(), fc.array(text, { maxLength: 3 })), {
        maxKeys: 4,
      }),
      (entry) => {
        const fitted = fitLine(line(entry));
        expect(Buffer.byteLength(fitted)).toBeLessThanOrEqual(4096);
        expect(fitted.indexOf("\n")).toBe(fitted.length - 1);
        // eslint-disable-next-line no-control-regex -- the test is about these
        expect(fitted.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        JSON.parse(fitted);
      },
    ),
    { seed: 20_170_101, numRuns: 30 },
  );
});
