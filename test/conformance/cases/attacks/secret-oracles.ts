import { beforeAll, describe, expect, it } from "vitest";
import { addUser, ownUsers, PASSWORD, sender, type Send, bearer } from "../../callers.js";
import { expectProblem, pageOf } from "../../expectations.js";
import { everybody, field } from "../../fields.js";
import type { Harness } from "../../harness.js";
import { paths } from "../../paths.js";

/** Ways to learn a secret, or part of it, without reading it. */
export function secretOracleCases({ serve }: Harness): void {
  const server = serve({
    auth: ownUsers,
    entities: {
      user: {
        fields: { pin: field("secret", { maxLength: 8 }) },
        // The user entity is as open as possible.
        permissions: { read: ["guest"], update: ["guest"] },
      },
      item: {
        fields: {
          title: field("string"),
          code: field("secret"),
          sellerid: field("int", { foreignKey: { targetEntityName: "user", resolvedEntityName: "seller" } }),
          helperids: field("int", {
            foreignKey: { targetEntityName: "user", resolvedEntityName: "helpers", isManyToMany: true },
          }),
        },
        permissions: everybody,
      },
    },
  });
  const senders: Send[] = [];

  beforeAll(async () => {
    const ann = await addUser(server, "ann", { pin: "1234" });
    const admin = await addUser(server, "root", { roles: ["admin"] });
    senders.push(
      sender(server),
      sender(server, await bearer(server, ann)),
      sender(server, await bearer(server, admin)),
    );
    const body = { title: "t", code: "open sesame", sellerid: ann, helperids: [ann, admin] };
    await senders[1]?.("POST", "/api/data/item", body);
  });

  const revealing = /scrypt|\$131072|1234|open sesame|correct horse|usernamekey|tokenversion/i;

  it("no answer contains a secret, not even in resolved records", async () => {
    for (const send of senders) {
      for (const path of [
        paths.findAll("user"),
        paths.findById("user", 1),
        paths.findByCondition("user", "username=ann"),
        paths.findAll("item"),
        paths.findById("item", 1),
        paths.findByCondition("item", "title=t"),
      ]) {
        const reply = await send("GET", path);
        expect(pageOf(reply).count, path).toBeGreaterThan(0);
        expect(reply.text, path).not.toMatch(revealing);
        expect(reply.text, path).not.toMatch(/"(password|pin|code)"/);
      }
      const [item] = pageOf(await send("GET", paths.findById("item", 1))).items;
      expect(item).toMatchObject({
        owner: { username: "ann" },
        seller: { username: "ann" },
        helpers: [{}, {}],
      });
    }
  });

  it("no answer to a write contains a secret", async () => {
    const prefer = { Prefer: "return=representation" };
    const send = sender(server);
    const made = await send("POST", "/api/data/item", { title: "u", code: "open sesame" }, prefer);
    expect(made.status).toBe(201);
    expect(made.text).not.toMatch(revealing);
    const path = paths.record("item", (made.json as { id: number }).id);
    for (const [method, body] of [
      ["PATCH", { code: "open sesame", title: "v" }],
      ["DELETE", undefined],
    ] as const)
      expect((await send(method, path, body, prefer)).text).not.toMatch(revealing);
  });

  describe("conditions and orders do not know secrets", () => {
    const secrets = ["password", "pin", "usernamekey", "tokenversion", "PassWord", "USERNAMEKEY"];

    it.each(secrets)(
      "conditions and orders treat the hidden field %s of users as an unknown field",
      async (name) => {
        // A similar name, for which the same suggestion is possible.
        const absent = `${name.slice(0, -1)}z`;
        for (const send of senders) {
          const places = (field: string): readonly string[] => [
            paths.findAll("user", field),
            paths.findAll("user", `~${field}`),
            paths.findByCondition("user", `${field}~scrypt`),
            paths.findByCondition("user", `${field}<>null`),
            paths.findByCondition("user", `${field}=${PASSWORD}`),
            paths.findByCondition("user", `${field}=null|username=ann`),
            paths.findByCondition("user", `username=ann&(id>0|${field}>"m")`),
            paths.findByCondition("user", "id>0", field),
            paths.findOwnByCondition("user", `${field}~s`),
          ];
          for (const [index, path] of places(name).entries()) {
            const reply = await send("GET", path);
            const other = await send("GET", places(absent)[index] ?? "");
            expect(reply.status, path).toBe(other.status);
            expect(reply.status, path).toBeGreaterThanOrEqual(400);
            expect(reply.text.replaceAll(name, absent), path).toBe(other.text);
          }
        }
      },
    );

    it.each([
      "owner.password",
      "seller.password",
      "seller.pin",
      "helpers.password",
      "owner.username",
      "seller.usernamekey",
      "seller.tokenversion",
      "owner",
      "seller",
      "helperids",
      "helpers",
      "code",
    ])("conditions and orders reject %s of records with an owner", async (name) => {
      for (const send of senders) {
        for (const path of [
          paths.findByCondition("item", `${name}~s`),
          paths.findByCondition("item", `title=t&${name}<>null`),
          paths.findByCondition("item", `title=t|${name}=1`),
        ])
          expectProblem(await send("GET", path), "invalid-condition");
        for (const path of [paths.findAll("item", name), paths.findAll("item", `~${name}`)])
          expectProblem(await send("GET", path), "invalid-order");
      }
    });

    it("messages suggest no secret field for a similar name in conditions and orders", async () => {
      for (const send of senders) {
        for (const name of ["passwort", "passwor", "pim", "usernamekei", "cod", "codes"]) {
          for (const entity of ["user", "item"]) {
            for (const path of [paths.findAll(entity, name), paths.findByCondition(entity, `${name}=1`)]) {
              const { text } = await send("GET", path);
              expect(text.replaceAll(name, "")).not.toMatch(
                /password|"pin|usernamekey|tokenversion|code\\?"[^:]/,
              );
            }
          }
        }
      }
    });
  });

  it("no error message repeats a secret", async () => {
    const long = `${PASSWORD}-${"x".repeat(2000)}`;
    const send = sender(server);
    for (const [method, path, body] of [
      ["POST", "/api/data/user", { username: "new", password: long, confirmPassword: long }],
      ["POST", "/api/data/user", { username: "new", password: `${PASSWORD} 1`, confirmPassword: PASSWORD }],
      ["POST", "/api/data/user", { username: "ann", password: PASSWORD, confirmPassword: PASSWORD }],
      ["PATCH", paths.record("user", 1), { password: [PASSWORD] }],
      ["PATCH", paths.record("user", 1), { pin: `1234${PASSWORD}` }],
      ["POST", "/api/data/item", { title: "t", code: { deep: PASSWORD } }],
      ["POST", "/api/data/item", `{"title":"t","code":"${PASSWORD}`],
      ["POST", "/api/auth/token", { username: "ann", password: `${PASSWORD}!` }],
      ["POST", "/api/auth/token", { username: PASSWORD, password: [PASSWORD] }],
    ] as const) {
      const reply = await send(method, path, body, { "Content-Type": "application/json" });
      expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
      expect(reply.status, reply.text).toBeLessThan(500);
      expect(reply.text).not.toMatch(revealing);
    }
  });
}
