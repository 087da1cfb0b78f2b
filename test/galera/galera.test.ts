import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ClusterCases } from "./cluster-cases.js";
import { registerConsistency } from "./consistency-cases.js";
import { registerDisks } from "./disk-cases.js";
import { GaleraCluster, galeraUnavailable } from "./galera-cluster.js";
import { registerLedger } from "./ledger-cases.js";
import { registerLive } from "./live-cases.js";
import { registerNodes } from "./node-cases.js";
import { registerOnce } from "./once-cases.js";
import { registerStarts } from "./start-cases.js";

/** `GALERA_ROUNDS=20` repeats the cases with random work, kills and partitions more often. */
const rounds = Number(process.env["GALERA_ROUNDS"] ?? 1);
const isRequired = process.env["REQUIRE_GALERA"] === "1";
const reason = process.env["REQUIRE_GALERA"] === "0" ? "REQUIRE_GALERA is 0" : galeraUnavailable;

describe("a Galera cluster", () => {
  if (reason !== undefined) {
    if (isRequired) it("a Galera cluster is required here", () => expect.fail(reason));
    else it.skip(`not run: ${reason}`, () => undefined);
    return;
  }
  let created: GaleraCluster | undefined;
  let count = 0;
  const closings: (() => unknown)[] = [];
  const cluster = () => {
    if (created === undefined) throw new Error("The cluster is there only while tests run.");
    return created;
  };
  beforeAll(async () => {
    created = await GaleraCluster.create();
  });
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  });
  afterAll(() => created?.remove());
  const cases: ClusterCases = {
    cluster,
    createDatabase: async () => {
      const name = `test_${count++}`;
      await cluster().whole();
      await cluster().run([`create database ${name} character set latin1`]);
      await cluster().settle();
      return cluster().databases(name);
    },
    closings,
    rounds,
  };

  describe("a node", () => {
    registerNodes(cases);
  });
  describe("a full disk", () => {
    registerDisks(cases);
  });
  describe("writes on all nodes", () => {
    registerConsistency(cases);
    registerOnce(cases);
    registerLedger(cases);
  });
  describe("changes of three nodes", () => {
    registerLive(cases);
  });
  describe("concurrent starts", () => {
    registerStarts(cases);
  });
});
