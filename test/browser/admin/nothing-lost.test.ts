import { DataApi } from "data-api";
import { beforeAll, expect, test } from "vitest";
import { opened, type Served } from "../../docs-page/opened.js";
import { describeInChromium } from "../describe-in-chromium.js";
import { holdRequests } from "../hold-requests.js";
import { cellAt, expectQuiet, says } from "./opened-page.js";
import { shop } from "./shop.js";

describeInChromium("nothing is lost on the admin page", (openPage) => {
  let served: Served;
  let api: DataApi;
  beforeAll(async () => {
    api = new DataApi(shop);
    served = await opened(shop, api);
    for (const name of ["red", "blue", "green"]) await api.repository("tag").create({ name });
    for (const name of ["Smith", "Jones"]) await api.repository("maker").create({ name });
  });
  const at = (hash: string) => `${served.url}/admin#/${hash}`;
  const make = async (values: Readonly<Record<string, unknown>>): Promise<number> => {
    const { text } = await served.send("POST", "/api/data/product", {}, values);
    return Number(text);
  };
  const read = async (id: number, select: string) =>
    (await served.send("GET", `/api/data/product/${id}?select=${select}`)).text;

  test("a create on the admin page whose answer is lost is not done twice, also without a secure context", async () => {
    const { page } = await openPage();
    // What browsers leave out of pages that come without TLS from another machine.
    await page.addInitScript(`delete Crypto.prototype.randomUUID; delete Navigator.prototype.clipboard;`);
    await page.goto(at("new/maker"));
    await page.locator("#maker-name").fill("Lost");
    await page.route("**/api/data/maker", async (route) => {
      await route.fetch();
      await route.abort();
    });
    const create = page.getByRole("button", { name: "Create", exact: true });
    await create.click();
    await page.getByText("The server cannot be reached. Nothing here is lost: save again.").first().waitFor();
    await page.unroute("**/api/data/maker");
    await page.locator("#maker-name").fill("Lost and changed");
    await create.click();
    await page.getByText("A former try was stored").first().waitFor();
    const count = async () =>
      (await served.send("GET", `/api/data/maker?where=name%5E=Lost&select=name`)).text;
    expect(await count()).toBe('{"items":[{"name":"Lost"}]}');
    await create.click();
    await page.waitForURL(/#\/record\/maker\/\d+$/);
    expect(await count()).toBe('{"items":[{"name":"Lost"},{"name":"Lost and changed"}]}');
    await page.getByText("The request", { exact: true }).click();
    await page.getByRole("button", { name: "Copy" }).first().click();
    await says(page, "The browser did not allow to copy.");
  });

  test("a record whose cell was edited in the grid keeps its many-to-many list when that is edited", async () => {
    const { page } = await openPage();
    const id = await make({ name: "Chair", tagids: [1, 2] });
    await page.goto(at(`list/product?where=id=${id}&columns=id,name,stock`));
    await (await cellAt(page, 1, "stock")).dblclick();
    await page.keyboard.type("5");
    await page.keyboard.press("Enter");
    await page.locator(".grid .changed").waitFor();
    await page.keyboard.press("Control+Enter");
    const tags = page.getByRole("group", { name: "tagids" });
    await tags.getByText("blue").waitFor();
    await tags.getByRole("button", { name: "Add …" }).click();
    await page.locator(".choices [role=option]").filter({ hasText: "green" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await says(page, "Saved.");
    expect(await read(id, "stock,tagids")).toBe('{"stock":5,"tagids":[1,2,3]}');
  });

  test('a record that is saved by "Save all" is shown as it is stored, and can be changed again', async () => {
    const watched = await openPage();
    const { page } = watched;
    const id = await make({ name: "Table" });
    await page.goto(at(`record/product/${id}`));
    for (const name of ["First", "Second"]) {
      await page.getByLabel("Product name").fill(name);
      await page.getByRole("button", { name: "Save all" }).click();
      await says(page, "Saved.");
      expect(await page.getByLabel("Product name").inputValue()).toBe(name);
    }
    expect(await read(id, "name")).toBe('{"name":"Second"}');
    expectQuiet(watched, served.url);
  });

  test("two saves at once are one request, and later edits stay unsaved changes", async () => {
    const watched = await openPage();
    const { page } = watched;
    const id = await make({ name: "Lamp" });
    let writes = 0;
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/product/${id}`, async (route) => {
      if (route.request().method() === "PATCH") {
        writes += 1;
        await held;
      }
      await route.continue();
    });
    await page.goto(at(`record/product/${id}`));
    const name = page.getByLabel("Product name");
    await name.fill("Light");
    await page.keyboard.press("Control+s");
    await page.keyboard.press("Control+s");
    await name.fill("Lights");
    answer();
    await says(page, "Saved.");
    expect(writes).toBe(1);
    expect(await read(id, "name")).toBe('{"name":"Light"}');
    expect(await name.inputValue()).toBe("Lights");
    await page.keyboard.press("Control+s");
    await expect.poll(() => read(id, "name")).toBe('{"name":"Lights"}');
    expectQuiet(watched, served.url);
  });

  test("a save in a drawer saves only the record in the drawer", async () => {
    const { page } = await openPage();
    const id = await make({ name: "Bed", makerid: 1 });
    await page.goto(at(`record/product/${id}`));
    await page.getByLabel("Product name").fill("Not yet");
    await page.getByRole("button", { name: "Smith ›" }).click();
    const drawer = page.getByRole("dialog", { name: "maker" });
    await drawer.getByLabel("name").fill("Smith & Sons");
    await drawer.getByRole("button", { name: "Save", exact: true }).click();
    await says(page, "Saved.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Smith & Sons ›" }).waitFor();
    expect(await read(id, "name")).toBe('{"name":"Bed"}');
    expect(await page.getByLabel("Product name").inputValue()).toBe("Not yet");
  });

  test("an edit of a cell that another user has changed since the list was read is a conflict", async () => {
    const { page } = await openPage();
    const id = await make({ name: "Fork", stock: 1 });
    await page.goto(at(`list/product?where=id=${id}&columns=id,name,stock`));
    await cellAt(page, 1, "stock");
    await served.send("PATCH", `/api/data/product/${id}`, {}, { stock: 20 });
    const cell = await cellAt(page, 1, "stock");
    await cell.dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    const link = page.getByRole("link", { name: "changed by another user" });
    await link.click();
    const conflict = page.getByRole("alert").filter({ hasText: "Another user has changed this record" });
    await expect.poll(() => conflict.locator("tbody tr").allInnerTexts()).toEqual(["stock\t1\t 3\t 20"]);
    expect(await read(id, "stock")).toBe('{"stock":20}');
  });

  test("an edit of a cell without a change stages nothing", async () => {
    const { page } = await openPage();
    const id = await make({ name: "Knife", stock: 1 });
    await page.goto(at(`list/product?where=id=${id}&columns=id,name,stock`));
    await cellAt(page, 1, "stock");
    await served.send("PATCH", `/api/data/product/${id}`, {}, { stock: 20 });
    await (await cellAt(page, 1, "stock")).dblclick();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await cellAt(page, 1, "stock")).innerText()).toBe("20");
    expect(await page.getByRole("button", { name: "Save all" }).count()).toBe(0);
  });

  test("the grid shows the record of a changed foreign key, not the former one", async () => {
    const { page } = await openPage();
    const id = await make({ name: "Spoon", makerid: 1 });
    await page.goto(at(`list/product?where=id=${id}&columns=id,makerid`));
    await (await cellAt(page, 1, "makerid")).dblclick({ position: { x: 150, y: 10 } });
    await page.keyboard.press("Control+a");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Save all" }).click();
    await says(page, "Saved.");
    expect(await (await cellAt(page, 1, "makerid")).innerText()).toMatch(/^(?:2|Jones)$/);
  });

  test("the line breaks of a value stay after an edit, also in texts of one line", async () => {
    const { page } = await openPage();
    const { text: id } = await served.send(
      "POST",
      "/api/data/everything",
      {},
      {
        text: "a\r\nb",
        string: "c\nd",
      },
    );
    await page.goto(at(`record/everything/${id}`));
    for (const name of ["text", "string"]) {
      await page.locator(`#everything-${name}`).focus();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("!");
    }
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await says(page, "Saved.");
    const { text } = await served.send("GET", `/api/data/everything/${id}?select=text,string`);
    expect(JSON.parse(text)).toEqual({ text: "a\r\nb!", string: "c\nd!" });
  });

  test("Enter in a search for related records chooses among the results of the typed text", async () => {
    const { page } = await openPage();
    await page.goto(at("new/product"));
    await page.getByRole("button", { name: "Choose …" }).click();
    await page.locator(".choices [role=option]").first().waitFor();
    // The results come after the first Enter.
    const goOn = await holdRequests(page, "**/api/data/maker?**");
    await page.getByRole("combobox", { name: "Search maker" }).fill("jones");
    await page.keyboard.press("Enter");
    goOn();
    await expect.poll(() => page.locator(".choices [role=option]").allInnerTexts()).toHaveLength(1);
    await page.keyboard.press("Enter");
    expect(await page.locator("#product-makerid").inputValue()).toBe("2");
  });

  test("the admin page repeats a read that a busy server refuses", async () => {
    const { page } = await openPage();
    const id = await make({ name: "Cup" });
    let refused = 0;
    await page.route(`**/product/${id}`, (route) =>
      refused++ === 0
        ? route.fulfill({ status: 503, headers: { "Retry-After": "1" }, body: "" })
        : route.continue(),
    );
    await page.goto(at(`record/product/${id}`));
    expect(await page.getByLabel("Product name").inputValue()).toBe("Cup");
  });
});
