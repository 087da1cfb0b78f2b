import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { DataApi, type Config } from "data-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { opened, type Served } from "../../docs-page/opened.js";
import { describeInChromium } from "../describe-in-chromium.js";
import { seriousMistakes } from "../serious-mistakes.js";
import { cellAt, expectQuiet } from "./opened-page.js";

describeInChromium("a view without a key on the admin page", (openPage) => {
  const folder = mkdtempSync(join(tmpdir(), "admin-views-"));
  let served: Served;
  beforeAll(async () => {
    const name = join(folder, "shop.db");
    const file = new SqliteFile(name);
    file.exec("create table sale (state text, total integer)");
    file.exec("insert into sale values ('open', 3), ('paid', 4), ('paid', 5)");
    file.exec("create view summary as select state, sum(total) as total from sale group by state");
    file.close();
    const config = {
      database: { dialect: "sqlite", name },
      admin: true,
      server: { maxEventLoopDelay: 0 },
      entities: {
        summary: {
          fields: {
            state: { type: "string", isEditable: false, isRequired: false },
            total: { type: "int", isEditable: false, isRequired: false },
          },
          primaryKey: [],
          isReadOnly: true,
          systemFields: { createdat: false, updatedat: false },
          permissions: { read: ["guest"] },
        },
      },
    } as const satisfies Config;
    served = await opened(config, new DataApi(config));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test("a view without a key is read, sorted and summarised, and its rows have no links and cannot be marked", async () => {
    const watched = await openPage();
    const { page } = watched;
    await page.goto(`${served.url}/admin#/list/summary?orderBy=~state`);
    expect(await (await cellAt(page, 1, "state")).innerText()).toBe("paid");
    expect(await (await cellAt(page, 1, "total")).innerText()).toBe("9");
    await (await cellAt(page, 1, "state")).dblclick();
    await page.keyboard.press("Enter");
    expect(page.url()).toContain("#/list/summary");
    expect(await page.getByLabel("Mark row 1").isDisabled()).toBe(true);
    expect(await page.getByRole("grid").getByRole("link").count()).toBe(0);
    expect(await page.getByRole("link", { name: "New" }).count()).toBe(0);
    expect(await seriousMistakes(page)).toEqual([]);
    await page.goto(`${served.url}/admin#/summary/summary?by=state&of=sum(total)`);
    await expect.poll(() => page.locator("tbody tr").allInnerTexts()).toEqual(["open\t3", "paid\t9"]);
    expectQuiet(watched, served.url);
  });
});
