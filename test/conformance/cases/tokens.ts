import { createHmac, generateKeyPairSync } from "node:crypto";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "data-api";
import { addUser, bearer, claimsOf, setRoles } from "../callers.js";
import { expectJson, expectProblem, pageOf, snapshot } from "../expectations.js";
import { field, openEntity } from "../fields.js";
import type { Harness } from "../harness.js";
import { paths } from "../paths.js";
import { now, secretKey, signToken, type Claims } from "../tokens.js";
import { serveApi } from "../start.js";

const fields = { title: field("string") };
const forRole = (role: string) => ({ fields, permissions: { read: [role], create: [role] } });

export function tokenCases({ serve, createDatabase, createApi }: Harness): void {
  const server = serve({
    auth: { secretKey },
    entities: { open: openEntity(fields), inner: forRole("member"), edited: forRole("editor") },
  });
  const open = paths.findAll("open");

  /** The ids of the users, one for each list of roles. */
  const ids: number[] = [];
  const userOf = async (roles: unknown) => {
    const id = await addUser(server, `user ${ids.length}`);
    await setRoles(server, id, roles);
    ids.push(id);
    return id;
  };
  let member = 0;
  /** The claims of a valid token of that user. */
  let good: Claims = {};
  let editor = 0;

  beforeAll(async () => {
    server.api.app.get("/whoami", async (req, res) => {
      res.json(await server.api.identifyAsync(req));
    });
    member = await userOf([]);
    good = await claimsOf(server, member);
    editor = await userOf(["editor", "editor", "owner", "guest"]);
  });

  const whoami = async (headers: Readonly<Record<string, string>>) => {
    const reply = await server.get("/whoami", headers);
    expect(reply.status).toBe(200);
    return reply.json;
  };

  describe("a valid token", () => {
    it("a valid token identifies the caller", async () => {
      expect(await whoami({})).toEqual({
        roles: ["guest"],
        userId: null,
        isAuthenticated: false,
        claims: {},
      });
      const times = { iat: now(), exp: now() + 60 };
      expect(await whoami(await bearer(server, editor, { ...times, roles: ["admin"] }))).toEqual({
        roles: ["guest", "member", "editor"],
        userId: editor,
        isAuthenticated: true,
        claims: {
          ...{ iss: "data-api", aud: "data-api", ...times, sub: String(editor), username: "user 1" },
          roles: ["editor", "editor", "owner", "guest"],
        },
      });
    });

    it("a valid token allows what the user's roles allow", async () => {
      for (const [headers, statuses] of [
        [{}, [200, 401, 401]],
        [await bearer(server, member), [200, 200, 403]],
        [await bearer(server, editor), [200, 200, 200]],
        [await bearer(server, await userOf(["Editor", "admin"])), [200, 200, 403]],
      ] as const) {
        const replies = ["open", "inner", "edited"].map((entity) =>
          server.get(paths.findAll(entity), headers),
        );
        expect((await Promise.all(replies)).map(({ status }) => status)).toEqual(statuses);
      }
    });

    it.each<readonly [string, (token: string) => string]>([
      ["in lower case", (token) => `bearer ${token}`],
      ["in upper case", (token) => `BEARER ${token}`],
      ["with extra blanks", (token) => `Bearer    ${token}  `],
    ])("a valid token can have its scheme %s", async (_how, header) => {
      const token = await signToken(await claimsOf(server, member));
      expect(await whoami({ Authorization: header(token) })).toMatchObject({ userId: member });
    });

    it.each<readonly [string, () => Claims]>([
      ["expired 20 seconds ago", () => ({ exp: now() - 20 })],
      ["becomes valid in 20 seconds", () => ({ nbf: now() + 20 })],
      ["has several audiences", () => ({ aud: ["others", "data-api"] })],
      ["has no roles", () => ({ roles: undefined })],
      ["has roles that are not a list", () => ({ roles: "admin" })],
      ["has roles that the user does not have", () => ({ roles: ["editor", "admin"] })],
    ])("a token is accepted if it %s", async (_how, claims) => {
      const headers = await bearer(server, member, claims());
      expect(await whoami(headers)).toMatchObject({ userId: member, roles: ["guest", "member"] });
    });

    it.each(["admin", [[1, null, { role: "editor" }]], {}])(
      "a token of a user with the invalid roles %j gives none of them",
      async (roles) => {
        const id = await userOf(roles);
        expect(await whoami(await bearer(server, id))).toMatchObject({
          userId: id,
          roles: ["guest", "member"],
        });
      },
    );

    it("a token identifies its caller, however requests interleave", async () => {
      const callers = await Promise.all(
        [1, 2, 3, 4].map(async (n) => {
          const id = await addUser(server, `caller ${n}`, { roles: [`role${n}`] });
          return { id, n, headers: await bearer(server, id) };
        }),
      );
      const rounds = Array.from({ length: 40 }, (_, index) => callers[index % 4]);
      const found = await Promise.all(
        rounds.map(async (caller) => [caller, await whoami(caller?.headers ?? {})] as const),
      );
      for (const [asked, caller] of found)
        expect(caller).toMatchObject({ userId: asked?.id, roles: ["guest", "member", `role${asked?.n}`] });
    });

    it("a token is checked by the find functions of server code", async () => {
      const req = requestWith((await bearer(server, editor)).Authorization);
      expect(await server.api.findAllAsync(req, "edited", "id", 0, 1)).toEqual({ count: 0, items: [] });
      const known = requestWith((await bearer(server, member)).Authorization);
      await expect(server.api.findAllAsync(known, "edited", "id", 0, 1)).rejects.toMatchObject({
        code: "forbidden",
      });
    });
  });

  describe("an invalid token", () => {
    const swapCase = (text: string) =>
      text.replace(/./g, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
    const encodeText = (text: string) =>
      Buffer.from(`${JSON.stringify(whole()).slice(0, -1)},${text.slice(1)}`).toString("base64url");
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const whole = () => ({ iss: "data-api", aud: "data-api", ...good, iat: now(), exp: now() + 3600 });
    const hmac = (text: string, hash = "sha256") =>
      `${text}.${createHmac(hash, secretKey).update(text).digest("base64url")}`;
    const forged = (header: object, claims: object = whole()) => hmac(`${encode(header)}.${encode(claims)}`);
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const part = async (edit: (parts: string[]) => void) => {
      const parts = (await signToken({ ...good, roles: [] })).split(".");
      edit(parts);
      return parts.join(".");
    };

    const tokens: Readonly<Record<string, () => string | Promise<string>>> = {
      "of no algorithm": () => `${encode({ alg: "none", typ: "JWT" })}.${encode(whole())}.`,
      "of no algorithm in capitals": () => `${encode({ alg: "NONE" })}.${encode(whole())}.`,
      "of no algorithm with a signature": () => forged({ alg: "none" }),
      "without an algorithm": () => forged({ typ: "JWT" }),
      "of HS512": () => signToken({ ...good }, { alg: "HS512", secret: Buffer.from(secretKey.repeat(2)) }),
      "of HS384 with our secret": () => hmac(`${encode({ alg: "HS384" })}.${encode(whole())}`, "sha384"),
      "of RS256, signed with our secret": () => forged({ alg: "RS256" }),
      "of RS256, signed with a key of its own": () =>
        new SignJWT(whole())
          .setProtectedHeader({ alg: "RS256", jwk: rsa.publicKey.export({ format: "jwk" }) })
          .sign(rsa.privateKey),
      "of another secret": () =>
        signToken({ ...good }, { secret: Buffer.from("another secret of at least 32 bytes!!") }),
      "of an empty secret": () => {
        const text = `${encode({ alg: "HS256" })}.${encode(whole())}`;
        return `${text}.${createHmac("sha256", "").update(text).digest("base64url")}`;
      },
      "with another payload": () =>
        part((parts) => (parts[1] = encode({ ...whole(), sub: "2", roles: ["admin"] }))),
      "with another header": () => part((parts) => (parts[0] = encode({ alg: "HS256", kid: "x" }))),
      "without its signature": () => part((parts) => (parts[2] = "")),
      "of two parts": () => part((parts) => parts.pop()),
      "of four parts": () => part((parts) => parts.push("x")),
      "of five parts, as if it were encrypted": () => part((parts) => parts.push("x", "y")),
      "with one bit of the signature changed": () =>
        part((parts) => (parts[2] = `${parts[2]?.startsWith("A") ? "B" : "A"}${parts[2]?.slice(1) ?? ""}`)),
      "with an unknown critical header": () => forged({ alg: "HS256", crit: ["exp2"], exp2: 1 }),
      "whose payload is not encoded": () => forged({ alg: "HS256", b64: false, crit: ["b64"] }),
      "whose payload is not an object": () => forged({ alg: "HS256" }, ["x"]),
      "whose payload is not JSON": () => hmac(`${encode({ alg: "HS256" })}.eA`),
      "whose header is not JSON": () => hmac(`eA.${encode(whole())}`),
      "that has expired": () => signToken({ ...good, exp: now() - 40 }),
      "that never expires": () => signToken({ ...good, exp: undefined }),
      "whose expiry is a text": () => forged({ alg: "HS256" }, { ...whole(), exp: "2099-01-01" }),
      "that expires at null": () => forged({ alg: "HS256" }, { ...whole(), exp: null }),
      "that is not valid yet": () => signToken({ ...good, nbf: now() + 60 }),
      "of another issuer": () => signToken({ ...good, iss: "data-api2" }),
      "without an issuer": () => signToken({ ...good, iss: undefined }),
      "for another audience": () => signToken({ ...good, aud: "other" }),
      "for other audiences": () => signToken({ ...good, aud: ["other", "more"] }),
      "for no audience": () => signToken({ ...good, aud: undefined }),
      "of no user": () => signToken({ ...good, sub: undefined }),
      "of a user with a text for an id": () => signToken({ ...good, sub: "anna" }),
      "of a user with an impossible id": () => signToken({ ...good, sub: "1e3" }),
      "of a user with an empty id": () => signToken({ ...good, sub: "" }),
      "of a user who does not exist": () => signToken({ ...good, sub: "2147483647" }),
      "of another user": () => signToken({ ...good, sub: String(editor) }),
      "of no version": () => signToken({ ...good, tokenversion: undefined }),
      "of the version null": () => signToken({ ...good, tokenversion: null }),
      "of an empty version": () => signToken({ ...good, tokenversion: "" }),
      "of the version 0": () => signToken({ ...good, tokenversion: 0 }),
      "of the version -1": () => signToken({ ...good, tokenversion: -1 }),
      "of the version 1e400": () =>
        hmac(`${encode({ alg: "HS256" })}.${encodeText('{"tokenversion":1e400}')}`),
      "of a version that is a list": async () => signToken({ ...good, tokenversion: [good["tokenversion"]] }),
      "of a version in other letters": () =>
        signToken({ ...good, tokenversion: swapCase(String(good["tokenversion"])) }),
      "of a version with a blank": () =>
        signToken({ ...good, tokenversion: `${String(good["tokenversion"])} ` }),
      "that is empty": () => "",
      "that is a word": () => "x",
      "that is dots": () => "..",
      "of blanks": () => " . . ",
      "with non-ASCII letters": () => "é.ü.ö",
      "with a blank in it": () => part((parts) => (parts[1] = `${parts[1] ?? ""} `)),
      "in quotes": async () => `"${await signToken({ ...good })}"`,
      "that is very long": () => `${"a".repeat(5000)}.${"b".repeat(5000)}.c`,
      "twice in one header": async () =>
        `${await signToken({ ...good })}, Bearer ${await signToken({ ...good })}`,
    };
    const headers: Readonly<Record<string, () => string | Promise<string>>> = {
      ...Object.fromEntries(
        Object.entries(tokens).map(([name, token]) => [name, async () => `Bearer ${await token()}`] as const),
      ),
      "of another scheme": () => "Basic YW5uYTphbm5h",
      "of a similar scheme": async () => `Bearers ${await signToken({ ...good })}`,
      "without a scheme": () => signToken({ ...good }),
      "with a scheme only": () => "Bearer",
      "with a colon": async () => `Bearer: ${await signToken({ ...good })}`,
      "in an empty header": () => "",
    };

    it.each(Object.entries(headers))("a token %s is answered with 401 everywhere", async (_what, header) => {
      const before = await snapshot(server);
      const Authorization = await header();
      for (const [method, path] of [
        ["GET", open],
        ["GET", paths.findAll("edited")],
        ["POST", paths.entity("open")],
        ["DELETE", paths.record("open", 1)],
        ["POST", "/api/auth/token"],
      ] as const) {
        const body = method === "POST" ? { title: "x", username: "x", password: "x" } : undefined;
        const raw = Buffer.from(Authorization, "utf8").toString("latin1");
        const reply = await server.request(method, path, { headers: { Authorization: raw }, body });
        expectProblem(reply, "invalid-token");
        expect(reply.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
        expectNotCached(reply.headers);
      }
      expect(await snapshot(server)).toBe(before);
    });

    it("a token without the word Bearer is answered with what the header must be", async () => {
      const reply = await server.get(open, { Authorization: await signToken({ ...good }) });
      expectProblem(reply, "invalid-token", {
        detail: 'The header "Authorization" must be "Bearer" and a token.',
      });
    });

    it("an expired token is reported as expired, and other mistakes of tokens are not named", async () => {
      const detailOf = async (token: string) => {
        const reply = await server.get(open, { Authorization: `Bearer ${token}` });
        return expectProblem(reply, "invalid-token").detail;
      };
      expect(await detailOf(await signToken({ ...good, exp: now() - 31 }))).toBe(
        "The token has expired: get another one.",
      );
      expect(await detailOf(await signToken({ ...good, aud: "x" }))).toBe("The token is not valid.");
    });

    it.each(["Authorization", "authorization"])(
      "two Authorization headers are answered like an invalid token (%s)",
      async (name) => {
        const right = await signToken({ ...good });
        for (const values of [
          [`Bearer ${right}`, "Bearer x"],
          ["Bearer x", `Bearer ${right}`],
          [`Bearer ${right}`, `Bearer ${right}`],
        ]) {
          const lines = values.map((value) => `${name}: ${value}`).join("\r\n");
          const reply = await server.send(
            `GET ${open} HTTP/1.1\r\nHost: x\r\n${lines}\r\nConnection: close\r\n\r\n`,
          );
          expectProblem(reply, "invalid-token");
        }
      },
    );

    it("an invalid token is an error in functions of server code too", async () => {
      const error: unknown = await server.api
        .findAllAsync(requestWith("Bearer x"), "open", "id", 0, 1)
        .catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code: "invalid-token", status: 401 });
      await expect(server.api.identifyAsync(requestWith("Basic x"))).rejects.toMatchObject({
        code: "invalid-token",
      });
    });

    it("a token is not looked for in other headers, cookies or queries", async () => {
      const token = await signToken({ ...good, roles: ["editor"] });
      const headers = {
        Cookie: `token=${token}; Authorization=Bearer ${token}`,
        "X-Authorization": `Bearer ${token}`,
        "Proxy-Authorization": `Bearer ${token}`,
      };
      const path = `${paths.findAll("edited")}?access_token=${token}`;
      expectProblem(await server.get(path, headers), "authentication-required");
    });
  });

  describe("answers", () => {
    const plain = serve({ entities: { open: openEntity(fields) } });

    it("answers of a server with tokens are not cached by intermediaries", async () => {
      const headers = await bearer(server, member);
      const { id } = await server.api.repository("open").create({ title: "t" });
      for (const [method, path, body] of [
        ["GET", open],
        ["HEAD", open],
        ["OPTIONS", open],
        ["TRACE", open],
        ["GET", paths.findById("open", id)],
        ["GET", paths.findAll("open", "nope")],
        ["GET", paths.findAll("edited")],
        ["GET", "/api/data/nothing"],
        ["POST", paths.entity("open"), { title: "x" }],
        ["POST", paths.entity("open"), "{"],
        ["PATCH", paths.record("open", id), { title: "y" }],
        ["POST", "/api/auth/token", {}],
        ["GET", "/api/auth/token"],
        ["OPTIONS", "/api/auth/token"],
        ["POST", "/api/auth/password", {}],
        ["GET", "/api/auth/logout"],
        ["GET", "/api/auth/nothing"],
      ] as const) {
        for (const sent of [{}, headers]) {
          const reply = await server.request(method, path, { headers: sent, body });
          expectNotCached(reply.headers);
        }
      }
    });

    it("answers of a server with tokens keep the application's Vary header", async () => {
      const database = await createDatabase();
      const api = await createApi(database, { auth: { secretKey }, entities: { open: openEntity(fields) } });
      api.app.use((_req, res, next) => {
        res.setHeader("Vary", "Origin");
        res.setHeader("Cache-Control", "public");
        next();
      });
      const { port } = await serveApi(api);
      for (const path of [open, "/api/data/nothing", "/api/auth/token"]) {
        const { headers } = await fetch(`http://127.0.0.1:${port}${path}`);
        expect([headers.get("cache-control"), headers.get("vary")]).toEqual([
          "no-store",
          "Origin, Authorization",
        ]);
      }
    });

    it("answers of a server without auth have no Cache-Control and no Vary header", async () => {
      const { headers } = await plain.get(open);
      expect([headers["cache-control"], headers["vary"]]).toEqual([undefined, undefined]);
      expect((await plain.get(open, { Authorization: "Bearer x" })).status).toBe(200);
      expectProblem(await plain.post("/api/auth/token", {}), "unknown-path");
    });
  });

  describe("paths under /api/auth", () => {
    it.each([
      ...["/api/auth", "/api/auth/", "/api/auth/tokens", "/api/auth/token/x", "/api/auth/login"],
      "/api/auth/refresh",
    ])("the path %s is unknown", async (path) => {
      for (const method of ["GET", "POST", "OPTIONS", "DELETE"])
        expectProblem(await server.request(method, path), "unknown-path");
    });

    it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])(
      "paths under /api/auth do not allow %s",
      async (method) => {
        for (const path of [
          "/api/auth/token",
          "/API/Auth/TOKEN/?x=1",
          "/api/auth/logout",
          "/api/auth/password",
        ]) {
          const reply = await server.request(method, path);
          expect([reply.status, reply.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);
          if (method !== "HEAD") expectProblem(reply, "method-not-allowed");
        }
      },
    );

    it.each(["token", "logout", "password"])(
      "/api/auth/%s answers OPTIONS with its methods",
      async (name) => {
        const reply = await server.request("OPTIONS", `/api/auth/${name}`);
        expect([reply.status, reply.headers["allow"], reply.text]).toEqual([204, "POST, OPTIONS", ""]);
      },
    );
  });

  describe("a custom identify function", () => {
    const own = serve({
      auth: {
        identify: async (req) => {
          await Promise.resolve();
          switch (req.headers["x-user"]) {
            case undefined:
              return undefined;
            case "null":
              return null;
            case "refused":
              throw new ApiError("forbidden", "Not today.");
            case "number":
              return { userId: 7 };
            default:
              return { userId: String(req.headers["x-user"]), roles: ["editor", "owner"], claims: { a: 1 } };
          }
        },
      },
      entities: { edited: forRole("editor"), open: openEntity(fields) },
    });

    it("a custom identify function identifies the caller, whatever the token says", async () => {
      const find = (headers: Readonly<Record<string, string>>) => own.get(paths.findAll("edited"), headers);
      expectProblem(await find({}), "authentication-required");
      expectProblem(await find({ "X-User": "null" }), "authentication-required");
      expectProblem(await find({ "X-User": "number" }), "forbidden");
      expectProblem(await find({ "X-User": "refused" }), "forbidden", { detail: "Not today." });
      expect(pageOf(await find({ "X-User": "anna", Authorization: "Basic x" })).count).toBe(0);
      expectNotCached((await find({ "X-User": "anna" })).headers);
    });

    it("a custom identify function replaces users and tokens", async () => {
      expectProblem(await own.post("/api/auth/token", {}), "unknown-path");
      expectProblem(await own.post("/api/data/user", {}), "unknown-entity");
      expectJson(await own.get(paths.findAll("open")), 200, { count: 0, items: [] });
    });
  });
}

function expectNotCached(headers: Readonly<Record<string, string>>): void {
  expect([headers["cache-control"], headers["vary"]]).toEqual(["no-store", "Authorization"]);
}

function requestWith(authorization: string): IncomingMessage {
  const req = new IncomingMessage(new Socket());
  req.headers.authorization = authorization;
  return req;
}
