import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveModel } from "../../../runtime/config/resolve-model.js";
import { Database } from "../../../runtime/database/database.js";
import { dialects } from "../../../runtime/database/dialects/dialects.js";
import {
  AccountTokens,
  tokenText,
  type TokenParts,
  type TokenPurpose,
} from "../../../runtime/repository/users/account-tokens.js";
import { addUser, ownUsers, PASSWORD } from "../callers.js";
import { field } from "../fields.js";
import type { Harness } from "../harness.js";
import type { Reply } from "../http-client.js";

const NEW_PASSWORD = "another horse battery";

/** A token of each purpose. What is made for one must never be accepted for another. */
const purposes = Object.keys({
  "api-key": true,
  "reset-password": true,
  "verify-email": true,
  "change-email": true,
  "second-factor": true,
  "recovery-code": true,
  "log-in": true,
  passkey: true,
  "passkey-challenge": true,
  "provider-state": true,
  "provider-code": true,
  "provider-account": true,
} satisfies Readonly<Record<TokenPurpose, true>>) as readonly TokenPurpose[];

export function mixedPurposeCases({ serve }: Harness): void {
  const server = serve({
    auth: {
      ...ownUsers,
      refreshTokens: true,
      apiKeys: true,
      secondFactor: true,
      messages: { sendMessage: () => undefined },
      passkeys: { rpId: "localhost", origins: ["http://localhost"] },
      providers: { example: { issuer: "https://login.example.com", clientId: "app" } },
      pagesUrl: "https://app.example.com",
    },
    server: {
      publicUrl: "https://app.example.com",
      rateLimit: { addresses: false, callers: false, logins: false },
    },
    entities: { note: { fields: { title: field("string") }, permissions: { read: ["member"] } } },
  });
  let database: Database;
  let tokens: AccountTokens;
  let userId: number;
  beforeAll(async () => {
    const model = resolveModel(server.config);
    database = new Database(model, dialects[model.database.dialect]);
    if (model.accountTokens === undefined) throw new Error("There is no table of tokens.");
    tokens = new AccountTokens(database, model.accountTokens);
    userId = await addUser(server, "anna", { email: "anna@example.com" });
  });
  afterAll(() => database.close());

  const post = (path: string, body: object) => server.post(`/api/auth/${path}`, body);
  const readAs = (token: string) => server.get("/api/data/note", { Authorization: `Bearer ${token}` });

  /** Whatever takes a token, and the purposes that it takes. */
  const doors: Readonly<
    Record<
      string,
      { readonly takes: readonly TokenPurpose[]; readonly send: (text: string) => Promise<Reply> }
    >
  > = {
    "the header Authorization": { takes: ["api-key"], send: readAs },
    "a reset of the password": {
      takes: ["reset-password"],
      send: (token) =>
        post("password/reset", { token, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }),
    },
    "a verification": {
      takes: ["verify-email", "change-email"],
      send: (token) => post("email/verify", { token }),
    },
    "a second factor": {
      takes: ["log-in"],
      send: (challenge) => post("second-factor", { challenge, code: "123456" }),
    },
    "a log-in with a provider": {
      takes: ["provider-code"],
      send: (code) => post("providers/token", { code }),
    },
    "the callback of a provider": {
      takes: ["provider-state"],
      send: (state) => server.get(`/api/auth/providers/example/callback?code=x&state=${state}`),
    },
    "a refresh": { takes: [], send: (refreshToken) => post("refresh", { refreshToken }) },
  };
  const keyOf = ({ id, secret }: TokenParts) => `dak_${id}_${secret}`;

  const expectRefused = ({ status, headers, text }: Reply) => {
    expect(status === 302 ? headers["location"] : text).toMatch(
      /#error=log-in-failed$|"code":"(?:invalid-token|invalid-fields)"/,
    );
  };

  describe.each(Object.entries(doors))("%s", (_door, { takes, send }) => {
    it.each(purposes.filter((purpose) => !takes.includes(purpose)))(
      "a token for %s is refused where another purpose is required, and stays unused",
      async (purpose) => {
        const issued = await tokens.issue({ purpose, userId, lifetime: 60_000, data: {} });
        for (const text of [tokenText(issued), keyOf(issued)]) expectRefused(await send(text));
        expect(await tokens.byId(purpose, issued.id)).toMatchObject({ id: issued.id, tries: 0 });
      },
    );

    it("the token and the refresh token of a log-in are refused where another token is required", async () => {
      const reply = await post("token", { username: "anna", password: PASSWORD });
      const { token, refreshToken } = reply.json as Readonly<Record<string, string>>;
      const foreign = { "the header Authorization": [refreshToken], "a refresh": [token] }[_door];
      for (const text of foreign ?? [token, refreshToken]) expectRefused(await send(text ?? ""));
    });
  });

  it("a token is refused where another purpose is required, also if its row is given that purpose", async () => {
    const { db } = server.api.repository("user") as unknown as {
      readonly db: Kysely<{ data_api_token: { readonly id: string; readonly purpose: string } }>;
    };
    for (const [door, { takes, send }] of Object.entries(doors))
      for (const purpose of takes)
        for (const other of purposes.filter((each) => each !== purpose)) {
          const issued = await tokens.issue({
            ...{ purpose: other, userId, lifetime: 60_000, data: { name: "x" } },
          });
          await db.updateTable("data_api_token").set({ purpose }).where("id", "=", issued.id).execute();
          for (const text of [tokenText(issued), keyOf(issued)]) expectRefused(await send(text));
          expect(await tokens.find(purpose, issued), `${other}, ${door}`).toBeUndefined();
        }
  });

  it("the header Authorization takes only API keys, and only in the form of a key", async () => {
    for (const purpose of purposes) {
      const issued = await tokens.issue({ purpose, userId, lifetime: 60_000, data: { name: "x" } });
      expect((await readAs(keyOf(issued))).status, purpose).toBe(purpose === "api-key" ? 200 : 401);
      expectRefused(await readAs(tokenText(issued)));
    }
  });

  it("a token is found and taken only for its own purpose, with its own secret, and only once", async () => {
    const issued = await tokens.issue({ purpose: "verify-email", userId, lifetime: 60_000, data: {} });
    expect(await tokens.find("verify-email", issued)).toMatchObject({ userId: String(userId) });
    expect(await tokens.find("reset-password", issued)).toBeUndefined();
    expect(await tokens.take("reset-password", issued)).toBeUndefined();
    expect(await tokens.take("verify-email", { ...issued, secret: "x".repeat(43) })).toBeUndefined();
    expect(await tokens.take("verify-email", issued)).toBeDefined();
    expect(await tokens.take("verify-email", issued)).toBeUndefined();
  });
}
