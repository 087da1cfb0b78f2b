import { expect, test } from "vitest";
import { field, openEntity } from "../conformance/fields.js";
import { createTestApi } from "../conformance/start-server.js";
import { dialects, type DialectTarget } from "../conformance/targets.js";
import { startProcess } from "../servers/served-process.js";
import { hookedConfig } from "./hooked.js";

const [sqlite] = dialects as readonly [DialectTarget];
const RECORDS = 300;

test("a server with little memory makes the webhook deliveries of many large records", async () => {
  const fresh = await sqlite.createDatabase();
  // Nothing listens there: the deliveries wait.
  const hooked = hookedConfig("http://127.0.0.1:9/");
  const config = { ...hooked, entities: { order: openEntity({ item: field("text") }) } };
  // The webhook begins with what is written after this.
  const api = await createTestApi("dynamic", fresh, config);
  await api.startAsync(0);
  await api.stopAsync();
  const item = "x".repeat(400_000);
  for (let created = 0; created < RECORDS; created += 10)
    await api.repository("order").createMany(Array.from({ length: 10 }, () => ({ item })));
  await api.stopAsync();

  const server = await startProcess(
    { ...config, database: fresh.database, server: { host: "127.0.0.1", maxEventLoopDelay: 0 } },
    "dynamic",
    { NODE_OPTIONS: "--max-old-space-size=96" },
  );
  const made = async () => (await fresh.run(["select count(*) as made from data_api_deliveries"]))[0];
  await expect.poll(made, { timeout: 60_000 }).toEqual({ made: RECORDS });
  await server.end();
});
