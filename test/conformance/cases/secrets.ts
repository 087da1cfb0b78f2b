import { describe, expect, it } from "vitest";
import type { Kysely } from "kysely";
import { expectJson, expectProblem, pageOf } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";

export function secretCases({ serve }: Harness): void {
  const server = serve({
    entities: {
      account: openEntity({
        name: field("string"),
        password: field("secret", { isRequired: true }),
        pin: field("secret", { maxLength: 4 }),
      }),
    },
  });

  describe("a secret", () => {
    it("a secret is never in an answer", async () => {
      const created = await server.post(
        "/api/data/account",
        { name: "Ann", password: "correct horse" },
        { Prefer: "return=representation" },
      );
      expect(created.status).toBe(201);
      expect(Object.keys(created.json as object)).toEqual(["id", "name", "createdat", "updatedat"]);
      const changed = await server.patch(
        "/api/data/account/1",
        { name: "Anna" },
        { Prefer: "return=representation" },
      );
      expect(changed.status).toBe(200);
      expect(Object.keys(changed.json as object)).toEqual(["id", "name", "createdat", "updatedat"]);
      const found = pageOf(await server.get(paths.findAll("account")));
      expect(Object.keys(found.items[0] ?? {})).toEqual(["id", "name", "createdat", "updatedat"]);
      expect(Object.keys((await server.api.repository("account").findById(1)) ?? {})).not.toContain(
        "password",
      );
    });

    it("a secret is stored as a salted hash, a new one each time", async () => {
      const known = (await storedPasswords()).length;
      const ownPasswords = async () => (await storedPasswords()).slice(known);
      const { id } = await server.api
        .repository("account")
        .create({ name: "Bob", password: "correct horse" });
      await server.api.repository("account").create({ name: "Cid", password: "correct horse" });
      const stored = await ownPasswords();
      expect(stored).toHaveLength(2);
      expect(new Set(stored).size).toBe(2);
      for (const text of stored)
        expect(text).toMatch(/^scrypt\$131072\$8\$1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
      const before = stored[0];
      expectJson(await server.patch(paths.record("account", id), { name: "Bobby" }), 200, { count: 1 });
      expect((await ownPasswords())[0]).toBe(before);
      const body = { password: "correct horse" };
      expectJson(await server.patch(paths.record("account", id), body), 200, { count: 1 });
      expect((await ownPasswords())[0]).not.toBe(before);
    });

    it("a secret is checked before it is hashed", async () => {
      const body = { password: "x".repeat(1025), pin: "12345" };
      const problem = expectProblem(await server.post("/api/data/account", body), "invalid-fields");
      expect(problem.errors?.map(({ path, code }) => [path, code])).toEqual([
        ["password", "too-long"],
        ["pin", "too-long"],
      ]);
      for (const password of [null, 5, true, [], {}, "\0"]) {
        expectProblem(await server.post("/api/data/account", { password }), "invalid-fields");
      }
      expectProblem(await server.post("/api/data/account", {}), "invalid-fields", {
        errors: [{ path: "password", code: "required", message: '"password" is required.' }],
      });
    });

    it("a secret can be null if it is not required", async () => {
      const { id } = await server.api
        .repository("account")
        .create({ name: "Dan", password: "correct horse" });
      const path = paths.record("account", id);
      expectJson(await server.patch(path, { pin: null }), 200, { count: 1 });
      expectProblem(await server.patch(path, { password: null }), "invalid-fields");
    });

    it("a secret is unknown to conditions and orders, like a missing field", async () => {
      for (const [place, code] of [
        [paths.findAll("account", "password"), "invalid-order"],
        [paths.findAll("account", "~PASSWORD"), "invalid-order"],
        [paths.findByCondition("account", "password=null"), "invalid-condition"],
        [paths.findByCondition("account", "name=x|password~scrypt"), "invalid-condition"],
        [paths.findByCondition("account", "id=1", "pin"), "invalid-order"],
      ] as const) {
        const reply = await server.get(place);
        expectProblem(reply, code);
        const other = await server.get(place.replace(/password/i, "absentqq").replace("pin", "qqq"));
        expect(other.text).toBe(reply.text.replace(/password/gi, "absentqq").replace(/\bpin\b/g, "qqq"));
      }
    });
  });

  async function storedPasswords(): Promise<readonly string[]> {
    const { db } = server.api.repository("account") as unknown as {
      db: Kysely<{ account: { id: number; password: string } }>;
    };
    return (await db.selectFrom("account").select("password").orderBy("id").execute()).map(
      ({ password }) => password,
    );
  }
}
