import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { DataApi } from "data-api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startRealProvider, type RealProvider } from "../accounts/real-provider.js";
import { ownUsers, PASSWORD } from "../conformance/callers.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { lacksExtra } from "../extras/extras.js";
import { freePort } from "../replicas/processes.js";
import { bundleForBrowser } from "./browser-bundle.js";
import { describeInChromium } from "./describe-in-chromium.js";

useCheapHashes();

describe.skipIf(lacksExtra("accounts"))("with oidc-provider", () => {
  describeInChromium("a page of another origin", (openPage) => {
    let provider: RealProvider;
    let api: DataApi;
    let pagesUrl = "";
    let publicUrl = "";
    let code = "";
    const pages = http.createServer((_req, res) => {
      const script = `${code}; globalThis.api = bundle.createClient("${publicUrl}");
        globalThis.end = new URLSearchParams(location.hash.slice(1));
        history.replaceState(null, "", location.pathname);`;
      res.setHeader("Content-Type", "text/html");
      res.end(
        `<!doctype html><link rel="icon" href="data:,"><script>${script.replaceAll("</", "<\\/")}</script>`,
      );
    });
    beforeAll(async () => {
      ({ code } = await bundleForBrowser('export { createClient } from "/runtime/client.ts";'));
      await once(pages.listen(0, "127.0.0.1"), "listening");
      pagesUrl = `http://localhost:${(pages.address() as AddressInfo).port}`;
      const port = await freePort();
      publicUrl = `http://localhost:${port}`;
      provider = await startRealProvider([`${publicUrl}/api/auth/providers/example/callback`]);
      api = new DataApi({
        database: { dialect: "sqlite", name: ":memory:" },
        auth: { ...ownUsers, pagesUrl, providers: { example: provider.confidential as never } },
        server: {
          host: "127.0.0.1",
          maxEventLoopDelay: 0,
          publicUrl,
          cors: { origins: [pagesUrl], credentials: true },
        },
        entities: {},
      });
      api.setupApiEndpoints();
      await api.startAsync(port);
    });
    afterAll(async () => {
      await api.stopAsync();
      await provider.stop();
      pages.close();
      pages.closeAllConnections();
    });

    const signIn = async (page: Page, name: string) => {
      await page.waitForURL(/\/interaction\//);
      await page.locator("[name=login]").fill(name);
      await page.locator("[name=password]").fill("any");
      await page.locator("[type=submit]").click();
      // The form of the next page, not the one that has just been sent.
      const consent = page.locator("form").filter({ has: page.locator("[name=prompt][value=consent]") });
      await consent.locator("[type=submit]").click();
    };
    const exchange = (page: Page) =>
      page.evaluate(`(async () => {
        const { id } = await api.auth.providers.exchange(end.get("code"));
        return { id, ...(await api.user.findById(id)) };
      })()`);

    test("a page logs a user in by a provider, and the user returns to the page that was left", async () => {
      const { page } = await openPage();
      await page.goto(`${pagesUrl}/orders`);
      await page.evaluate('location.assign(api.auth.providers.logInUrl("example", "/orders"))');
      await signIn(page, "ada");
      await page.waitForURL(`${pagesUrl}/orders`);
      const user = await exchange(page);
      expect(user).toMatchObject({ username: "ada", firstname: "ADA", email: "ada@example.com" });
      // No script of the page can read the cookie.
      expect(await page.evaluate("document.cookie")).toBe("");
      await page.evaluate('location.assign(api.auth.providers.logInUrl("example", "/again"))');
      await page.waitForURL(`${pagesUrl}/again`);
      expect(await exchange(page)).toEqual(user);
    });

    test("a code of a provider's log-in is refused in another browser", async () => {
      const attacker = await openPage();
      await attacker.page.goto(pagesUrl);
      await attacker.page.evaluate('location.assign(api.auth.providers.logInUrl("example"))');
      await signIn(attacker.page, "eve");
      await attacker.page.waitForURL(`${pagesUrl}/log-in`);
      const stolen = String(await attacker.page.evaluate('end.get("code")'));
      const victim = await openPage();
      await victim.page.goto(`${pagesUrl}/log-in#code=${stolen}`);
      await expect(exchange(victim.page)).rejects.toThrow("The code is not valid");
      expect(await exchange(attacker.page)).toMatchObject({ username: "eve" });
    });

    test("a page links an account of a provider, and learns that the user has cancelled", async () => {
      const { page } = await openPage();
      const proof = `{ username: "cleo", password: ${JSON.stringify(PASSWORD)} }`;
      await page.goto(pagesUrl);
      await page.evaluate(`(async () => {
        await api.auth.register(${proof});
        await api.auth.logIn(${proof});
        location.assign(await api.auth.providers.link("example", { ...${proof}, returnTo: "/settings" }));
      })()`);
      await signIn(page, "cleo-elsewhere");
      await page.waitForURL(`${pagesUrl}/settings`);
      expect(await page.evaluate("end.toString()")).toBe("linked=example");
      await page.evaluate('location.assign(api.auth.providers.logInUrl("example"))');
      await page.waitForURL(`${pagesUrl}/log-in`);
      expect(await exchange(page)).toMatchObject({ username: "cleo", email: null });
      const other = await openPage();
      await other.page.goto(pagesUrl);
      await other.page.evaluate('location.assign(api.auth.providers.logInUrl("example"))');
      await other.page.waitForURL(/\/interaction\//);
      await other.page.locator("a[href$=abort]").click();
      await other.page.waitForURL(`${pagesUrl}/log-in`);
      expect(await other.page.evaluate("end.toString()")).toBe("error=access-denied");
    });
  });
});
