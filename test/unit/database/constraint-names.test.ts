import { describe, expect, it } from "vitest";
import { constraintName } from "../../../runtime/database/schema/constraint-names.js";

const nameOf = (table: string, column: string, maxLength = 63) =>
  constraintName("ux", { table }, [{ column }], maxLength);

describe("the name of an index", () => {
  it("the name of an index contains the table and the columns", () => {
    expect(nameOf("thing", "title")).toBe("ux_thing.title");
    expect(nameOf('the "things"', "[title]")).toBe('ux_the "things".[title]');
  });

  it("the name of an index differs for each table and column", () => {
    const pairs = [
      ["a", "b.c"],
      ["a.b", "c"],
      ["a\\", ".b.c"],
      ["a\\.b", "c"],
      ["a_b", "c"],
      ["a", "b_c"],
      ["A", "b_c"],
    ] as const;
    const names = pairs.map(([table, column]) => nameOf(table, column));
    expect(new Set(names).size).toBe(pairs.length);
  });

  it("the name of an index never has too many bytes, and still differs for each table and column", () => {
    const letters = ["x", "é", "\u{1f600}", '"', ".", " "];
    const names = letters.flatMap((letter) => [
      nameOf(letter.repeat(80), "a"),
      nameOf(letter.repeat(80), "b"),
      nameOf("a", letter.repeat(80)),
      nameOf(letter.repeat(59), "a"),
      nameOf(letter.repeat(60), "a"),
    ]);
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
      expect(name).toMatch(/^ux_/);
    }
    expect(new Set(names).size).toBe(names.length);
  });

  it("the name of an index is cut only if it is too long, and always in the same way", () => {
    expect(nameOf("t".repeat(58), "c")).toBe(`ux_${"t".repeat(58)}.c`);
    expect(nameOf("t".repeat(59), "c")).toMatchInlineSnapshot(
      `"ux_ttttttttttttttttttttttttttttttttttttttttttttttt_5a529c7a1113"`,
    );
    expect(nameOf("t".repeat(59), "c", 64)).toBe(`ux_${"t".repeat(59)}.c`);
  });
});
