import { defineConfig } from "data-api";
import { createClient } from "data-api/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownUsers } from "../conformance/callers.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { startServer, type TestServer } from "../conformance/start-server.js";
import { sqlite } from "../conformance/targets.js";
import { lacksExtra } from "../extras/extras.js";
import { startRealProvider, type RealProvider } from "./real-provider.js";
import { fragmentOf, PAGES_URL, PUBLIC_URL, Visitor } from "./visitor.js";

// The cases of the conformance suite have a provider that lies. Here is one that others use.

useCheapHashes();
const names = ["confidential", "open"] as const;
/** For its types only. */
const typed = defineConfig({ database: { dialect: "sqlite", name: "" }, auth: ownUsers, entities: {} });

describe.skipIf(lacksExtra("accounts")).each(["dynamic", "generated"] as const)(
  "oidc-provider and a %s server",
  (mode) => {
    let provider: RealProvider;
    let server: TestServer;
    beforeAll(async () => {
      provider = await startRealProvider(
        names.map((name) => `${PUBLIC_URL}/api/auth/providers/${name}/callback`),
      );
      server = await startServer(mode, sqlite, {
        auth: {
          ...ownUsers,
          pagesUrl: PAGES_URL,
          providers: { confidential: provider.confidential, open: provider.open } as never,
        },
        server: { publicUrl: PUBLIC_URL },
        entities: {},
      });
    });
    afterAll(async () => {
      await server.stop();
      await provider.stop();
    });
    const as = (name: string) => Object.assign(new Visitor(server), { name });

    it.each(names)(
      "oidc-provider logs a new user in by the %s client, and the next log-in finds the user again",
      async (name) => {
        const visitor = as(`ada-${name}`);
        const code = (await visitor.logIn(name)).get("code");
        const reply = await visitor.exchange(code);
        expect(reply.status, reply.text).toBe(200);
        const { token, id } = reply.json as { token: string; id: number };
        const own = await visitor.send("GET", `/api/data/user/${id}`, { token });
        expect(own.json).toMatchObject({
          ...{ username: `ada-${name}`, email: `ada-${name}@example.com` },
          ...{ firstname: `ADA-${name.toUpperCase()}`, lastname: "Example" },
        });
        // The provider remembers the browser, and asks nothing.
        const again = await visitor.exchange((await visitor.logIn(name)).get("code"));
        expect(again.json).toMatchObject({ id });
      },
    );

    it("a callback of oidc-provider that is sent twice fails the second time", async () => {
      const visitor = as("eve");
      const callback = await visitor.begin("open");
      expect(fragmentOf(await visitor.open(callback)).get("code")).not.toBeNull();
      expect(fragmentOf(await visitor.open(callback)).get("error")).toBe("log-in-failed");
    });

    it("the page learns that the user has cancelled the log-in at oidc-provider", async () => {
      const visitor = as("ben");
      const isForm = (at: string) => at.includes("/interaction/");
      const url = `${PUBLIC_URL}/api/auth/providers/open/log-in?returnTo=/start`;
      const form = await visitor.open(url, isForm);
      const page = await visitor.open(`${form}/abort`);
      expect(page).toBe(`${PAGES_URL}/start#error=access-denied`);
    });

    it("the typed client logs in by oidc-provider, and links and unlinks accounts", async () => {
      const visitor = as("cleo");
      const client = createClient<typeof typed>(PUBLIC_URL, {
        fetch: async (url, { method = "GET", body, headers }) => {
          const { authorization } = Object.fromEntries(new Headers(headers));
          const reply = await visitor.send(method, url.slice(PUBLIC_URL.length), {
            ...(typeof body === "string" && { body: JSON.parse(body) as unknown }),
            ...(authorization !== undefined && { token: authorization.replace("Bearer ", "") }),
          });
          return new Response(reply.status === 204 ? null : reply.text, {
            status: reply.status,
            headers: { "Content-Type": reply.headers["content-type"] ?? "" },
          });
        },
      });
      const { providers } = client.auth;
      expect(await providers.names()).toEqual([...names]);
      const url = providers.logInUrl("open", "/a b?c");
      expect(url).toBe(`${PUBLIC_URL}/api/auth/providers/open/log-in?returnTo=%2Fa%20b%3Fc`);
      const page = await visitor.open(providers.logInUrl("open", "/start"));
      const user = await providers.exchange(fragmentOf(page).get("code") ?? "");
      expect(client.auth.tokens?.token).toBe(user.token);
      const [account] = await providers.accounts();
      expect(account?.provider).toBe("open");
      await expect(providers.unlink(account?.id ?? "")).rejects.toMatchObject({ code: "only-log-in" });
      await server.api.repository("user").update(user.id, { password: "a password of cleo" });
      await client.auth.logIn({ username: "cleo", password: "a password of cleo" });
      const link = await providers.link("open", { password: "a password of cleo", returnTo: "/settings" });
      expect(await visitor.open(link)).toBe(`${PAGES_URL}/settings#linked=open`);
      await providers.unlink(account?.id ?? "");
      expect(await providers.accounts()).toEqual([]);
    });
  },
);
