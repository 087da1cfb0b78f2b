import { DataApi } from "data-api";
import { beforeAll, describe, expect, test } from "vitest";
import { opened, type Served } from "../../docs-page/opened.js";
import { describeInChromium } from "../describe-in-chromium.js";
import { cellAt, expectQuiet, loadAnew, says } from "./opened-page.js";
import { hostile, shop } from "./shop.js";

/** Values that a page which parses numbers or dates would change: typed as here, stored as in the second column. */
const values = [
  ["text", "two\nlines "],
  ["string", ""],
  ["rich", "<p>bold</p>"],
  ["choice", "b c"],
  ["list", '["12345678901234567890.0123456789","0.1"]'],
  ["int", "-2147483648"],
  ["bigint", "9223372036854775807"],
  ["float", "0.30000000000000004"],
  ["decimal", "123456789012345678.000000000001"],
  ["flag", "false"],
  ["date", "0001-02-28"],
  ["moment", "2024-02-29T23:59:59.123456789Z"],
  ["local", "2024-02-29T23:59:59.999"],
  ["offset", "2024-02-29T14:00:00.000+05:45"],
  ["time", "23:59:59.123456789"],
  ["duration", "P1Y2M3DT4H5M6.789S"],
  ["year", "2155"],
  ["uuid", "0123abcd-0000-4000-8000-00000000ffff"],
  ["json", '{"n":12345678901234567890.123456789,"deep":[null,"",1e400]}'],
  ["bytes", "AP8="],
  ["xml", "<a b='c'/>"],
] as const;

describeInChromium("editing on the admin page", (openPage) => {
  let served: Served;
  let api: DataApi;
  beforeAll(async () => {
    api = new DataApi(shop);
    served = await opened(shop, api);
  });
  const at = (hash: string) => `${served.url}/admin#/${hash}`;
  const make = async (entity: "maker" | "product", values: Readonly<Record<string, string | number>>) => {
    const record: { readonly id?: unknown } = await api.repository(entity).create(values);
    return Number(record.id);
  };

  test("on the admin page, a value of every type is stored as typed, to the last digit, and shown so again", async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto(at("new/everything"));
    await page.getByRole("button", { name: "Create", exact: true }).waitFor();
    for (const [name, text] of values) {
      const input = page.locator(`#everything-${name}`);
      if (["choice", "flag"].includes(name)) await input.selectOption(text);
      else {
        // An empty text is another value than null.
        await input.fill(`${text}x`);
        await input.fill(text);
      }
    }
    await page.locator("#everything-secret").fill("hidden well");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.waitForURL(/#\/record\/everything\/\d+$/);
    const id = new URL(page.url()).hash.split("/").at(-1) ?? "";
    // The form of the stored record, not that of the new one.
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
    const { text: stored } = await served.send("GET", `/api/data/everything/${id}`);
    for (const [name, text] of values) {
      expect(await page.locator(`#everything-${name}`).inputValue(), name).toBe(text);
      const isExact = ["float", "int", "year", "flag", "list", "json"].includes(name);
      expect(stored, name).toContain(`"${name}":${isExact ? text : JSON.stringify(text)}`);
    }
    expect(stored).not.toContain("hidden well");
    expectQuiet(watched, served.url);
  });

  test("on the admin page, null differs from the empty text, and values can be set to null again", async () => {
    const watched = await openPage();
    const { page } = watched;
    await served.send("POST", "/api/data/everything", {}, { string: "x", int: 5 });
    const { text } = await served.send("GET", "/api/data/everything?orderBy=~id&take=1&select=id");
    const id = String((JSON.parse(text) as { items: { id: number }[] }).items[0]?.id);
    await page.goto(at(`record/everything/${id}`));
    const line = page.locator(".line").filter({ has: page.locator("#everything-string") });
    await line.getByRole("button", { name: "Set to null" }).click();
    await page.locator("#everything-text").fill("a");
    await page.locator("#everything-text").fill("");
    await page.locator("#everything-int").fill("");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await says(page, "Saved.");
    const { text: stored } = await served.send("GET", `/api/data/everything/${id}?select=string,text,int`);
    expect(stored).toBe('{"string":null,"text":"","int":null}');
    expectQuiet(watched, served.url);
  });

  test("on the admin page, an edit keeps line breaks, and the cursor stays in its place", async () => {
    const { page } = await openPage();
    const { text } = await served.send(
      "POST",
      "/api/data/everything",
      {},
      { text: "a\r\nb\r\nc", string: "x\ny" },
    );
    await page.goto(at(`record/everything/${text}`));
    await page.locator("#everything-text").press("Control+Home");
    await page.keyboard.type("12");
    await page.locator("#everything-string").press("Control+End");
    await page.keyboard.type("z");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await says(page, "Saved.");
    const { text: stored } = await served.send("GET", `/api/data/everything/${text}?select=text,string`);
    expect(JSON.parse(stored)).toEqual({ text: "12a\r\nb\r\nc", string: "x\nyz" });
  });

  test("on the admin page, an invalid value is reported at its field, and the other fields stay", async () => {
    const { page } = await openPage();
    await page.goto(at("new/product"));
    await page.getByLabel("Product name").fill("Lamp");
    await page.locator("#product-price").fill("cheap");
    await page.locator("#product-stock").fill("1.5");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await expect.poll(() => page.locator("#product-price-about").innerText()).toContain("price");
    expect(await page.locator("#product-stock-about").innerText()).toContain("stock");
    expect(await page.locator("#product-price").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("Product name").inputValue()).toBe("Lamp");
    await page.locator("#product-price").fill("1.5");
    await page.locator("#product-stock").fill("");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.waitForURL(/#\/record\/product\/\d+$/);
  });

  test("cells are edited in the grid by keys, staged, and saved together", async () => {
    const watched = await openPage();
    const { page } = watched;
    for (const name of ["Bell", "Bike"]) await api.repository("product").create({ name, stock: 1 });
    await page.goto(
      at(`list/product?where=${encodeURIComponent('name^="B"')}&orderBy=name&columns=id,name,stock,price`),
    );
    await (await cellAt(page, 1, "stock")).dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await page.locator(".grid .changed").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("8");
    await page.keyboard.press("Enter");
    await page.getByText("2 records have changes that are not saved.").waitFor();
    // Nothing is written before it is saved.
    expect((await served.send("GET", "/api/data/product?where=stock>5&select=id")).text).toBe('{"items":[]}');
    await page.keyboard.press("Enter");
    await page.keyboard.type("9");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save all" }).click();
    await says(page, "Saved.");
    const { text } = await served.send(
      "GET",
      "/api/data/product?where=stock>5&select=name,stock&orderBy=name",
    );
    expect(text).toBe('{"items":[{"name":"Bell","stock":7},{"name":"Bike","stock":8}]}');
    expectQuiet(watched, served.url);
  });

  test("a conflict on the admin page shows both sides, and the save overwrites nothing", async () => {
    const watched = await openPage();
    const { page } = watched;
    const id = await make("product", { name: "Saw", stock: 1, price: "2" });
    await page.goto(at(`record/product/${id}`));
    await page.getByLabel("Product name").fill("My saw");
    await page.locator("#product-stock").fill("10");
    await served.send("PATCH", `/api/data/product/${id}`, {}, { stock: 20, price: "3.5" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const conflict = page.getByRole("alert").filter({ hasText: "Another user has changed this record" });
    await conflict.waitFor();
    expect(await conflict.locator("tbody tr").allInnerTexts()).toEqual([
      "Product name\tSaw\t My saw\t Saw",
      "stock\t1\t 10\t 20",
    ]);
    expect(await conflict.innerText()).toContain("They also changed: price.");
    expect((await served.send("GET", `/api/data/product/${id}?select=name,stock`)).text).toBe(
      '{"name":"Saw","stock":20}',
    );
    await conflict.locator("tr").filter({ hasText: "stock" }).getByRole("radio").nth(1).check();
    await conflict.getByRole("button", { name: "Go on with this" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await says(page, "Saved.");
    expect((await served.send("GET", `/api/data/product/${id}?select=name,stock,price`)).text).toBe(
      '{"name":"My saw","stock":20,"price":"3.5"}',
    );
    // The refused request is the only thing that the console knows of.
    expect(watched.problems.filter((text) => !text.includes("412"))).toEqual([]);
  });

  test("a record that another user has deleted is reported, and the typed values can become a new one", async () => {
    const { page } = await openPage();
    const id = await make("product", { name: "Hammer", stock: 3 });
    await page.goto(at(`record/product/${id}`));
    await page.getByLabel("Product name").fill("Sledgehammer");
    await served.send("DELETE", `/api/data/product/${id}`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Another user has deleted this record").first().waitFor();
    await page.getByRole("button", { name: "Create it again with these values" }).click();
    await page.waitForURL(/#\/new\/product$/);
    expect(await page.getByLabel("Product name").inputValue()).toBe("Sledgehammer");
    expect(await page.locator("#product-stock").inputValue()).toBe("3");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.waitForURL(/#\/record\/product\/\d+$/);
  });

  test("if two tabs save one record, the second save is a conflict", async () => {
    const [first, second] = [await openPage(), await openPage()];
    const id = await make("product", { name: "Nail", stock: 1 });
    for (const { page } of [first, second]) await page.goto(at(`record/product/${id}`));
    for (const [index, { page }] of [first, second].entries())
      await page.getByLabel("Product name").fill(`Nail ${index}`);
    await first.page.getByRole("button", { name: "Save", exact: true }).click();
    await says(first.page, "Saved.");
    await second.page.getByRole("button", { name: "Save", exact: true }).click();
    await second.page.getByText("Another user has changed this record").first().waitFor();
  });

  test("a record is deleted after a question, and several marked records in the grid", async () => {
    const watched = await openPage();
    const { page } = watched;
    const ids = await Promise.all(["D1", "D2", "D3"].map((name) => make("product", { name })));
    await page.goto(at(`record/product/${String(ids[0])}`));
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/#\/list\/product$/);
    await loadAnew(page, at(`list/product?where=${encodeURIComponent('name^="D"')}`));
    await (await cellAt(page, 1, "id")).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: "Delete 2 …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect
      .poll(async () => (await served.send("GET", '/api/data/product?where=name%5E="D"&select=id')).text)
      .toBe('{"items":[]}');
    expectQuiet(watched, served.url);
  });

  test("on the admin page, many-to-many lists and foreign keys are chosen by name", async () => {
    const watched = await openPage();
    const { page } = watched;
    await api.repository("maker").create({ name: "Smith & Sons" });
    for (const name of ["red", "blue"]) await api.repository("tag").create({ name });
    const id = await make("product", { name: "Chair" });
    await page.goto(at(`record/product/${id}`));
    const line = page.locator(".line").filter({ has: page.locator("#product-makerid") });
    await line.getByRole("button", { name: "Choose …" }).click();
    await page.getByRole("combobox", { name: "Search maker" }).fill("SMITH");
    await page.locator(".choices [role=option]").filter({ hasText: "Smith & Sons" }).click();
    const tags = page.getByRole("group", { name: "tagids" });
    for (const name of ["red", "blue"]) {
      await tags.getByRole("button", { name: "Add …" }).click();
      await page.getByRole("combobox", { name: "Search tag" }).fill(name);
      await expect
        .poll(() => page.locator(".choices [role=option]").allInnerTexts())
        .toEqual([expect.stringContaining(name)]);
      await page.keyboard.press("Enter");
    }
    await tags.getByRole("button", { name: "Take out red" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await says(page, "Saved.");
    const { text } = await served.send("GET", `/api/data/product/${id}?select=maker(name),tags(name)`);
    expect(text).toBe('{"maker":{"name":"Smith & Sons"},"tags":[{"name":"blue"}]}');
    await line.getByRole("button", { name: "Smith & Sons" }).click();
    const drawer = page.getByRole("dialog", { name: "maker" });
    expect(await drawer.locator("#drawer-maker-name").inputValue()).toBe("Smith & Sons");
    expectQuiet(watched, served.url);
  });

  describe("special records", () => {
    test("the admin page edits a record whose key has several fields and special characters of URLs", async () => {
      const watched = await openPage();
      const { page } = watched;
      await api.repository("line").create({ shelf: "a/b?c#%", number: 7, label: "x" });
      await page.goto(at("list/line"));
      await (await cellAt(page, 1, "shelf")).getByRole("link").click();
      await page.locator("#line-label").fill("found");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await says(page, "Saved.");
      const { text } = await served.send("GET", "/api/data/line?select=label");
      expect(text).toBe('{"items":[{"label":"found"}]}');
      expectQuiet(watched, served.url);
    });

    test("the admin page shows read-only entities without a way to change them", async () => {
      const { page } = await openPage();
      await api.repository("archive").create({ name: "Old" });
      await page.goto(at("list/archive"));
      await (await cellAt(page, 1, "name")).dblclick();
      await page.locator("output#archive-name").waitFor();
      expect(await page.getByRole("button", { name: /Save|Delete/ }).count()).toBe(0);
      await page.goto(at("new/archive"));
      await page.getByRole("heading", { name: "Nothing here" }).waitFor();
    });

    test("the admin page shows hostile values as texts everywhere", async () => {
      const watched = await openPage();
      const maker = await make("maker", { name: hostile });
      const id = await make("product", { name: hostile, makerid: maker });
      await watched.page.goto(at(`list/product?where=id=${id}`));
      expect(await (await cellAt(watched.page, 1, "Product name")).innerText()).toBe(hostile);
      for (const hash of [
        `record/product/${id}`,
        `record/maker/${maker}`,
        `summary/product?by=name`,
        `list/product?where=${encodeURIComponent(hostile)}`,
        `list/${encodeURIComponent(hostile)}`,
        `new/product?name=${encodeURIComponent(hostile)}`,
      ]) {
        const { page, problems } = await openPage();
        await page.goto(at(hash));
        await page.locator("main h1").waitFor();
        await page.waitForLoadState("networkidle");
        expect(await page.locator("main img, main script").count(), hash).toBe(0);
        expect(
          problems.filter((text) => !text.includes("400")),
          hash,
        ).toEqual([]);
      }
      expectQuiet(watched, served.url);
    });
  });
});
