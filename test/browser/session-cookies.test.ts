import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DataApi, defineConfig } from "data-api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundleForBrowser } from "./browser-bundle.js";
import { describeInChromium } from "./describe-in-chromium.js";

const PASSWORD = "correct horse battery";
const config = defineConfig({
  database: { dialect: "sqlite", name: ":memory:" },
  auth: { secretKey: "a secret key for these tests only, 32 bytes", sessions: "cookie" },
  admin: true,
  batch: true,
  openapi: { page: true, title: "Notes", roles: ["member"] },
  entities: {
    note: {
      fields: { title: { type: "string", isEditable: true, isRequired: true } },
      permissions: { read: ["member"], create: ["member"], update: ["member"], delete: ["member"] },
    },
  },
});

describeInChromium("a page whose log-in is a cookie", (openPage) => {
  const sites: Server[] = [];
  let api: DataApi<typeof config>;
  let url = "";
  let partner = "";
  /** What arrived with a cookie: the method, the path and the status. */
  const seen: string[] = [];

  /** A site with one page that says nothing. */
  const site = async (host: string): Promise<string> => {
    const pages = createServer((_req, res) => {
      res.setHeader("Content-Type", "text/html").end('<!doctype html><link rel="icon" href="data:,">');
    });
    sites.push(pages);
    await once(pages.listen(0, host), "listening");
    return `http://${host}:${(pages.address() as AddressInfo).port}`;
  };
  beforeAll(async () => {
    partner = await site("localhost");
    const server = {
      host: "localhost",
      maxEventLoopDelay: 0,
      cors: { origins: [partner], credentials: true },
    };
    api = new DataApi({ ...config, server });
    api.app.get("/page", (_req, res) => {
      res.setHeader("Content-Security-Policy", "script-src 'unsafe-inline'; connect-src 'self'");
      res.setHeader("Content-Type", "text/html").end('<!doctype html><link rel="icon" href="data:,">');
    });
    api.app.use((req, res, next) => {
      if (req.headers.cookie?.includes("__Host-data-api=") === true)
        res.on("finish", () => seen.push(`${req.method} ${req.originalUrl} ${res.statusCode}`));
      next();
    });
    api.setupApiEndpoints();
    url = `http://localhost:${((await api.startAsync(0)).address() as AddressInfo).port}`;
    await api.repository("user").create({ username: "anna", password: PASSWORD });
    await api.repository("user").create({ username: "mallory", password: PASSWORD });
  });
  afterAll(async () => {
    await api.stopAsync();
    for (const pages of sites) {
      pages.close();
      pages.closeAllConnections();
    }
  });

  const withClient = async (page: Page, options = "{}", base = "") => {
    const { code } = await bundleForBrowser('export { createClient } from "/runtime/client.ts";');
    const begin = `const api = bundle.createClient(${JSON.stringify(base)}, ${options});`;
    await page.addScriptTag({ content: `${code}\n${begin}` });
  };
  const logIn = (page: Page, username = "anna") =>
    page.evaluate(`api.auth.logIn({ username: "${username}", password: "${PASSWORD}" })`);
  const cookieOf = async (page: Page) => {
    const cookies = await page.context().cookies(url);
    return cookies.find(({ name }) => name === "__Host-data-api");
  };
  const titles = async () =>
    (await api.repository("note").find({ orderBy: "id", take: 100 })).items.map(({ title }) => title);

  test("a page with a session cookie writes without a token in its memory, and no script sees the cookie", async () => {
    const { page } = await openPage();
    await page.goto(`${url}/page`);
    await withClient(page);
    expect(await logIn(page)).toEqual({ id: 1, firstname: null, lastname: null });
    expect(await page.evaluate("[document.cookie, api.auth.tokens, localStorage.length]")).toEqual(
      ["", null, 0].map((each) => each ?? undefined),
    );
    expect(await cookieOf(page)).toMatchObject({
      ...{ secure: true, httpOnly: true, sameSite: "Lax", path: "/", domain: "localhost" },
    });
    await page.evaluate('api.note.create({ title: "by a page" })');
    expect(await titles()).toContain("by a page");
    await page.reload();
    await withClient(page);
    await page.evaluate('api.note.create({ title: "after a reload" })');
    expect(await titles()).toContain("after a reload");
    const listed = await page.evaluate<{ device: string; isCurrent: boolean }[]>("api.auth.sessions.list()");
    expect(listed[0]?.device).toContain("Chrome");
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    await page.evaluate('api.auth.sessions.end("current")');
    expect(await cookieOf(page)).toBeUndefined();
    expect(await page.evaluate("api.note.find({}).catch((error) => error.code)")).toBe(
      "authentication-required",
    );
  });

  test("each log-in gives a new session cookie, and the first answer after its end removes it", async () => {
    const { page } = await openPage();
    await page.goto(`${url}/page`);
    await withClient(page);
    await logIn(page);
    const first = await cookieOf(page);
    await logIn(page);
    const second = await cookieOf(page);
    expect(second?.value).not.toBe(first?.value);
    await api.repository("user").update(1, { password: PASSWORD });
    expect(await page.evaluate("api.note.find({}).catch((error) => error.code)")).toBe("invalid-token");
    expect(await cookieOf(page)).toBeUndefined();
  });

  test("a page of an allowed origin of the same site writes with the session cookie if it sends credentials", async () => {
    const { page } = await openPage();
    await page.goto(partner);
    await withClient(page, '{ credentials: "include" }', url);
    await logIn(page);
    await page.evaluate('api.note.create({ title: "by a partner" })');
    expect(await titles()).toContain("by a partner");
  });

  describe("is safe from pages", () => {
    /** What a page of another origin can send. Each gives what the script got. */
    const attacks = (target: string): Readonly<Record<string, string>> => {
      const note = `${target}/api/data/note`;
      const json = JSON.stringify({ title: "attack" });
      const send = (init: string) =>
        `fetch("${note}", { credentials: "include", ${init} }).then((answer) => answer.type, () => "refused")`;
      const form = (action: string, attributes: string, inner: string) => `new Promise((resolve) => {
        document.body.innerHTML = ${JSON.stringify(
          `<iframe name="f"></iframe><form method="post" target="f" action="${action}" ${attributes}>${inner}</form>`,
        )};
        document.querySelector("iframe").onload = () => resolve("sent");
        document.querySelector("form").submit();
      })`;
      const hidden = `<input name='${JSON.stringify({ title: "attack", x: "" }).slice(0, -2)}' value='"}'>`;
      return {
        "a form": form(note, "", "<input name=title value=attack>"),
        "a form of plain text that is JSON": form(
          note,
          'enctype="text/plain"',
          hidden.replaceAll('"', "&quot;").replaceAll("'", '"'),
        ),
        "a form with a method override": form(
          `${note}/1?_method=DELETE`,
          "",
          "<input name=_method value=DELETE>",
        ),
        "a form that logs out": form(`${target}/api/auth/logout`, "", ""),
        "a form that logs in as another": form(
          `${target}/api/auth/token`,
          "",
          `<input name=username value=mallory><input name=password value="${PASSWORD}">`,
        ),
        "fetch without CORS": send(`method: "POST", mode: "no-cors", body: ${JSON.stringify(json)}`),
        "fetch without CORS, as a form": send(
          'method: "POST", mode: "no-cors", body: new URLSearchParams({ title: "attack" })',
        ),
        "fetch with JSON": send(
          `method: "POST", headers: { "Content-Type": "application/json" }, body: ${JSON.stringify(json)}`,
        ),
        "fetch with DELETE": `fetch("${note}/1", { method: "DELETE", credentials: "include" }).then((answer) => answer.type, () => "refused")`,
        "fetch that reads": `fetch("${note}", { credentials: "include" }).then((answer) => answer.text(), () => "refused")`,
        "a beacon": `navigator.sendBeacon("${note}", ${JSON.stringify(json)})`,
        "an image": `new Promise((resolve) => { const image = new Image(); image.onerror = () => resolve("no image"); image.src = "${note}/1?_method=DELETE"; })`,
        "a frame": `new Promise((resolve) => { const frame = document.createElement("iframe"); frame.onload = () => { let text; try { text = frame.contentDocument.body.textContent; } catch (error) { text = "refused"; } resolve(text ?? "refused"); }; frame.src = "${note}"; document.body.append(frame); })`,
      };
    };

    test.each([
      ["of another port, which are the same site", () => site("localhost"), true],
      ["of another host", () => site("127.0.0.1"), false],
    ] as const)("a session cookie is safe from attacks by pages %s", async (_what, start, isSameSite) => {
      const foreign = await start();
      const { page } = await openPage();
      await page.goto(`${url}/page`);
      await withClient(page);
      await logIn(page);
      await page.evaluate('api.note.create({ title: "before" })');
      const [before, cookie] = [await titles(), await cookieOf(page)];
      for (const [name, script] of Object.entries(attacks(url))) {
        await page.goto(foreign);
        seen.length = 0;
        const got = await page.evaluate(script);
        expect(String(got), name).not.toContain("before");
        expect(await titles(), name).toEqual(before);
        expect((await cookieOf(page))?.value, name).toBe(cookie?.value);
        if (isSameSite && /form|without CORS/.test(name)) {
          // The browser has sent the cookie, and the server has refused it.
          await expect.poll(() => seen.join()).toMatch(/^POST \/api\/\S+ 40[35]$/);
        }
      }
      await page.goto(`${url}/page`);
      await withClient(page);
      await page.evaluate('api.note.create({ title: "still logged in" })');
      expect(await titles()).toEqual([...before, "still logged in"]);
    });
  });

  describe("of the server itself", () => {
    test("the admin page logs in by a cookie, writes, stays logged in and logs out", async () => {
      await api.repository("user").update(1, { roles: ["admin"] });
      const { page } = await openPage();
      await page.goto(`${url}/admin#/new/note`);
      await page.getByRole("button", { name: "Log in" }).click();
      const dialog = page.getByRole("dialog", { name: "Log in" });
      await dialog.getByLabel("User name").fill("anna");
      await dialog.getByLabel("Password").fill(PASSWORD);
      await dialog.getByRole("button", { name: "Log in" }).click();
      await page.locator("#note-title").fill("by the admin page");
      await page.getByRole("button", { name: "Create", exact: true }).click();
      // Until the page has the answer, its browser would ask before a reload.
      await page.waitForURL(/#\/record\/note\/\d+$/);
      expect(await titles()).toContain("by the admin page");
      await page.reload();
      await page.getByRole("button", { name: "Log out" }).click();
      await page.getByRole("button", { name: "Log in" }).waitFor();
      expect(await cookieOf(page)).toBeUndefined();
    });

    test("the docs page logs in by a cookie, shows the document and logs out", async () => {
      const { page } = await openPage();
      await page.goto(`${url}/api/docs`);
      const form = page.locator("#log-in");
      await form.getByLabel("User name").fill("anna");
      await form.getByLabel("Password").fill(PASSWORD);
      await form.getByRole("button").click();
      await page.getByText("Logged in as anna").waitFor();
      await page.locator("#document .opblock").first().waitFor();
      await page.getByRole("button", { name: "Log out", exact: true }).click();
      await form.waitFor();
      expect(await cookieOf(page)).toBeUndefined();
    });
  });
});
