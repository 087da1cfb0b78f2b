import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DataApi, type Config } from "data-api";
import express from "express";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { hotp, TOTP_STEP } from "../../../runtime/access/totp.js";
import { fromBase32 } from "../../conformance/from-base32.js";
import { useCheapHashes } from "../../conformance/cheap-hashes.js";
import { opened, type Served } from "../../docs-page/opened.js";
import { describeInChromium } from "../describe-in-chromium.js";
import { seriousMistakes } from "../serious-mistakes.js";
import { cellAt, expectQuiet, loadAnew, says } from "./opened-page.js";
import { shop } from "./shop.js";

useCheapHashes();
const ROWS = 100_000;
const secretKey = "a secret key for these tests only, 32 bytes";
const anna = { username: "anna", password: "seven bikes 7" };

describeInChromium("looking at the admin page", (openPage) => {
  let served: Served;
  let api: DataApi;
  const at = (hash: string) => `${served.url}/admin#/${hash}`;
  beforeAll(async () => {
    api = new DataApi(shop);
    served = await opened(shop, api);
    for (let done = 0; done < ROWS; done += 1000)
      await api.repository("product").createMany(
        Array.from({ length: 1000 }, (_, index) => ({
          name: `Product ${String(done + index).padStart(6, "0")}`,
          stock: (done + index) % 7,
        })),
      );
    await api.repository("maker").create({ name: "Ann" });
  });

  test("a list filters by lines and by text, sorts, chooses columns, and keeps it all in its URL", async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto(at("list/product"));
    await page.getByText("100,000 records").waitFor();
    await page.getByRole("button", { name: "Filter …" }).click();
    await page.getByLabel("Field").selectOption("name");
    await page.getByLabel("Comparison").selectOption("$=*");
    await page.getByLabel("Value").fill("99");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("1,000 records").waitFor();
    await page.getByRole("button", { name: "As text" }).click();
    expect(await page.getByLabel("Condition").inputValue()).toBe('name$=*"99"');
    await page.getByLabel("Condition").fill('name$="0099"|stock>5&name$="9999"');
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("11 records").waitFor();
    expect(await page.getByRole("button", { name: "As lines" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Product name" }).click();
    await page.getByRole("button", { name: "Product name ↑" }).click();
    await page.getByRole("button", { name: "Product name ↓" }).waitFor();
    await page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["createdat", "updatedat", "state"])
      await page.getByRole("checkbox", { name }).uncheck();
    await page.getByRole("button", { name: "Close" }).click();
    const { page: other } = await openPage();
    await other.goto(page.url());
    await other.getByText("11 records").waitFor();
    const headers = await other.getByRole("columnheader").allInnerTexts();
    expect(headers.slice(1)).toEqual(["id", "Product name ↓", "price", "stock", "makerid", "soldat"]);
    expectQuiet(watched, served.url);
  });

  test("a mistake in the condition of a list is explained in an alert", async () => {
    const { page } = await openPage();
    await page.goto(at("list/product?where=nmae%3D1"));
    const problem = page.getByRole("alert");
    await problem.waitFor();
    expect(await problem.innerText()).toContain('"name"');
  });

  test("the grid scrolls a hundred thousand records with few elements in the page", async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto(at("list/product?columns=id,name"));
    await page.getByText("100,000 records").waitFor();
    const grid = page.getByRole("grid");
    await grid.focus();
    await expect
      .poll(async () => {
        await page.keyboard.press("Control+End");
        return grid.evaluate(({ scrollHeight }) => Math.round(scrollHeight / 32));
      })
      .toBeGreaterThan(2000);
    expect(await page.getByRole("row").count()).toBeLessThan(120);
    expect(await grid.getAttribute("aria-rowcount")).toBe("100001");
    expectQuiet(watched, served.url);
  });

  test("a related record is found among a hundred thousand by a part of its name", async () => {
    const { page } = await openPage();
    const config = {
      ...shop,
      entities: {
        ...shop.entities,
        order: {
          fields: {
            productid: {
              type: "int",
              isEditable: true,
              isRequired: true,
              foreignKey: { targetEntityName: "product", resolvedEntityName: "product" },
            },
          },
          permissions: shop.entities.product.permissions,
        },
      },
    } as const satisfies Config;
    const own = new DataApi(config);
    const { url } = await opened(config, own);
    for (let done = 0; done < ROWS; done += 1000)
      await own.repository("product").createMany(
        Array.from({ length: 1000 }, (_, index) => ({
          name: `Product ${String(done + index).padStart(6, "0")}`,
        })),
      );
    await page.goto(`${url}/admin#/new/order`);
    await page.getByRole("button", { name: "Choose …" }).click();
    await page.getByRole("combobox", { name: "Search product" }).fill("t 077777");
    const choices = page.locator(".choices [role=option]");
    await expect.poll(() => choices.allInnerTexts()).toEqual([expect.stringContaining("Product 077777")]);
    await page.keyboard.press("Enter");
    expect(await page.locator("#order-productid").inputValue()).toBe("77778");
  });

  test("a list is summarised by a field, by weeks and months, as a table and a picture, and links to its records", async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto(at(`list/product?where=${encodeURIComponent("id<=70")}`));
    await page.getByRole("link", { name: "Summarise" }).click();
    await page.getByLabel("Group by").selectOption("stock");
    await expect
      .poll(() => page.locator("tbody tr").allInnerTexts())
      .toEqual(["0", "1", "2", "3", "4", "5", "6"].map((text) => `${text}\t10`));
    expect(await page.getByRole("img").count()).toBe(1);
    await page.getByLabel("Show").selectOption("sum(stock)");
    await expect.poll(() => page.locator("tbody tr").last().innerText()).toBe("6\t60");
    const day = String((await api.repository("product").findById(1))?.["createdat"]).slice(0, 10);
    // Each has another label than the one before, also on a Monday.
    for (const [period, label] of [
      ["week", mondayOf(day)],
      ["month", day.slice(0, 7)],
      ["day", day],
      ["year", day.slice(0, 4)],
    ] as const) {
      await page.getByLabel("Group by").selectOption(`${period}(createdat)`);
      await expect.poll(() => page.locator("tbody tr").allInnerTexts()).toEqual([`${label}\t210`]);
    }
    await page.locator("tbody a").click();
    await page.getByText("70 records").waitFor();
    expectQuiet(watched, served.url);
  });

  test("the diagram shows the entities and their relations, and links to the grids", async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto(at("diagram"));
    await page.locator("svg.diagram a").filter({ hasText: "product" }).click();
    await page.waitForURL(/#\/list\/product$/);
    await page.goto(at("diagram"));
    await expect.poll(() => page.locator("main ul li").allInnerTexts()).toContain("product.maker → maker");
    expectQuiet(watched, served.url);
  });

  test("an entity without records offers to create the first one or to import a CSV file", async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto(at("list/tag"));
    await page.getByText("There is no record yet.").waitFor();
    expect(await page.getByRole("link", { name: "Make the first one" }).getAttribute("href")).toBe(
      "#/new/tag",
    );
    await page.getByRole("button", { name: "Import a CSV file" }).click();
    const file = { name: "tags.csv", mimeType: "text/csv", buffer: Buffer.from('name\nred\n""\n') };
    await page.getByLabel("File").setInputFiles(file);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("dialog").getByRole("status").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await (await cellAt(page, 1, "name")).waitFor();
    const download = page.waitForEvent("download");
    await page.getByText("Export", { exact: true }).click();
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    expect((await download).suggestedFilename()).toBe("tag.csv");
    expectQuiet(watched, served.url);
  });

  test("a form shows its request as curl and as client code, without secrets", async () => {
    const { page } = await openPage();
    await page.goto(at("new/everything"));
    await page.locator("#everything-string").fill("it's");
    await page.locator("#everything-secret").fill("hidden well");
    await page.getByText("The request", { exact: true }).click();
    const [curl = "", client = ""] = await page.locator(".request pre").allInnerTexts();
    expect(curl).toContain(`curl -X POST '${served.url}/api/data/everything'`);
    expect(curl).toContain(String.raw`"string":"it'\''s"`);
    expect(client).toContain(`await api["everything"].create({`);
    expect(curl + client).not.toContain("hidden well");
  });

  test("without a network, the admin page reports it, repeats a read by itself, and loses no edit", async () => {
    const { page } = await openPage();
    await page.goto(at("record/maker/1"));
    await page.locator("#maker-name").fill("Anna");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The server cannot be reached. Nothing here is lost: save again.").first().waitFor();
    await page.getByRole("link", { name: "product", exact: true }).click();
    await page.getByText("The server does not answer. Trying again").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("grid").waitFor();
    await page.getByRole("button", { name: "Save all" }).click();
    await says(page, "Saved.");
    expect((await served.send("GET", "/api/data/maker/1?select=name")).text).toBe('{"name":"Anna"}');
  });

  describe("for all people and devices", () => {
    /** Screens, each with what it shows last. */
    const screens = [
      ["", ".cards"],
      ["list/product?take=1", "[role=gridcell]"],
      ["record/product/1", "form.record .line"],
      ["new/product", "form.record .line"],
      ["new/everything", "form.record .line"],
      ["summary/product?by=stock", "[role=img]"],
      ["diagram", "svg.diagram"],
    ] as const;

    test.each([
      ["light", {}],
      ["dark", { colorScheme: "dark" as const }],
      ["on a phone", { viewport: { width: 360, height: 740 } }],
      ["at 200 % zoom", { viewport: { width: 640, height: 400 } }],
    ])("axe finds nothing serious on any screen of the admin page: %s", async (_, options) => {
      const watched = await openPage(options);
      const { page } = watched;
      for (const [screen, last] of screens) {
        await loadAnew(page, at(screen));
        await page.locator("main").locator(last).first().waitFor();
        expect(await seriousMistakes(page), screen).toEqual([]);
        // The page itself does not scroll sideways: tables and grids do.
        expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen).toBe(true);
      }
      expect(watched.problems).toEqual([]);
    });

    test("axe finds nothing serious in dialogs of a list, and Escape closes them", async () => {
      const { page } = await openPage();
      await page.goto(at("list/product"));
      for (const name of ["Columns", "Import …", "Keys"]) {
        await page.getByRole("button", { name }).click();
        await page.getByRole("dialog").waitFor();
        expect(await seriousMistakes(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      }
    });

    test("on a phone, the menu of the admin page opens, and closes when an entity is chosen", async () => {
      const { page } = await openPage({ viewport: { width: 360, height: 740 } });
      await page.goto(at(""));
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("navigation").getByRole("link", { name: "product", exact: true }).click();
      await page.getByRole("grid").waitFor();
      expect(await page.getByRole("navigation").isVisible()).toBe(false);
    });
  });

  test("the admin page works below a path of a proxy", async () => {
    const outer = express();
    const config = { ...shop, admin: { path: "/internal/admin" } } as const satisfies Config;
    const own = new DataApi(config);
    await opened(config, own);
    outer.use("/shop", own.app);
    const server = createServer(outer).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { port } = server.address() as AddressInfo;
      const watched = await openPage();
      await watched.page.goto(`http://127.0.0.1:${port}/shop/internal/admin#/new/maker`);
      await watched.page.locator("#maker-name").fill("Below");
      await watched.page.getByRole("button", { name: "Create", exact: true }).click();
      await watched.page.waitForURL(/#\/record\/maker\/1$/);
      await watched.page.goto(`http://127.0.0.1:${port}/shop/internal/admin#/summary/maker?by=name`);
      await watched.page.getByRole("img").waitFor();
      expectQuiet(watched, `http://127.0.0.1:${port}/shop/`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test("the admin page finds an entity among 500 by a part of its name, and draws all of them", async () => {
    const { page } = await openPage();
    const entities = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [
        `entity${index}`,
        {
          fields: {
            name: { type: "string", isEditable: true, isRequired: true },
            ...(index > 0 && {
              beforeid: {
                type: "int",
                isEditable: true,
                isRequired: false,
                foreignKey: {
                  targetEntityName: `entity${Math.floor(index / 3)}`,
                  resolvedEntityName: "before",
                },
              },
            }),
          },
          permissions: { read: ["guest"] },
        },
      ]),
    ) as Config["entities"];
    const config: Config = { ...shop, entities };
    const { url } = await opened(config, new DataApi(config));
    await page.goto(`${url}/admin`);
    await page.getByRole("navigation").getByRole("link").nth(499).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("tity477");
    await page.keyboard.press("Enter");
    await page.waitForURL(/#\/list\/entity477$/);
    await page.goto(`${url}/admin#/diagram`);
    await page.locator("svg.diagram a").nth(499).waitFor();
  });
});

describeInChromium("people on the admin page", (openPage) => {
  const config = {
    ...shop,
    auth: { secretKey, secondFactor: true },
    entities: {
      maker: {
        ...shop.entities.maker,
        permissions: { read: ["member"], create: ["admin"], update: ["admin"], delete: [] },
      },
      note: {
        fields: {
          text: { type: "string", isEditable: true, isRequired: true },
          pay: { type: "int", isEditable: true, isRequired: false },
        },
        permissions: {
          read: ["admin", { role: "member", fields: { exclude: ["pay"] } }],
          create: ["admin"],
          update: ["admin"],
        },
      },
    },
  } as const satisfies Config;
  let api: DataApi;
  let served: Served;
  const at = (hash: string) => `${served.url}/admin#/${hash}`;
  beforeAll(async () => {
    api = new DataApi(config);
    served = await opened(config, api);
    await api.repository("user").create({ ...anna, roles: ["admin"] });
    await api.repository("maker").create({ name: "Smith" });
    await api.repository("note").create({ text: "Hello", pay: 5 });
  });

  const logIn = async (page: Page) => {
    const dialog = page.getByRole("dialog", { name: "Log in" });
    await dialog.getByLabel("User name").fill(anna.username);
    await dialog.getByLabel("Password").fill(anna.password);
    await dialog.getByRole("button", { name: "Log in" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  };

  test("on the admin page, a guest sees what guests may see, and more after the log-in", async () => {
    const { page } = await openPage();
    await page.goto(at(""));
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect(await page.getByRole("navigation").getByRole("link", { name: "note" }).count()).toBe(0);
    await page.getByRole("button", { name: "Log in" }).click();
    await logIn(page);
    await page.getByRole("navigation").getByRole("link", { name: "note" }).click();
    await (await cellAt(page, 1, "pay")).waitFor();
  });

  test("on the admin page, a user with a second factor logs in with a code, also after a wrong one", async () => {
    const bela = { username: "bela", password: "correct horse battery" };
    await api.repository("user").create({ ...bela, roles: ["admin"] });
    const send = async (path: string, body: object, token = "") => {
      const response = await fetch(`${served.url}/api/auth/${path}`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          ...(token !== "" && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Readonly<Record<string, string>>;
    };
    const { token } = await send("token", bela);
    const { secret = "" } = await send("second-factor/begin", { password: bela.password }, token);
    const codeAt = (step: number) => hotp(fromBase32(secret), Math.floor(Date.now() / TOTP_STEP) + step);
    await send("second-factor/confirm", { code: codeAt(0) }, token);
    const { page } = await openPage();
    await page.goto(at(""));
    await page.getByRole("button", { name: "Log in" }).click();
    const dialog = page.getByRole("dialog", { name: "Log in" });
    await dialog.getByLabel("User name").fill(bela.username);
    await dialog.getByLabel("Password").fill(bela.password);
    await dialog.getByRole("button", { name: "Log in" }).click();
    for (const code of ["000000", codeAt(1)]) {
      await dialog.getByLabel("Code of the authenticator app").fill(code);
      await dialog.getByRole("button", { name: "Log in" }).click();
      if (code === "000000") await dialog.getByText("The code is wrong.").waitFor();
    }
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("navigation").getByRole("link", { name: "note" }).waitFor();
  });

  test("if a token ends during an edit, the admin page asks for a log-in, and nothing typed is lost", async () => {
    const { page } = await openPage();
    await page.goto(at(""));
    await page.getByRole("button", { name: "Log in" }).click();
    await logIn(page);
    await page.goto(at("record/maker/1"));
    await page.locator("#maker-name").fill("Smith & Sons");
    const user = (await api.repository("user").find({ where: { username: "anna" } })).items[0];
    await api.repository("user").update(user?.["id"] as number, { password: anna.password });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("What you typed is still there.").waitFor();
    await logIn(page);
    await says(page, "Saved.");
    const { items } = await api.repository("maker").find({});
    expect(items[0]?.["name"]).toBe("Smith & Sons");
  });

  test("on the admin page, an admin sees what a role sees, and cannot create records meanwhile", async () => {
    const { page } = await openPage();
    await page.goto(at(""));
    await page.getByRole("button", { name: "Log in" }).click();
    await logIn(page);
    await page.getByRole("navigation").getByRole("link", { name: "note" }).click();
    await (await cellAt(page, 1, "pay")).waitFor();
    await page.getByLabel("See as").selectOption("member");
    await page.getByText("You see what the role member sees.").waitFor();
    await (await cellAt(page, 1, "text")).waitFor();
    await expect.poll(() => page.getByRole("columnheader").allInnerTexts()).not.toContain("pay");
    expect(await page.getByRole("link", { name: "New" }).count()).toBe(0);
    await page.getByRole("button", { name: "Back to your own view" }).click();
    await expect.poll(() => page.getByRole("columnheader").allInnerTexts()).toContain("pay");
  });
});

/** The Monday before a day, or the day itself. */
function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
