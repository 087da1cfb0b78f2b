import { describe, expect, test } from "vitest";
import { simulate, type Costs, type Deployment } from "../../../bench/scale/simulate.js";

const costs: Costs = {
  read: { client: 0, server: 200, database: 100, way: 100, commit: 0 },
  write: { client: 0, server: 200, database: 300, way: 100, commit: 1_000 },
  spread: [1],
};
const one: Deployment = {
  processes: 1,
  serverCores: 1,
  nodes: 1,
  nodeCores: 1,
  pool: 10,
  clients: 1,
  readShare: 1,
  hotShare: 0,
  replayShare: 0,
};

/** Within two percent: at the edges of the measured time, some requests are still running. */
function expectAbout(actual: number, expected: number): void {
  expect(actual / expected).toBeGreaterThan(0.98);
  expect(actual / expected).toBeLessThan(1.02);
}

describe("the simulation of a deployment", () => {
  test("in the simulation of a deployment, a single client waits for each part of a request in turn", () => {
    const read = simulate(costs, one);
    expectAbout(read.perSecond, 1e6 / 400);
    expectAbout(read.p99, 400);
    expectAbout(simulate(costs, { ...one, readShare: 0 }).median, 1_600);
  });

  test("in the simulation of a deployment, many clients keep the slowest part busy, and queue for it", () => {
    const { perSecond, median, busy } = simulate(costs, { ...one, clients: 50 });
    expectAbout(perSecond, 1e6 / 200);
    expectAbout(median, 50 * 200);
    expectAbout(busy.servers, 1);
    expectAbout(busy.primary, 0.5);
  });

  test("in the simulation of a deployment, processes share the available cores", () => {
    const many = { ...one, processes: 4, clients: 100, nodeCores: 8 };
    expectAbout(simulate(costs, { ...many, serverCores: 4 }).perSecond, 4 / 200e-6);
    expectAbout(simulate(costs, { ...many, serverCores: 2 }).perSecond, 2 / 200e-6);
  });

  test("in the simulation of a deployment, reads scale with the number of database nodes, and writes do not", () => {
    const many = { ...one, processes: 16, serverCores: 16, clients: 400 };
    expectAbout(simulate(costs, many).perSecond, 1 / 100e-6);
    expectAbout(simulate(costs, { ...many, nodes: 3 }).perSecond, 3 / 100e-6);
    const writing = { ...many, readShare: 0 };
    expectAbout(simulate(costs, writing).perSecond, 1 / 300e-6);
    expectAbout(simulate(costs, { ...writing, nodes: 3 }).perSecond, 1 / 300e-6);
  });

  test("in the simulation of a deployment, each replica repeats the share of the writes that it replays", () => {
    const { busy } = simulate(costs, {
      ...{ ...one, processes: 16, serverCores: 16, clients: 400, nodes: 2 },
      ...{ readShare: 0, replayShare: 0.5 },
    });
    expectAbout(busy.primary, 1);
    expectAbout(busy.replicas, 0.5);
  });

  test("in the simulation of a deployment, writes of one row wait for each other, and for the disk", () => {
    const { perSecond } = simulate(costs, { ...one, nodeCores: 8, clients: 8, readShare: 0, hotShare: 1 });
    expectAbout(perSecond, 1e6 / 1_300);
  });

  test("in the simulation of a deployment, requests wait for a connection of the pool", () => {
    const { perSecond } = simulate(costs, { ...one, nodeCores: 8, clients: 50, readShare: 0, pool: 1 });
    expectAbout(perSecond, 1e6 / 1_350);
  });

  test("in the simulation of a deployment, commits that wait for the disk at the same time share one wait", () => {
    const writing = { ...one, processes: 4, serverCores: 4, nodeCores: 8, clients: 40, readShare: 0 };
    expect(simulate(costs, writing).perSecond).toBeGreaterThan(10_000);
  });
});
