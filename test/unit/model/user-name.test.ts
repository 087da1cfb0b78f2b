import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formerUserNameKey, userNameKey } from "../../../runtime/model/values/user-name.js";

/** Every character that a text can contain. */
function* characters(): Iterable<string> {
  for (let code = 0; code <= 0x10ffff; code++)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
}

/** Transformations of a name. Two names must not differ only by these. */
const waysToWrite: readonly (readonly [string, (text: string) => string])[] = [
  ["the key", userNameKey],
  ["upper case", (text) => text.toUpperCase()],
  ["lower case", (text) => text.toLowerCase()],
  ["NFC", (text) => text.normalize("NFC")],
  ["NFD", (text) => text.normalize("NFD")],
  ["NFKC", (text) => text.normalize("NFKC")],
  ["NFKD", (text) => text.normalize("NFKD")],
];

describe("the key of a user name", () => {
  it("the key of a user name is the same for each transformation of every character, alone and after a letter", () => {
    const others: string[] = [];
    for (const character of characters()) {
      const key = userNameKey(character);
      const written = waysToWrite.filter(([, write]) => write(character) !== character);
      for (const [what, write] of written) {
        const isSame =
          userNameKey(write(character)) === key &&
          userNameKey(write(`a${character}`)) === userNameKey(`a${character}`);
        if (!isSame) others.push(`U+${character.codePointAt(0)?.toString(16) ?? ""}: ${what}`);
      }
    }
    expect(others).toEqual([]);
  });

  it("the key of a user name is the same for each transformation of any text", () => {
    const odd = Array.from("ẞßΣσςİıiſKŉǰΐᾳﬁ\u0301\u0307\u00ad\u200d\ufe0f aZ");
    const name = fc
      .string({ unit: fc.oneof(fc.constantFrom(...odd), fc.string({ unit: "binary", maxLength: 1 })) })
      // Caseless matching is defined for texts in this form (The Unicode Standard, 3.13, D145).
      .map((text) => text.toWellFormed().normalize("NFKC"));
    fc.assert(
      fc.property(name, (text) => {
        for (const [, write] of waysToWrite) expect(userNameKey(write(text))).toBe(userNameKey(text));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["straße", "STRAẞE", "STRASSE", "Strasse", " stra\u00adße "],
    ["Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ", "ὀδυσσεύσ"],
    ["ﬁﬂ", "FIFL"],
    ["K", "k", "K"],
  ])("the key of a user name is the same for %s and its variants", (...names) => {
    expect(new Set(names.map(userNameKey)).size).toBe(1);
  });

  it("the key of a user name was different in former versions for a capital ẞ only", () => {
    expect(formerUserNameKey("STRAẞE")).toBe("straße");
    const others = [...characters()].filter((name) => formerUserNameKey(name) !== undefined);
    expect(others).toEqual(["ẞ"]);
  });
});
