import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import { BodyWriter } from "../../../runtime/records/json-body.js";

/** Texts of any length with any characters, so that all ways to encode parts and bodies are used. */
const texts = fc.array(
  fc
    .tuple(fc.string({ unit: "binary" }), fc.constantFrom(0, 1, 40, 400, 4_000, 40_000), fc.nat(20))
    .map(([text, times, more]) => text.toWellFormed().repeat(times / 10) + "é".repeat(more)),
  { maxLength: 12 },
);

function write(parts: readonly string[], maxBytes = Infinity) {
  const writer = new BodyWriter(maxBytes);
  for (const part of parts) writer.add(part);
  return writer.end();
}

describe("the body of an answer", () => {
  it("the body of an answer consists of the added parts in UTF-8", () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const whole = parts.join("");
        const body = write(parts);
        expect(Buffer.from(body as string).equals(Buffer.from(whole))).toBe(true);
        if (whole.length < 4_000) expect(body).toBe(whole);
        if (whole.length > 5_000 && parts.length > 1) expect(body).toBeInstanceOf(Buffer);
      }),
      { seed: 20_261_126, numRuns: 300 },
    );
  });

  it("the body of an answer has at most the allowed number of bytes", () => {
    fc.assert(
      fc.property(texts, (parts) => {
        const size = Buffer.byteLength(parts.join(""));
        expect(write(parts, size)).toHaveLength(write(parts).length);
        if (size > 0) expect(() => write(parts, size - 1)).toThrow(ApiError);
      }),
      { seed: 20_261_127, numRuns: 300 },
    );
  });

  it("the body of an answer is rejected before it grows far beyond its limit", () => {
    const writer = new BodyWriter(10_000);
    const part = "x".repeat(1_000);
    let added = 0;
    expect(() => {
      for (; added < 1_000; added++) writer.add(part);
    }).toThrow("larger than 10000 bytes");
    expect(added).toBe(10);
  });

  it("the body of an answer is independent of others that are written or rejected at the same time", () => {
    const [a, b] = ["a", "b"].map((letter) => Array.from({ length: 9 }, () => letter.repeat(999)));
    const writers = [new BodyWriter(Infinity), new BodyWriter(Infinity)] as const;
    for (const [index, part] of (a ?? []).entries()) {
      writers[0].add(part);
      writers[1].add(b?.[index] ?? "");
      expect(() => write([part.repeat(9)], 10)).toThrow(ApiError);
    }
    const bodies = [writers[0].end(), writers[1].end()];
    write(["c".repeat(9_999)]);
    expect(bodies.map(String)).toEqual([a?.join(""), b?.join("")]);
  });
});
