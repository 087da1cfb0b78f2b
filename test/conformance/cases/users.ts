import { bearer } from "../callers.js";
import { decodeJwt, jwtVerify } from "jose";
import { hashCount } from "../cheap-hashes.js";
import type { Kysely } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import { expectJson, expectProblem, snapshot } from "../expectations.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";
import { paths } from "../paths.js";
import { lineLike, takeLines } from "../reports.js";
import { secretKey } from "../tokens.js";

const password = "correct horse 7 Battery!";
const anna = { username: "Anna", password, confirmPassword: password };
const HASH = /^scrypt\$131072\$8\$1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/;

export function userCases({ serve }: Harness): void {
  const server = serve({
    auth: {
      secretKey,
      tokenLifetimeInMins: 30,
      issuer: "the blog",
      audience: "its readers",
      passwordReqs: {
        minLength: 10,
        uppercaseChar: true,
        lowercaseChar: true,
        digitChar: true,
        specialChar: true,
      },
    },
    entities: {
      user: {
        fields: {
          email: field("string", { isUnique: true }),
          department: field("string"),
          pin: field("secret"),
        },
        permissions: {},
      },
      note: {
        fields: { title: field("string") },
        permissions: { read: [{ role: "member", where: "title=@user.department" }] },
      },
    },
  });

  const register = (body: object, headers = {}): Promise<Reply> =>
    server.post("/api/data/user", body, headers);
  const logIn = (username: string, secret: string): Promise<Reply> =>
    server.post("/api/auth/token", { username, password: secret });
  const admin = () => bearer(server, adminId, { iss: "the blog", aud: "its readers" });
  const change = async (id: number, body: object): Promise<Reply> =>
    server.patch(paths.record("user", id), body, await admin());
  /** The fields with mistakes, and the codes of the mistakes. */
  const issuesOf = (reply: Reply) =>
    expectProblem(reply, "invalid-fields").errors?.map(({ path, code }) => [path, code]);
  const users = () => server.api.repository("user");
  const storedUsers = () => {
    const { db } = users() as unknown as {
      db: Kysely<{ user: { id: number; username: string; usernamekey: string; password: string } }>;
    };
    return db.selectFrom("user").select(["username", "usernamekey", "password"]).orderBy("id").execute();
  };
  let id = 0;
  let adminId = 0;

  beforeAll(async () => {
    const reply = await register({
      ...{ ...anna, username: "  Anna  ", email: "anna@example.com", department: "trains" },
      ...{ firstname: "Anna", roles: ["admin"], ownerid: 5, usernamekey: "bob", id: 99 },
    });
    expect(reply.status).toBe(201);
    id = reply.json as number;
    expect(reply.headers["location"]).toBe(`/api/data/user/public/findbyid/${id}`);
    adminId = Number((await users().create({ username: "root", password, roles: ["admin"] })).id);
  });

  describe("a registration", () => {
    it("a registration creates a user with a trimmed name and a hashed password", async () => {
      const [stored] = await storedUsers();
      expect(stored).toMatchObject({ username: "Anna", usernamekey: "anna" });
      expect(stored?.password).toMatch(HASH);
      const record = await users().findById(id);
      expect(Object.keys(record ?? {})).not.toContain("password");
      expect(Object.keys(record ?? {})).not.toContain("usernamekey");
      expect(record).toMatchObject({ username: "Anna", email: "anna@example.com", department: "trains" });
    });

    const bad: readonly (readonly [body: object, issues: readonly (readonly [string, string])[]])[] = [
      [
        {},
        [
          ["username", "required"],
          ["password", "required"],
          ["confirmPassword", "required"],
        ],
      ],
      [{ ...anna, username: undefined }, [["username", "required"]]],
      [{ ...anna, confirmPassword: undefined }, [["confirmPassword", "required"]]],
      [{ ...anna, confirmPassword: `${password} ` }, [["confirmPassword", "not-equal"]]],
      [{ ...anna, confirmPassword: password.toUpperCase() }, [["confirmPassword", "not-equal"]]],
      [{ ...anna, confirmPassword: [password] }, [["confirmPassword", "wrong-type"]]],
      [{ ...anna, confirmPassword: null }, [["confirmPassword", "wrong-type"]]],
      [{ ...anna, CONFIRMPASSWORD: password }, [["confirmPassword", "duplicate"]]],
      [{ ...anna, username: "" }, [["username", "too-short"]]],
      [{ ...anna, username: " \u00a0\u3000 " }, [["username", "too-short"]]],
      [{ ...anna, username: "\u200b\u00ad" }, [["username", "too-short"]]],
      [{ ...anna, username: "x".repeat(129) }, [["username", "too-long"]]],
      // Short as written, too long as compared: this character expands to a sentence.
      [{ ...anna, username: "\ufdfa".repeat(8) }, [["username", "too-long"]]],
      [{ ...anna, username: "bob\n" }, [["username", "control-character"]]],
      [{ ...anna, username: "bob\u202etxt" }, [["username", "control-character"]]],
      [
        { ...anna, username: "bob\0" },
        [
          ["username", "not-storable"],
          ["username", "control-character"],
        ],
      ],
      [{ ...anna, username: "\ud800" }, [["username", "not-storable"]]],
      [{ ...anna, username: 5 }, [["username", "wrong-type"]]],
      [{ ...anna, username: null }, [["username", "wrong-type"]]],
      ...[null, 5, ["x"], { $ne: "" }, true].map(
        (wrong) =>
          [
            { ...anna, password: wrong },
            [
              ["password", "wrong-type"],
              ["confirmPassword", "not-equal"],
            ],
          ] as const,
      ),
      ...(
        [
          ["", ["too-short", "no-uppercase", "no-lowercase", "no-digit", "no-special"]],
          ["aB3!", ["too-short"]],
          ["lowercase 1!", ["no-uppercase"]],
          ["UPPERCASE 1!", ["no-lowercase"]],
          ["no Digits at all!", ["no-digit"]],
          ["No special 7 char", ["no-special"]],
          ["          ", ["no-uppercase", "no-lowercase", "no-digit", "no-special"]],
          [`aB3!${"x".repeat(125)}`, ["too-long"]],
          [`aB3!${"x".repeat(2000)}`, ["too-long"]],
          // Ten code units, five characters.
          ["aB3!\u{1f600}\u{1f600}\u{1f600}", ["too-short"]],
          // Enough code points, but too few in NFC.
          ["aB3!56e\u0301e\u0301", ["too-short"]],
        ] as const
      ).map(
        ([wrong, codes]) =>
          [
            { ...anna, password: wrong, confirmPassword: wrong },
            codes.map((code) => ["password", code] as const),
          ] as const,
      ),
      ...[
        "",
        "x",
        "a@b",
        "a@b.c",
        "a b@example.com",
        "a@example.com\n",
        "<a@example.com>",
        "a@@example.com",
      ].map((email) => [{ ...anna, email }, [["email", "not-an-email"]]] as const),
      [{ ...anna, email: 5 }, [["email", "wrong-type"]]],
      [
        { username: "", password: "qwertz", email: "x", confirmPassword: "y", department: 5 },
        [
          ["department", "wrong-type"],
          ["username", "too-short"],
          ["password", "too-short"],
          ["password", "no-uppercase"],
          ["password", "no-digit"],
          ["password", "no-special"],
          ["email", "not-an-email"],
          ["confirmPassword", "not-equal"],
        ],
      ],
    ];

    it("a registration reports all mistakes, and writes nothing", async () => {
      const before = await snapshot(server);
      for (const [body, issues] of bad) {
        const reply = await register(body);
        expect(issuesOf(reply), JSON.stringify(body)).toEqual(issues);
        const { password: secret } = body as { password?: unknown };
        if (typeof secret === "string" && secret.length > 3) expect(reply.text).not.toContain(secret);
      }
      expect(await snapshot(server)).toBe(before);
    });

    it("a registration handles the confirmation of the password like other fields", async () => {
      const before = await snapshot(server);
      const strict = { Prefer: "handling=strict" };
      const misspelt = { ...anna, confirmPasword: password, usernamekey: "x", passwordHash: "x" };
      expect(
        issuesOf(await register(misspelt, strict))?.filter(([path]) => path !== "confirmPassword"),
      ).toEqual([
        ["confirmPasword", "unknown-field"],
        ["usernamekey", "unknown-field"],
        ["passwordHash", "unknown-field"],
      ]);
      const shouted = { USERNAME: "ANNA", PassWord: password, CONFIRMPASSWORD: password };
      expectProblem(await register(shouted, strict), "unique-conflict");
      expect(await snapshot(server)).toBe(before);
    });

    it.each(["ANNA", " \uff21n\u200bna ", "\u24d0nna"])(
      "a registration with a taken name is a conflict: %j",
      async (username) => {
        const before = await snapshot(server);
        const message = '"username" is taken by another record.';
        expectProblem(await register({ ...anna, username }), "unique-conflict", {
          detail: message,
          errors: [{ path: "username", code: "not-unique", message }],
        });
        expect(await snapshot(server)).toBe(before);
      },
    );

    it("a registration reports a taken e-mail address", async () => {
      const body = { ...anna, username: "annas twin", email: "anna@example.com" };
      expect(expectProblem(await register(body), "unique-conflict").errors).toMatchObject([
        { path: "email" },
      ]);
    });

    it("a registration of one name succeeds once, however many run at the same time", async () => {
      const names = ["Race", "\uff32ace", "ra\u00adce", " race", "\u24e1ace"];
      const replies = await Promise.all(names.map((username) => register({ ...anna, username })));
      expect(replies.map(({ status }) => status).sort()).toEqual([201, ...names.slice(1).map(() => 409)]);
      for (const reply of replies.filter(({ status }) => status === 409))
        expect(expectProblem(reply, "unique-conflict").errors).toMatchObject([{ path: "username" }]);
      expect((await storedUsers()).filter(({ usernamekey }) => usernamekey === "race")).toHaveLength(1);
    });
  });

  describe("a login", () => {
    it("a login returns a token that identifies the user", async () => {
      const reply = await logIn("Anna", password);
      expect(reply.status).toBe(200);
      expect([reply.headers["cache-control"], reply.headers["vary"]]).toEqual(["no-store", "Authorization"]);
      const answer = reply.json as { token: string };
      expect(reply.json).toEqual({ token: answer.token, id, firstname: "Anna", lastname: null });
      expect(Object.keys(answer)).toEqual(["token", "id", "firstname", "lastname"]);
      const { payload, protectedHeader } = await jwtVerify(answer.token, Buffer.from(secretKey));
      expect(protectedHeader).toEqual({ alg: "HS256", typ: "JWT" });
      const { iat = 0, exp = 0, ...claims } = payload;
      expect(claims).toEqual({
        ...{ iss: "the blog", aud: "its readers", sub: String(id) },
        ...{ username: "Anna", roles: [], department: "trains" },
        tokenversion: expect.stringMatching(/^[\w-]{22}$/) as unknown,
      });
      expect(exp - iat).toBe(30 * 60);
      expect(Math.abs(iat * 1000 - Date.now())).toBeLessThan(60_000);
      const found = await server.get(paths.findAll("note"), { Authorization: `Bearer ${answer.token}` });
      expectJson(found, 200, { count: 0, items: [] });
    });

    it("a login accepts the name in any spelling that compares equal, and only the exact password", async () => {
      expect((await logIn(" \uff21NNA", password)).status).toBe(200);
      expectProblem(await logIn("anna", password.toLowerCase()), "invalid-credentials");
    });

    it("a login does not reveal whether the name or the password is wrong", async () => {
      const begin = hashCount();
      const wrong = await logIn("Anna", "wrong Password 7!");
      const middle = hashCount();
      const unknown = await logIn("nobody", password);
      const end = hashCount();
      expectProblem(wrong, "invalid-credentials", { detail: "The user name or the password is wrong." });
      expect(wrong.headers["www-authenticate"]).toBe("Bearer");
      expect(unknown.text).toBe(wrong.text);
      const withoutTime = ({ headers }: Reply) => ({ ...headers, date: "" });
      expect(withoutTime(unknown)).toEqual(withoutTime(wrong));
      // Hashing takes a few hundred milliseconds, everything else only a few.
      expect([middle - begin, end - middle]).toEqual([1, 1]);
    });

    it.each([
      ["a name that is too long", "x".repeat(3000), password],
      ["an impossible name", "anna\n", password],
      ["a password that is too long", "Anna", "x".repeat(129)],
      ["the hash as password", "Anna", "(hash)"],
    ])("a login with %s fails like any other", async (_what, username, secret) => {
      const [stored] = await storedUsers();
      const begin = hashCount();
      const reply = await logIn(username, secret === "(hash)" ? (stored?.password ?? "") : secret);
      expectProblem(reply, "invalid-credentials", { detail: "The user name or the password is wrong." });
      expect(hashCount() - begin).toBe(1);
    });

    it("a login rejects a body that is not an object with a name and a password", async () => {
      const post = (body: unknown, headers = {}) => server.post("/api/auth/token", body, headers);
      const json = { "Content-Type": "application/json" };
      for (const [body, issues] of [
        [{}, ["username required", "password required"]],
        [{ username: "x" }, ["password required"]],
        [{ username: 5, password: null }, ["username wrong-type", "password wrong-type"]],
        [{ username: ["Anna"], password: { $ne: 1 } }, ["username wrong-type", "password wrong-type"]],
        [{ username: "x", Username: "y", password: "x" }, ["username duplicate"]],
        [{ username: "x\0", password: "\ud800" }, ["username not-storable", "password not-storable"]],
      ] as const) {
        expect(issuesOf(await post(body))?.map((issue) => issue.join(" "))).toEqual(issues);
      }
      for (const body of ["[]", "null", '"Anna"', "5", "1234567890123456789012"])
        expectProblem(await post(body, json), "invalid-body");
      expectProblem(await post("{", json), "malformed-json");
      expectProblem(await post("", json), "malformed-json");
      expectProblem(await post("username=Anna&password=x"), "unsupported-media-type");
      expectProblem(await post({ username: "x".repeat(9000), password: "x" }), "body-too-large");
    });

    it("a login takes its fields in any case, and ignores other fields or rejects them if strict", async () => {
      const reply = await server.post("/api/auth/token", {
        USERNAME: "Anna",
        Password: password,
        remember: true,
      });
      expect(reply.status).toBe(200);
      const strict = await server.post(
        "/api/auth/token",
        { username: "Anna", password, remember: true },
        { Prefer: "handling=strict" },
      );
      expect(issuesOf(strict)).toEqual([["remember", "unknown-field"]]);
    });
  });

  describe("a changed user", () => {
    it("a changed user can log in with the new password, which is hashed, and not with the old one", async () => {
      const next = "Another pass-phrase 8";
      const [before] = await storedUsers();
      expectJson(await change(id, { password: next, confirmPassword: next }), 200, { count: 1 });
      const [after] = await storedUsers();
      expect(after?.password).toMatch(HASH);
      expect(after?.password).not.toBe(before?.password);
      expectProblem(await logIn("Anna", password), "invalid-credentials");
      expect((await logIn("Anna", next)).status).toBe(200);
      // Also without a confirmation, and in another Unicode form of the same characters.
      expectJson(await change(id, { password: "Cafe\u0301 number 7!" }), 200, { count: 1 });
      expect((await logIn("Anna", "Caf\u00e9 number 7!")).status).toBe(200);
    });

    it("a user can change its name to a free one, which frees the old one, and back", async () => {
      expectJson(await change(id, { username: " \uff21da " }), 200, { count: 1 });
      const other = await users().create({ username: "Anna", password });
      expectProblem(await change(id, { username: "Anna" }), "unique-conflict");
      await users().delete(other.id);
      expect((await storedUsers())[0]).toMatchObject({ username: "\uff21da", usernamekey: "ada" });
      const taken = await users().create({ username: "Taken", password });
      expect(expectProblem(await change(id, { username: "TAKEN" }), "unique-conflict").errors).toMatchObject([
        { path: "username", code: "not-unique" },
      ]);
      await users().delete(taken.id);
      expectJson(await change(id, { username: "ADA" }), 200, { count: 1 });
      expectJson(await change(id, { username: "Anna" }), 200, { count: 1 });
      expect((await storedUsers())[0]).toMatchObject({ username: "Anna", usernamekey: "anna" });
    });

    it("a changed user follows the rules for new users", async () => {
      const before = await snapshot(server);
      const stored = await storedUsers();
      for (const [body, issues] of [
        [{ username: "\n" }, ["username too-short", "username control-character"]],
        [{ username: null, password: null }, ["username wrong-type", "password wrong-type"]],
        [
          { password: "short", confirmPassword: "x" },
          ["password too-short", "password no-uppercase", "password no-digit", "password no-special"].concat(
            "confirmPassword not-equal",
          ),
        ],
        [{ confirmPassword: password }, ["confirmPassword not-equal"]],
        [{ password, confirmPassword: 5 }, ["confirmPassword wrong-type"]],
        [{ email: "x" }, ["email not-an-email"]],
        ...["admin", { admin: true }, ["a b"], [""], [5], [["x"]], ["x".repeat(129)]].map(
          (roles) => [{ roles }, ["roles not-roles"]] as const,
        ),
        ...["guest", "member", "owner"].map((role) => [{ roles: ["x", role] }, ["roles not-roles"]] as const),
        [{ roles: null }, ["roles wrong-type"]],
      ] as const) {
        const reply = await change(id, body);
        expect(
          issuesOf(reply)?.map((issue) => issue.join(" ")),
          JSON.stringify(body),
        ).toEqual(issues);
      }
      expect(await snapshot(server)).toBe(before);
      expect(await storedUsers()).toEqual(stored);
    });
  });

  describe("server code", () => {
    it("users written by server code follow the same rules, but need no confirmation of the password", async () => {
      const wrong: unknown = await users()
        .create({ username: "x\ny", password: "short", email: "x", roles: ["owner"] })
        .catch((reason: unknown) => reason);
      expect(wrong).toBeInstanceOf(ApiError);
      expect((wrong as ApiError).issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
        "username control-character",
        ...["too-short", "no-uppercase", "no-digit", "no-special"].map((code) => `password ${code}`),
        "email not-an-email",
        "roles not-roles",
      ]);
      await expect(users().update(id, { username: "" })).rejects.toMatchObject({ code: "invalid-fields" });
      await expect(users().update(id, { usernamekey: "x" })).rejects.toMatchObject({
        code: "invalid-fields",
      });
      await expect(users().create({ ...anna, username: "y" })).rejects.toMatchObject({
        issues: [{ path: "confirmPassword", code: "unknown-field" }],
      });
      const created = await users().create({ username: "Eva", password, roles: ["editor", "admin"] });
      const { token } = (await logIn("eva", password)).json as { token: string };
      expect(decodeJwt(token)).toMatchObject({ sub: String(created.id), roles: ["editor", "admin"] });
      expect(decodeJwt(token)).not.toHaveProperty("department");
    });
  });

  describe("a secret", () => {
    it("secrets of users are not accessible by conditions, orders or answers, for guests, for the user and for admins", async () => {
      const self = await bearer(server, id, { iss: "the blog", aud: "its readers" });
      for (const headers of [{}, self, await admin()]) {
        const isKnown = "Authorization" in headers;
        for (const name of ["password", "pin", "usernamekey", "confirmPassword"]) {
          for (const [path, code] of [
            [paths.findAll("user", name), "invalid-order"],
            [paths.findAll("user", `~${name}`), "invalid-order"],
            [paths.findByCondition("user", `${name}~scrypt`), "invalid-condition"],
            [paths.findByCondition("user", `${name}<>null`), "invalid-condition"],
          ] as const) {
            const reply = await server.get(path, headers);
            expectProblem(reply, isKnown ? code : "authentication-required");
            const other = await server.get(path.replace(name, "qqqqqqqq"), headers);
            // Known fields may be suggested, but never one of these.
            const text = reply.text.replaceAll(/ Did you mean \\"username\\"\?/g, "");
            expect(text.replaceAll(name, "qqqqqqqq")).toBe(other.text);
          }
        }
        const answer = { headers: { ...headers, Prefer: "return=representation" } };
        for (const reply of [
          await server.request("GET", paths.findAll("user"), answer),
          await server.request("PATCH", paths.record("user", id), { ...answer, body: { pin: "1234" } }),
        ]) {
          expect(reply.status).toBe(isKnown ? 200 : 401);
          expect(reply.text).not.toMatch(/scrypt|"password"|"pin"|usernamekey/);
        }
      }
    });
  });

  describe("a database without the user table", () => {
    const broken = serve({ auth: { secretKey }, entities: {} });

    it("a database without the user table leaks no secret into an answer or the log", async () => {
      const { db } = broken.api.repository("user") as unknown as { db: Kysely<object> };
      await db.schema.dropTable("user").execute();
      for (const [path, body] of [
        ["/api/data/user", anna],
        ["/api/auth/token", { username: "Anna", password }],
      ] as const) {
        const reply = await broken.post(path, body);
        expectProblem(reply, "database-incomplete");
        const log = JSON.stringify(await lineLike({ msg: "request failed" }));
        expect(reply.text + log).not.toContain(password);
        expect(reply.text + log).not.toContain("scrypt$");
        expect(reply.text + log).not.toContain(secretKey);
      }
      await lineLike({ msg: "The database lacks a table or column." });
      expect(takeLines().join("")).not.toContain(password);
    });
  });
}
