import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Project } from "../cli/project.js";
import { describeDialects } from "../conformance/describe-dialects.js";
import { createTestApi, type TestApi } from "../conformance/start-server.js";
import type { FreshDatabase } from "../conformance/targets.js";
import { hookedConfig, secret } from "./hooked.js";
import { startReceiver, type Receiver } from "./receiver.js";

await describeDialects("the commands of webhooks", (target) => {
  let receiver: Receiver;
  let database: FreshDatabase;
  let api: TestApi | undefined;
  beforeEach(async () => {
    receiver = await startReceiver();
    database = await target.createDatabase();
  });
  afterEach(async () => {
    await api?.stopAsync();
    api = undefined;
    await receiver.stop();
  });

  it("commands list, switch and test webhooks, and send dead deliveries again in their order", async () => {
    const config = hookedConfig(`${receiver.url}?key=hidden`, { maxTries: 1 });
    const project = new Project({
      "data-api.config.json": JSON.stringify({ ...config, database: database.database }),
    });
    const run = async (...args: string[]) => {
      const { exitCode, stdout, stderr } = await project.run("webhooks", ...args);
      return { exitCode, text: stdout + stderr };
    };
    // Otherwise a database in a file does not exist yet. No command creates the tables that the next one needs.
    await database.run(["create table other (id int)"]);
    for (const args of [["list"], ["dead"], ["resend", "shop"], ["on", "shop"]])
      expect(await run(...args)).toEqual({
        exitCode: 1,
        text: expect.stringMatching(/The tables of webhooks are not there: start the server once/) as string,
      });
    expect((await project.run("db", "push")).exitCode).toBe(0);
    expect(await run("off", "shop")).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("no server has started with it yet") as string,
    });
    receiver.answer(500);
    api = await createTestApi("dynamic", database, config);
    await api.startAsync(0);
    const orders = api.repository("order");
    const created = await orders.create({ item: "a" });
    await orders.update(created.id, { item: "b" });
    await receiver.until(({ length }) => length === 2);
    const listed = async () => JSON.parse((await run("list", "--json")).text) as object[];
    await vi.waitFor(
      async () => {
        expect(await listed()).toMatchObject([{ pending: 0, dead: 2 }]);
      },
      {
        timeout: 60_000,
      },
    );
    expect(await run("list")).toEqual({
      exitCode: 0,
      text: `shop  ${receiver.url}  on  0 pending  2 dead\n`,
    });
    const dead = JSON.parse((await run("dead", "SHOP", "--json")).text) as { id: string; event: string }[];
    expect(dead).toMatchObject([
      { event: "order.create", recordId: "[1]", tries: 1, answer: "500 Internal Server Error" },
      { event: "order.update" },
    ]);
    expect((await run("dead")).text.split("\n")[0]).toContain("order.create  [1]");

    receiver.answer(204);
    expect(await run("resend", "shop")).toEqual({ exitCode: 0, text: "2 deliveries will be sent again.\n" });
    await receiver.until(({ length }) => length === 4);
    expect(receiver.received.slice(2).map(({ id, body }) => [id, body])).toEqual(
      receiver.received.slice(0, 2).map(({ id, body }) => [id, body]),
    );
    await vi.waitFor(
      async () => {
        expect(await listed()).toMatchObject([{ pending: 0, dead: 0 }]);
      },
      {
        timeout: 60_000,
      },
    );
    expect(await run("resend", "shop", dead[0]?.id ?? "")).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('no delivery of "shop" that was given up') as string,
    });

    expect((await run("off", "shop")).text).toBe('The webhook "shop" is now off.\n');
    expect((await run("list")).text).toContain("off (by command)");
    expect((await run("on", "shop")).text).toBe('The webhook "shop" is now on.\n');
    expect((await run("on", "shop")).text).toBe('The webhook "shop" was already on.\n');

    expect((await run("test", "shop")).text).toBe(`${receiver.url}: 204 No Content\n`);
    const test = receiver.received.at(-1);
    expect(test?.path).toBe("/hook?key=hidden");
    expect(new Webhook(secret).verify(test?.body ?? "", test?.headers ?? {})).toMatchObject({
      type: "test",
      data: {},
    });
    receiver.answer((_, res) => res.writeHead(400).end("no \u001b[31msuch\n key"));
    expect(await run("test", "shop")).toEqual({
      exitCode: 1,
      text: `${receiver.url}: 400 Bad Request\nno \\u001b[31msuch\\u000a key\n`,
    });
    expect((await run("test", "shap")).text).toContain('There is no webhook "shap". Did you mean "shop"?');
  });

  it("data-api webhooks list says why a delivery fails, and when it is tried again", async () => {
    const config = hookedConfig(receiver.url);
    const project = new Project({
      "data-api.config.json": JSON.stringify({ ...config, database: database.database }),
    });
    // The next try is late, however long the commands take.
    receiver.answer((_, res) => res.writeHead(401, "No\tkey", { "Retry-After": "3600" }).end());
    api = await createTestApi("dynamic", database, config);
    await api.startAsync(0);
    await api.repository("order").create({ item: "a" });
    const listed = async (...args: string[]) => (await project.run("webhooks", "list", ...args)).stdout;
    await expect
      .poll(() => listed())
      .toMatch(
        /^shop {2}\S+ {2}on {2}1 pending {2}0 dead\n {2}try 1: 401 No.*key\. The next one is at \d.*Z\.\n$/,
      );
    const [{ failing } = {}] = JSON.parse(await listed("--json")) as { failing?: Record<string, unknown> }[];
    expect(failing).toMatchObject({ tries: 1, answer: "401 No\tkey" });
    expect(Date.parse(String(failing?.["nextAt"]))).toBeGreaterThan(Date.now());
  });

  it("data-api webhooks resend puts a dead delivery after the one of its record that is under way, before the next", async () => {
    const config = hookedConfig(receiver.url, { maxTries: 1, timeout: 60_000 });
    const project = new Project({
      "data-api.config.json": JSON.stringify({ ...config, database: database.database }),
    });
    receiver.answer(500);
    api = await createTestApi("dynamic", database, config);
    await api.startAsync(0);
    const untilRows = (count: number, condition: string) =>
      vi.waitFor(
        async () => {
          const rows = await database.run([`select id from data_api_deliveries where ${condition}`]);
          expect(rows).toHaveLength(count);
        },
        { timeout: 60_000, interval: 10 },
      );
    const orders = api.repository("order");
    const { id } = await orders.create({ item: "a" });
    await untilRows(1, "deadat is not null");
    let end = () => {};
    receiver.answer((_, res) => {
      end = () => res.writeHead(204).end();
    });
    await orders.update(id, { item: "b" });
    await receiver.until(({ length }) => length === 2);
    await orders.update(id, { item: "c" });
    const isInLine = "nextat is null and doneat is null and deadat is null";
    await untilRows(1, isInLine);
    expect(await project.run("webhooks", "resend", "shop")).toMatchObject({
      exitCode: 0,
      stdout: "1 delivery will be sent again.\n",
    });
    await untilRows(2, isInLine);
    receiver.answer(204);
    end();
    await receiver.until(({ length }) => length === 4);
    const { received } = receiver;
    expect(received.map(({ event, data }) => [event, data["item"]])).toEqual([
      ["order.create", "a"],
      ["order.update", "b"],
      ["order.create", "a"],
      ["order.update", "c"],
    ]);
    expect(received[2]?.id).toBe(received[0]?.id);
    expect(received.flatMap(({ beside }) => beside)).toEqual([]);
    await untilRows(3, "doneat is not null and waiting is null");
  });
});
