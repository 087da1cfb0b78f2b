import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";

import { field, openEntity } from "../conformance/fields.js";
import { sendRequest } from "../conformance/http-client.js";
import { isSharded } from "../conformance/servers/citus.js";
import { createTestApi } from "../conformance/start-server.js";
import { dialects } from "../conformance/targets.js";

const reason = isSharded ? "" : " (skipped: TEST_CITUS_WORKERS is not set)";

it.runIf(isSharded)(
  `a server is not ready while a worker with its rows is unavailable${reason}`,
  async () => {
    const postgres = dialects.find(({ name }) => name === "postgres");
    const fresh = await postgres?.createDatabase();
    if (fresh === undefined) throw new Error("PostgreSQL is one of the databases.");
    const config = { entities: { thing: openEntity({ name: field("string") }) } };
    const api = await createTestApi("dynamic", fresh, config);
    api.setupApiEndpoints();
    const { port } = (await api.startAsync(0)).address() as AddressInfo;
    const agent = new http.Agent();
    const expectStatus = async (path: string, status: number) => {
      const ask = async () => (await sendRequest(port, agent, "GET", path)).status;
      await expect.poll(ask, { interval: 200 }).toBe(status);
    };
    const moveWorkers = (by: number) =>
      fresh.run([`update pg_dist_node set nodeport = nodeport + ${by} where groupid <> 0`]);
    try {
      await expectStatus("/readyz", 200);
      await moveWorkers(10_000);
      await expectStatus("/readyz", 503);
      await expectStatus("/livez", 200);
      await moveWorkers(-10_000);
      await expectStatus("/readyz", 200);
      await expectStatus("/api/data/thing", 200);
    } finally {
      await api.stopAsync();
      await fresh.dispose();
    }
  },
);
