import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DataApi } from "data-api";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeInChromium, type WatchedPage } from "../browser/describe-in-chromium.js";
import { useCheapHashes } from "../conformance/cheap-hashes.js";
import { config, membersOnly, opened, type Served } from "./opened.js";
import { execute, unfolded } from "./viewer.js";

useCheapHashes();
const anna = { username: "anna", password: "seven bikes 7" };

/** Expects a page without problems and without requests to other servers. */
function expectQuiet({ problems, urls }: WatchedPage, { url }: Served): void {
  expect(problems).toEqual([]);
  expect(urls.filter((each) => !each.startsWith(`${url}/api/`) && !each.startsWith("data:"))).toEqual([]);
}

describeInChromium("the docs page", (openPage) => {
  describe("with a public document", () => {
    let served: Served;
    beforeAll(async () => {
      const api = new DataApi(config);
      served = await opened(config, api);
      await api.repository("note").create({ text: "Ask the page" });
    });

    test("the docs page shows the document without an error in the console or a request to another host", async () => {
      const watched = await openPage();
      const { page } = watched;
      await page.goto(`${served.url}/api/docs`);
      await page.locator(".opblock-post").first().waitFor();
      expect(await page.title()).toBe("Notes");
      expect(await page.locator(".info .title").innerText()).toContain("Notes");
      expect(await page.locator(".bar").isVisible()).toBe(false);
      expectQuiet(watched, served);
    });

    test("an operation can be called from the docs page", async () => {
      const watched = await openPage();
      await watched.page.goto(`${served.url}/api/docs`);
      const [status, body] = await execute(await unfolded(watched.page, "get", "/api/data/note"));
      expect(status).toBe("200");
      expect(body).toContain('"text": "Ask the page"');
      expectQuiet(watched, served);
    });

    test("the docs page follows the color scheme of the device, also after a change", async () => {
      const { page } = await openPage({ colorScheme: "light" });
      await page.goto(`${served.url}/api/docs`);
      await page.locator(".opblock-post").first().waitFor();
      await expect.poll(() => schemeOf(page)).toBe("light");
      await page.emulateMedia({ colorScheme: "dark" });
      await page.locator("html.dark-mode").waitFor();
      await expect.poll(() => schemeOf(page)).toBe("dark");
      const { background } = await colorsOf(page);
      const another = await openPage({ colorScheme: "dark" });
      await another.page.goto(`${served.url}/api/docs`);
      await another.page.locator(".opblock-post").first().waitFor();
      await expect.poll(() => schemeOf(another.page)).toBe("dark");
      expect((await colorsOf(another.page)).background).toBe(background);
    });
  });

  describe("with a document for members", () => {
    let served: Served;
    beforeAll(async () => {
      const api = new DataApi(membersOnly);
      served = await opened(membersOnly, api);
      await api.repository("user").create(anna);
    });

    test("the docs page asks for a user name and a password, and calls operations with the token", async () => {
      const { page, problems, urls } = await openPage();
      await page.goto(`${served.url}/api/docs`);
      const logIn = page.locator("#log-in");
      await logIn.waitFor();
      expect(await page.locator("#document").innerText()).toBe("");
      await logIn.getByLabel("User name").fill(anna.username);
      await logIn.getByLabel("Password").fill("six bikes 6");
      await logIn.getByRole("button").click();
      await page.getByText("The user name or the password is wrong.").waitFor();
      await logIn.getByLabel("Password").fill(anna.password);
      await logIn.getByRole("button").click();
      await page.getByText("Logged in as anna").waitFor();
      await expect.poll(() => logIn.isVisible()).toBe(false);
      const create = await unfolded(page, "post", "/api/data/note");
      await create.locator("textarea").fill('{ "text": "From the page" }');
      expect(await execute(create)).toEqual(["201", "1"]);

      await page.getByRole("button", { name: "Forget the token" }).click();
      await logIn.waitFor();
      expect(await page.locator("#document").innerText()).toBe("");
      // Chromium logs each error response.
      expect(problems.filter((each) => !/status of 401/.test(each))).toEqual([]);
      expect(urls.filter((url) => !url.startsWith(`${served.url}/`) && url !== "data:,")).toEqual([]);
      expect(await page.evaluate("[localStorage.length, sessionStorage.length, document.cookie]")).toEqual([
        0,
        0,
        "",
      ]);
    });

    test("the docs page accepts a token, and says why a token is invalid", async () => {
      const { page } = await openPage();
      await page.goto(`${served.url}/api/docs`);
      const form = page.locator("#give-token");
      await form.getByLabel("Token").fill("no token – at all");
      await form.getByRole("button").click();
      await page.getByText("This is not a token").waitFor();
      await form.getByLabel("Token").fill("abc");
      await form.getByRole("button").click();
      await page.getByText("The token is not valid").waitFor();
      await form.getByLabel("Token").fill(`Bearer ${await tokenOf(served)}`);
      await form.getByRole("button").click();
      await page.locator(".opblock-post").first().waitFor();
      expect(await form.isVisible()).toBe(false);
    });
  });

  describe("with a public document and users", () => {
    const forAll = { ...membersOnly, openapi: config.openapi };
    let served: Served;
    beforeAll(async () => {
      const api = new DataApi(forAll);
      served = await opened(forAll, api);
      await api.repository("user").create(anna);
    });

    test("the lock of an operation on the docs page opens its only log-in form", async () => {
      const watched = await openPage();
      const { page } = watched;
      await page.goto(`${served.url}/api/docs`);
      const create = page
        .locator(".opblock-post")
        .filter({ has: page.locator('[data-path="/api/data/note"]') });
      await create.waitFor();
      expect(await page.getByRole("button", { name: "Authorize" }).count()).toBe(0);
      const form = page.locator("#give-token");
      expect(await form.isVisible()).toBe(false);
      const lock = create.locator(".authorization__btn");
      expect(await lock.getAttribute("aria-label")).toBe("authorization button unlocked");
      await lock.click();
      await form.getByLabel("Token").fill(await tokenOf(served));
      expect(await page.locator(".dialog-ux").count()).toBe(0);
      await form.getByRole("button").click();
      await page.getByText("With a token").waitFor();
      await page.locator('.authorization__btn[aria-label="authorization button locked"]').first().waitFor();
      const open = await unfolded(page, "post", "/api/data/note");
      await open.locator("textarea").fill('{ "text": "By the lock" }');
      expect((await execute(open))[0]).toBe("201");
      expectQuiet(watched, served);
    });

    test("the docs page shows only what the caller may do, if this option is checked", async () => {
      const watched = await openPage();
      const { page } = watched;
      await page.goto(`${served.url}/api/docs`);
      const create = page.locator('.opblock-post [data-path="/api/data/note"]');
      const read = page.locator('.opblock-get [data-path="/api/data/note"]');
      await create.waitFor();
      await page.getByLabel("Only what I may do").check();
      await create.waitFor({ state: "detached" });
      await read.waitFor();
      await page.getByRole("button", { name: "Log in", exact: true }).first().click();
      await page.locator("#log-in").getByLabel("User name").fill(anna.username);
      await page.locator("#log-in").getByLabel("Password").fill(anna.password);
      await page.locator("#log-in").getByRole("button").click();
      await create.waitFor();
      expectQuiet(watched, served);
    });

    test("the docs page fits on a phone: nothing is wider than the page, and every control can be tapped", async () => {
      const watched = await openPage({
        viewport: { width: 375, height: 812 },
        isMobile: true,
        hasTouch: true,
      });
      const { page } = watched;
      await page.goto(`${served.url}/api/docs`);
      await page.locator(".bar").getByRole("button", { name: "Log in" }).tap();
      await page.locator("#log-in").waitFor();
      for (const [method, path] of [
        ["get", "/api/data/note"],
        ["post", "/api/data/note"],
      ] as const)
        await execute(await unfolded(page, method, path));
      const wide = await page.evaluate<string[]>(`Array.from(document.querySelectorAll("body *"))
        .filter((each) => each.checkVisibility() && !each.closest("pre") && each.getBoundingClientRect().right > 375.5)
        .map((each) => each.tagName + "." + each.className)`);
      expect(wide).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
      // WCAG 2.2, 2.5.8: 24 pixels.
      const small = await page.evaluate<
        string[]
      >(`Array.from(document.querySelectorAll("button, input, select"))
        .filter((each) => each.checkVisibility())
        .map((each) => [each.closest("label") ?? each, each])
        .map(([target, each]) => [target.getBoundingClientRect(), each.outerHTML.slice(0, 120)])
        .filter(([{ width, height, left }]) => width < 24 || height < 24 || left < 0)
        .map(([{ width, height }, html]) => width + " x " + height + ": " + html)`);
      expect(small).toEqual([]);
    });
  });

  describe("with many entities", () => {
    const named = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`note${count - index}`, config.entities.note]),
      );
    const few = { ...config, openapi: { page: true }, endpoints: ["query"] } as const;

    test("the docs page shows entities in the order of the configuration, folded if there are more than 8 tags", async () => {
      for (const [count, areFolded] of [
        [7, false],
        [8, true],
      ] as const) {
        const entities = named(count);
        const served = await opened({ ...few, entities });
        const { page } = await openPage();
        await page.goto(`${served.url}/api/docs`);
        await page.locator(".opblock-tag").first().waitFor();
        const tags = () =>
          page
            .locator(".opblock-tag")
            .evaluateAll((all) =>
              all.map((each) => (each as unknown as { dataset: { tag: string } }).dataset.tag),
            );
        await expect.poll(tags).toEqual([...Object.keys(entities), "Streams"]);
        await expect.poll(() => page.locator(".opblock").count()).toBe(areFolded ? 0 : 7 * 5 + 2);
      }
    });

    test("the docs page has no empty bands", async () => {
      const served = await opened({ ...few, entities: named(2) });
      const { page } = await openPage();
      await page.goto(`${served.url}/api/docs`);
      await page.locator(".opblock").first().waitFor();
      const empty = await page.evaluate<string[]>(`Array.from(document.querySelectorAll("#document *"))
        .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 600)
        .filter((each) => each.getBoundingClientRect().height > 8 && each.innerText?.trim() === "")
        .filter((each) => each.querySelector("input, svg") === null && !each.matches("input"))
        .map((each) => each.outerHTML.slice(0, 120))`);
      expect(empty).toEqual([]);
    });
  });

  describe("with a hostile configuration", () => {
    const asked: (string | undefined)[] = [];
    const other = createServer((req, res) => {
      asked.push(req.url);
      res.end();
    });
    beforeAll(() => once(other.listen(0, "127.0.0.1"), "listening"));
    afterAll(() => {
      other.close();
    });

    test("no script of a hostile configuration runs on the docs page, and no request leaves the server", async () => {
      const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const text = hostileText(elsewhere);
      const short = "<img src=x onerror=window.hacked=10>";
      const served = await opened({
        ...config,
        openapi: { page: true, title: text, version: text, description: text, url: elsewhere },
        entities: {
          script: { ...config.entities.note, description: text },
          note: {
            ...config.entities.note,
            fields: {
              text: { ...config.entities.note.fields.text, description: text, default: short },
              kind: {
                type: "string",
                isEditable: true,
                isRequired: false,
                foreignKey: null,
                values: [short, "b"],
              },
            },
          },
        },
      });
      const { page, problems } = await openPage();
      await page.goto(`${served.url}/api/docs`);
      expect((await execute(await unfolded(page, "get", "/api/data/note")))[0]).toBe("200");
      const create = await unfolded(page, "post", "/api/data/note");
      await create.getByText("Schema", { exact: true }).first().click();
      await page.waitForTimeout(500);
      expect(await page.evaluate("window.hacked")).toBeUndefined();
      expect(asked).toEqual([]);
      expect(await page.locator("#document").locator("script, iframe, form, object, style").count()).toBe(0);
      expect(
        await page.evaluate(`Array.from(document.querySelectorAll("#document *")).flatMap((each) =>
          each.getAttributeNames().filter((name) => name.startsWith("on") || /javascript:/i.test(each.getAttribute(name))))`),
      ).toEqual([]);
      // Chromium reports markup while it is parsed, before the viewer removes it.
      expect(problems.filter((each) => !/violates|forbids/.test(each))).toEqual([]);
    });
  });
});

function hostileText(elsewhere: string): string {
  return [
    `</title><script>window.hacked = 1</script><script src="${elsewhere}/a.js"></script>`,
    `<img src="x" onerror="window.hacked = 2"><svg onload="window.hacked = 3"></svg>`,
    `<iframe srcdoc="<script>parent.hacked = 4</script>"></iframe><style>@import "${elsewhere}/b.css"</style>`,
    `<form action="${elsewhere}/c"><button>Log in</button></form><base href="${elsewhere}/">`,
    `[a link](javascript:window.hacked=5) ![an image](${elsewhere}/d.png) <a href="javascript:window.hacked=6">x</a>`,
    `"><img src=x onerror=window.hacked=7> \${window.hacked=8} {{constructor.constructor("window.hacked=9")()}}`,
  ].join(" ");
}

async function tokenOf({ send }: Served): Promise<string> {
  const { json } = await send("POST", "/api/auth/token", {}, anna);
  return (json as { token: string }).token;
}

/** The brightness of the page and of its texts, from 0 to 255. */
async function colorsOf(page: Page) {
  const [background, ...text] = await page.evaluate<number[]>(`(() => {
    const brightness = (color) => Math.max(...color.match(/[\\d.]+/g).slice(0, 3).map(Number));
    const styleOf = (selector) => getComputedStyle(document.querySelector(selector));
    return [
      brightness(styleOf("body").backgroundColor),
      ...["body", ".info .title", ".opblock-summary-path", ".opblock-tag"].map((each) => brightness(styleOf(each).color)),
    ];
  })()`);
  return { background: background ?? NaN, text };
}

/** The color scheme in which the page is readable. If neither, a text with the brightness of its colors. */
async function schemeOf(page: Page): Promise<string> {
  const { background, text } = await colorsOf(page);
  if (background > 200 && text.every((brightness) => brightness < 110)) return "light";
  if (background < 60 && text.every((brightness) => brightness > 140)) return "dark";
  return `text of ${text.join(", ")} on ${background}`;
}
