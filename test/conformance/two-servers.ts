import type { AddressInfo } from "node:net";
import { field, openEntity } from "./fields.js";
import type { Harness } from "./harness.js";
import type { TestApi } from "./start-server.js";

/** Runs two servers on one database with the entity `note`, until `work` has finished. */
export async function withTwoServers(
  { createDatabase, createApi }: Pick<Harness, "createDatabase" | "createApi">,
  work: (ports: readonly number[], api: TestApi) => Promise<void>,
): Promise<void> {
  const database = await createDatabase();
  const config = { entities: { note: openEntity({ title: field("string") }) } };
  const [first, second] = [await createApi(database, config), await createApi(database, config)];
  const ports: number[] = [];
  try {
    for (const api of [first, second]) {
      api.setupApiEndpoints();
      ports.push(((await api.startAsync(0)).address() as AddressInfo).port);
    }
    await work(ports, first);
  } finally {
    for (const api of [first, second]) await api.stopAsync();
    await database.dispose();
  }
}
