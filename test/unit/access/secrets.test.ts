import { scryptSync } from "node:crypto";
import { expect, it } from "vitest";
import { hashSecret } from "../../../runtime/access/secrets.js";

it("a secret is stored as a scrypt hash of its NFC form, with a salt and the costs beside it", async () => {
  const decomposed = "cafe\u0301";
  const [scheme, N, r, p, salt = "", hash = ""] = (await hashSecret(decomposed)).split("$");
  expect([scheme, N, r, p]).toEqual(["scrypt", "131072", "8", "1"]);
  const key = scryptSync("caf\u00e9", Buffer.from(salt, "base64"), 32, {
    N: 2 ** 17,
    r: 8,
    p: 1,
    maxmem: 2 ** 28,
  });
  expect(key.toString("base64")).toBe(hash);
  expect(Buffer.from(salt, "base64")).toHaveLength(16);
});
