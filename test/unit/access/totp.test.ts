import { describe, expect, it } from "vitest";
import { SealedText } from "../../../runtime/access/sealed-text.js";
import { hotp, stepOfCode, toBase32, TOTP_STEP, totpUri } from "../../../runtime/access/totp.js";
import { lacksExtra, loadExtra } from "../../extras/extras.js";

const secret = Buffer.from("12345678901234567890");

describe("codes of authenticator apps", () => {
  it("codes of authenticator apps are those of RFC 4226, appendix D", () => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(secret, counter));
    expect(codes).toEqual([
      ...["755224", "287082", "359152", "969429", "338314"],
      ...["254676", "287922", "162583", "399871", "520489"],
    ]);
  });

  // The RFC has eight digits. Six are the last of them.
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])(
    "codes of authenticator apps are those of RFC 6238, appendix B, %d seconds after 1970",
    (seconds, digits) => {
      const step = Math.floor((seconds * 1000) / TOTP_STEP);
      expect(hotp(secret, step)).toBe(digits.slice(2));
      expect(stepOfCode(secret, digits.slice(2), seconds * 1000)).toBe(step);
    },
  );

  it("codes of authenticator apps are accepted one step earlier and later, and no further", () => {
    const now = 1_800_000_015_000;
    const step = Math.floor(now / TOTP_STEP);
    const accepted = [-2, -1, 0, 1, 2].map((off) => stepOfCode(secret, hotp(secret, step + off), now));
    expect(accepted).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  it.each(["", "12345", "1234567", "abcdef", "１２３４５６"])(
    "%j is never accepted as the code of an authenticator app",
    (code) => {
      expect(stepOfCode(secret, code)).toBeUndefined();
    },
  );
});

describe("bytes in base32", () => {
  it.each([
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("bytes in base32 are those of RFC 4648, section 10: %j", (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded);
  });
});

interface Extra {
  readonly otpauth: {
    readonly URI: {
      parse(uri: string): {
        readonly issuer: string;
        readonly label: string;
        generate(options?: { readonly timestamp: number }): string;
      };
    };
  };
}

describe.skipIf(lacksExtra("accounts"))("the address for a QR code", () => {
  it.each(["anna", "Änna/ß @ example.com", "a:b?c=d&e#f%20", "😀"])(
    "the address of a QR code is read by otpauth for the user %j",
    async (name) => {
      const { otpauth } = await loadExtra<Extra>("accounts");
      const app = otpauth.URI.parse(totpUri(secret, "My shop & sons", name));
      expect([app.issuer, app.label]).toEqual(["My shop & sons", name]);
      const now = Date.now();
      expect(stepOfCode(secret, app.generate({ timestamp: now }), now)).toBe(Math.floor(now / 30_000));
    },
  );
});

describe("sealed text", () => {
  const [first, second] = [
    "a key of at least 32 bytes, the first",
    "a key of at least 32 bytes, the second",
  ] as const;
  const bytes = Buffer.from("a secret");

  it("sealed text is opened with any of the keys, for the same purpose and context only", () => {
    const sealed = new SealedText([first], "p").seal(bytes, "anna");
    expect(new SealedText([second, first], "p").open(sealed, "anna")).toEqual(bytes);
    expect(new SealedText([second], "p").open(sealed, "anna")).toBeUndefined();
    expect(new SealedText([first], "other").open(sealed, "anna")).toBeUndefined();
    expect(new SealedText([first], "p").open(sealed, "bob")).toBeUndefined();
  });

  it("sealed text differs each time, and is not opened after any change", () => {
    const text = new SealedText([first], "p");
    const sealed = text.seal(bytes, "anna");
    expect(text.seal(bytes, "anna")).not.toBe(sealed);
    const raw = Buffer.from(sealed, "base64url");
    for (let at = 0; at < raw.length; at++) {
      const changed = Buffer.from(raw);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(text.open(changed.toString("base64url"), "anna")).toBeUndefined();
    }
    for (const wrong of ["", "x", sealed.slice(0, 37)]) expect(text.open(wrong, "anna")).toBeUndefined();
  });
});
