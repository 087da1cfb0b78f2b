import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeInChromium } from "./describe-in-chromium.js";
import { holdRequests } from "./hold-requests.js";
import { startMessagesPage, type MessagesPage } from "./messages-page.js";
import { seriousMistakes } from "./serious-mistakes.js";

describeInChromium("the page of examples/messages", (openPage) => {
  let folder = "";
  let served: MessagesPage;
  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "messages-page-"));
    served = await startMessagesPage(folder);
  });
  afterAll(async () => {
    await (served as MessagesPage | undefined)?.stop();
    fs.rmSync(folder, { recursive: true });
  });

  const titles = (page: Page) => page.locator(".item .title").allTextContents();
  const status = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();
  const logIn = async (page: Page, username: "anna" | "ben") => {
    await page.getByRole("button", { name: "Log in" }).click();
    const dialog = page.getByRole("dialog", { name: "Log in" });
    await dialog.getByLabel("Name").fill(username);
    await dialog.getByLabel("Password").fill(served.passwords[username]);
    await dialog.getByRole("button", { name: "Log in" }).click();
    await page.getByText(username, { exact: true }).waitFor();
  };
  const card = (page: Page, title: string) =>
    page.locator(".item").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

  /** Six messages of ben to anna, more than the page shows at first. */
  const receive = async (text: string) => {
    const ben = await served.as("ben");
    const [guitar] = (await ben.item.find({ where: { title: "A guitar" } })).items;
    const recipientid = guitar?.ownerid ?? 0;
    for (let count = 1; count <= 6; count++)
      await ben.message.create({ recipientid, itemid: guitar?.id, text: `${text} ${count}` });
  };

  test("the messages page lists items page after page, and searches", async () => {
    const { page, problems, urls } = await openPage();
    await page.goto(served.url);
    await status(page, "9 of 12 items");
    const first = await titles(page);
    expect(first.slice(0, 2)).toEqual(["A teapot", "A folding bicycle"]);
    await page.getByRole("button", { name: "Load more" }).click();
    await status(page, "12 of 12 items");
    const all = await titles(page);
    expect(all.slice(0, 9)).toEqual(first);
    expect(new Set(all).size).toBe(12);
    expect(await page.getByRole("button", { name: "Load more" }).isVisible()).toBe(false);
    await page.getByLabel("Search").fill("BICYCLE");
    await status(page, "3 of 3 items");
    expect(await titles(page)).toEqual(["A folding bicycle", "A child's bicycle", "A bicycle"]);
    await page.getByLabel("Search").fill("no such thing");
    await status(page, "No items");
    await status(page, 'No title contains "no such thing". Search for another word.');
    expect(await page.getByRole("button", { name: "Offer an item" }).isVisible()).toBe(false);
    expect(problems).toEqual([]);
    // The page sends requests only to its own server.
    expect(urls.filter((url) => !url.startsWith(`${served.url}/`) && !url.startsWith("data:"))).toEqual([]);
  });

  test("the messages page shows mistakes that the schema finds before sending, and those that the server finds", async () => {
    const { page, urls, problems } = await openPage();
    await page.goto(served.url);
    await page.getByRole("button", { name: "Register" }).click();
    const dialog = page.getByRole("dialog", { name: "Register" });
    const register = dialog.getByRole("button", { name: "Register" });
    const writes = () => urls.filter((url) => /\/(?:user|token)$/.test(url)).length;

    await register.click();
    await dialog.getByText("Name is required.").waitFor();
    await dialog.getByText("Password is required.").waitFor();
    expect(await dialog.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    expect(await dialog.locator(":focus").getAttribute("name")).toBe("username");
    await dialog.getByLabel("Name").fill("n".repeat(129));
    await dialog.getByLabel("Password").fill("short");
    await register.click();
    await dialog.getByText("Name may have at most 128 characters.").waitFor();
    expect(writes()).toBe(0);

    await dialog.getByLabel("Name").fill("cleo");
    await register.click();
    await dialog.getByText(/Password must have at least 10 characters/).waitFor();
    expect(await dialog.getByLabel("Name").getAttribute("aria-invalid")).toBeNull();
    expect(writes()).toBe(1);
    await dialog.getByLabel("Name").fill("ANNA");
    await dialog.getByLabel("Password").fill("a good password 1");
    await register.click();
    await dialog.locator(".error").waitFor();
    expect(await dialog.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Name").fill("cleo");
    await register.click();
    await page.getByText("cleo", { exact: true }).waitFor();

    await page.getByRole("button", { name: "Offer an item" }).click();
    const offer = page.getByRole("dialog", { name: "Offer an item" });
    await offer.getByLabel("Price", { exact: true }).fill("much");
    await offer.getByRole("button", { name: "Offer" }).click();
    await offer.getByText("Title is required.").waitFor();
    expect(await offer.locator(".error").allTextContents()).toHaveLength(2);
    await offer.getByLabel("Title").fill("A hat");
    await offer.getByLabel("Price", { exact: true }).fill("7.5");
    await offer.getByRole("button", { name: "Offer" }).click();
    await status(page, "9 of 13 items");
    expect(await card(page, "A hat").locator(".price").textContent()).toBe("7.50");

    // The configured hook rejects a message about a sold item, without naming a field.
    await page.getByLabel("Search").fill("lamp");
    await status(page, "1 of 1 items");
    const lamp = card(page, "A lamp");
    await lamp.getByRole("button", { name: "Ask" }).click();
    await lamp.getByRole("button", { name: "Send" }).click();
    await lamp.getByText("Message is required.").waitFor();
    await lamp.getByLabel("Message").fill("Is it still there?");
    await lamp.getByRole("button", { name: "Send" }).click();
    await lamp.getByText("The item is sold.").waitFor();
    expect(await lamp.locator(":focus").textContent()).toBe("Send");
    await page.keyboard.press("Escape");
    expect(await lamp.locator(":focus").textContent()).toBe("Ask");
    // Chromium logs each answer with status 400 or above to the console.
    expect(problems.filter((problem) => !problem.includes("Failed to load resource"))).toEqual([]);
    expect(problems).toHaveLength(3);
  });

  test("the messages page shows an edit at once, and reverts it if another user has changed the item", async () => {
    const { page, problems } = await openPage();
    await page.goto(served.url);
    await logIn(page, "anna");
    const teapot = card(page, "A teapot");
    await teapot.getByRole("button", { name: "Edit" }).click();
    await teapot.getByLabel("Price").fill("20");

    // The server's answer waits until the page has shown the change.
    const goOn = await holdRequests(page, "**/api/data/item/*", "PATCH");
    await teapot.getByRole("button", { name: "Save" }).click();
    await teapot.getByText("Saving …").waitFor();
    expect(await teapot.locator(".price").textContent()).toBe("20.00");
    goOn();
    await teapot.getByText("Saved.").waitFor();

    await teapot.getByRole("button", { name: "Edit" }).click();
    await teapot.getByLabel("Price").fill("1");
    const anna = await served.as("anna");
    const [item] = (await anna.item.find({ where: { title: "A teapot" } })).items;
    expect(item?.price).toBe("20");
    await anna.item.update(item?.id ?? 0, { price: "25", issold: true });
    await teapot.getByRole("button", { name: "Save" }).click();
    await teapot.getByText(/^Not saved: the item has changed meanwhile/).waitFor();
    expect(await teapot.locator(".price").textContent()).toBe("25.00");
    expect(await teapot.locator(".seller").textContent()).toBe("Sold · anna, Berlin");
    expect((await anna.item.findById(item?.id ?? 0))?.price).toBe("25");

    // The next edit applies to the newer version.
    await teapot.getByRole("button", { name: "Edit" }).click();
    await teapot.getByLabel("Title").fill("");
    await teapot.getByRole("button", { name: "Save" }).click();
    await teapot.getByText("Title is required.").waitFor();
    await teapot.getByLabel("Title").fill("A teapot");
    await teapot.getByLabel("Price").fill("24");
    await teapot.getByRole("button", { name: "Save" }).click();
    await teapot.getByText("Saved.").waitFor();
    expect(problems.filter((problem) => !problem.includes("412 (Precondition Failed)"))).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  test("the messages page keeps the session after a reload, and drops it and what it has shown at log-out", async () => {
    const { page, problems } = await openPage();
    await page.goto(served.url);
    await logIn(page, "ben");
    await page.reload();
    await page.getByText("ben", { exact: true }).waitFor();
    await page.getByText("ben, Berlin").first().waitFor();

    // The answer to the guest waits, so that the page has nothing else to show.
    const goOn = await holdRequests(page, "**/api/data/item**");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect(await page.locator(":focus").textContent()).toBe("Log in");
    expect(await page.locator(".item").count()).toBe(0);
    goOn();
    await page.locator(".item").first().waitFor();
    expect(await page.locator(".item").count()).toBe(9);
    expect((await page.locator(".seller").allTextContents()).join()).not.toContain("Berlin");
    expect(problems).toEqual([]);
  });

  test("the messages page reports that the server does not answer, at the list, a button and a form", async () => {
    const { page, problems } = await openPage();
    const said = "The server does not answer. Try again in a moment.";
    await page.goto(served.url);
    await logIn(page, "anna");
    await page.getByText("ben, Berlin").first().waitFor();
    await page.route("**/api/**", (route) => route.abort());
    const guitar = card(page, "A guitar");
    await guitar.getByRole("button", { name: "Edit" }).click();
    await guitar.getByText(said).waitFor();
    await page.getByRole("button", { name: "Offer an item" }).click();
    const offer = page.getByRole("dialog", { name: "Offer an item" });
    await offer.getByLabel("Title").fill("A hat");
    await offer.getByLabel("Price", { exact: true }).fill("7.5");
    await offer.getByRole("button", { name: "Offer" }).click();
    await offer.getByText(said).waitFor();
    expect(await offer.locator(":focus").textContent()).toBe("Offer");
    expect(await seriousMistakes(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByLabel("Search").fill("lamp");
    await page.locator("#status").getByText(said).waitFor();
    expect(await seriousMistakes(page)).toEqual([]);
    expect(problems.filter((problem) => !problem.includes("Failed to load resource"))).toEqual([]);
  });

  test("the messages page fits on a phone, in light and dark mode, and has no mistakes for screen readers", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, problems } = await openPage({ colorScheme, viewport: { width: 360, height: 640 } });
      await page.goto(served.url);
      const guitar = card(page, "A guitar");
      await guitar.waitFor();
      expect(await seriousMistakes(page)).toEqual([]);
      await logIn(page, "anna");
      await page.getByText("You have written to nobody yet.").waitFor();
      await guitar.getByRole("button", { name: "Edit" }).click();
      await guitar.getByLabel("Price").fill("much");
      await guitar.getByRole("button", { name: "Save" }).click();
      await guitar.getByText("Price must be a number such as 12.50.").waitFor();
      expect(await seriousMistakes(page)).toEqual([]);
      await page.getByRole("button", { name: "Offer an item" }).click();
      await page.getByRole("button", { name: "Offer", exact: true }).click();
      await page.getByText("Title is required.").waitFor();
      expect(await seriousMistakes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      const [wide, back] = await page.evaluate<[number, string]>(
        "[document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]",
      );
      expect(wide).toBeLessThanOrEqual(360);
      expect(back).toBe(colorScheme === "light" ? "rgb(246, 247, 249)" : "rgb(20, 23, 28)");
      expect(problems).toEqual([]);
    }
  });

  test("the messages page lists the messages that a user has received and sent", async () => {
    const anna = await served.as("anna");
    await receive("Question");
    const { page, problems } = await openPage();
    await page.goto(served.url);
    expect(await page.getByRole("region", { name: "Messages" }).isVisible()).toBe(false);
    await logIn(page, "anna");
    const received = page.getByRole("region", { name: "Received" });
    const sent = page.getByRole("region", { name: "Sent" });
    await received.getByText("Question 6").waitFor();
    expect(await seriousMistakes(page)).toEqual([]);
    expect(await received.locator(".about").first().textContent()).toBe("From ben about A guitar");
    expect(await received.locator(".invitation").isVisible()).toBe(false);
    await received.getByRole("button", { name: "Load more messages" }).click();
    await received.getByText("Question 1").waitFor();

    await received.getByRole("button", { name: "Mark as read" }).first().click();
    await received.getByRole("button", { name: "Read", exact: true }).waitFor();
    expect((await anna.message.find({ where: { isread: true } })).items.map(({ text }) => text)).toEqual([
      "Question 6",
    ]);

    await sent.getByText("You have written to nobody yet.").waitFor();
    const bicycle = card(page, "A folding bicycle");
    await bicycle.getByRole("button", { name: "Ask" }).click();
    await bicycle.getByLabel("Message").fill("Does it fold well?");
    await bicycle.getByRole("button", { name: "Send" }).click();
    await sent.getByText("Does it fold well?").waitFor();
    expect(await sent.locator(".about").textContent()).toBe("To ben about A folding bicycle");
    expect(await sent.locator(".invitation").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect(await page.locator(".message").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  test("the messages page shows messages in two windows as they come, and which have been read", async () => {
    await receive("Remark");
    const [anna, other, ben] = [await openPage(), await openPage(), await openPage()];
    for (const { page } of [anna, other]) {
      await page.goto(served.url);
      await logIn(page, "anna");
    }
    const received = (page: Page) => page.getByRole("region", { name: "Received" });
    await received(anna.page).getByText("Remark 6").waitFor();
    await received(other.page).getByText("Remark 6").waitFor();
    // What is there keeps its place and the focus.
    const known = received(anna.page).getByRole("button", { name: "Mark as read" }).first();
    await known.focus();
    await ben.page.goto(served.url);
    await logIn(ben.page, "ben");
    const guitar = card(ben.page, "A guitar");
    await guitar.getByRole("button", { name: "Ask" }).click();
    await guitar.getByLabel("Message").fill("Is it in tune?");
    await guitar.getByRole("button", { name: "Send" }).click();
    for (const { page } of [anna, other]) {
      await received(page).getByText("Is it in tune?").waitFor();
      expect(await received(page).locator(".about").first().textContent()).toBe("From ben about A guitar");
      expect(await received(page).locator(".message").count()).toBe(5);
    }
    expect(await anna.page.locator(":focus").textContent()).toBe("Mark as read");

    const [first, elsewhere] = [anna, other].map(({ page }) =>
      received(page).locator(".message").filter({ hasText: "Is it in tune?" }),
    );
    await elsewhere?.getByRole("button", { name: "Mark as read" }).click();
    await first?.getByRole("button", { name: "Read", exact: true }).waitFor();
    expect([...anna.problems, ...other.problems, ...ben.problems]).toEqual([]);
    // Nothing was read again but the messages that each page has sent: one stream tells the rest.
    const streams = anna.urls.filter((url) => url.includes("/api/data/message/changes"));
    expect(streams).toHaveLength(1);
    expect(anna.urls.filter((url) => url.endsWith("/api/data/message/query"))).toHaveLength(2);
  });

  test("the messages page invites to register and to offer if nothing is offered yet", async () => {
    const empty = await startMessagesPage(folder, { isEmpty: true });
    try {
      const { page, problems } = await openPage();
      await page.goto(empty.url);
      await status(page, "Nothing is offered yet. Register, and offer the first item.");
      expect(await seriousMistakes(page)).toEqual([]);
      const invitation = page.locator("#no-items");
      const dialog = page.getByRole("dialog", { name: "Register" });
      await invitation.getByRole("button", { name: "Register" }).press("Enter");
      await dialog.waitFor();
      expect(await dialog.locator(":focus").getAttribute("name")).toBe("username");
      await page.keyboard.press("Enter");
      await dialog.getByText("Name is required.").waitFor();
      expect(await seriousMistakes(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      expect(await page.locator(":focus").textContent()).toBe("Register");

      await page.keyboard.press("Enter");
      await dialog.getByLabel("Name").fill("dora");
      await dialog.getByLabel("Password").fill("a good password 1");
      await dialog.getByLabel("City").fill("Kiel");
      await page.keyboard.press("Enter");
      await status(page, "Nothing is offered yet. The first item could be yours.");
      expect(await page.locator(":focus").textContent()).toBe("Offer an item");
      await page.getByText("Nobody has written to you yet.").waitFor();
      await page.getByText("You have written to nobody yet.").waitFor();
      await page.getByRole("button", { name: "Offer the first item" }).click();
      const offer = page.getByRole("dialog", { name: "Offer an item" });
      await offer.getByLabel("Title").fill("A hat");
      await offer.getByLabel("Price", { exact: true }).fill("7.5");
      await offer.getByRole("button", { name: "Offer" }).click();
      await status(page, "1 of 1 items");
      expect(await card(page, "A hat").locator(".seller").textContent()).toBe("dora, Kiel");
      expect(await invitation.isVisible()).toBe(false);
      expect(problems).toEqual([]);
    } finally {
      await empty.stop();
    }
  });
});
