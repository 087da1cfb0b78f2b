import { describe, expect, it } from "vitest";
import { PoolSlots } from "../../../runtime/database/wire/pool-slots.js";

describe("the slots of a pool", () => {
  const nothing = () => undefined;
  const slotsOf = (max: number, maxQueue: number, waitTimeout = 60_000) =>
    new PoolSlots<string>({ max, maxQueue, waitTimeout });
  const connect = (name: string) => () => Promise.resolve(name);

  it("the slots of a pool are given in the order of the requests", async () => {
    const slots = slotsOf(1, 3);
    await slots.acquire(connect("a"), nothing);
    const order: string[] = [];
    const waiting = ["b", "c", "d"].map(async (name) => {
      order.push(await slots.acquire(connect(name), nothing));
      slots.release();
    });
    slots.release();
    await Promise.all(waiting);
    expect(order).toEqual(["b", "c", "d"]);
  });

  it("a slot is passed with its connection to the request that has waited longest, if that can go on with it", async () => {
    const slots = slotsOf(1, 3);
    const [own, other] = [connect("own"), connect("other")];
    await slots.acquire(own, nothing);
    const waiting = [
      slots.acquire(own, nothing),
      slots.acquireOther(other, nothing),
      slots.acquire(own, nothing),
    ];
    expect(slots.handOver("first")).toBe(true);
    expect(await waiting[0]).toBe("first");
    expect(slots.handOver("first")).toBe(false);
    slots.release();
    expect(await waiting[1]).toBe("other");
    expect(slots.handOver("second")).toBe(true);
    expect(await waiting[2]).toBe("second");
    expect(slots.handOver("second")).toBe(false);
    expect(slots.isInUse).toBe(true);
    slots.release();
    expect(slots.isInUse).toBe(false);
  });

  it("the queue for the slots of a pool is bounded; with a full queue the next request fails at once", async () => {
    const slots = slotsOf(2, 1);
    await slots.acquire(connect("a"), nothing);
    await slots.acquire(connect("b"), nothing);
    const waiting = slots.acquire(connect("c"), nothing);
    const fault = { kind: "timeout", outcome: "notSent", isTransient: false };
    await expect(slots.acquire(connect("d"), nothing)).rejects.toMatchObject(fault);
    slots.release();
    expect(await waiting).toBe("c");
  });

  it("a request does not wait for a slot of a pool that has no queue", async () => {
    const slots = slotsOf(1, 0);
    await slots.acquire(connect("a"), nothing);
    await expect(slots.acquire(connect("b"), nothing)).rejects.toMatchObject({ kind: "timeout" });
    slots.release();
    expect(await slots.acquire(connect("c"), nothing)).toBe("c");
  });

  it("a request waits for a slot of a pool until a timeout, which frees its place in the queue", async () => {
    const slots = slotsOf(1, 1, 20);
    await slots.acquire(connect("a"), nothing);
    for (const name of ["b", "c"])
      await expect(slots.acquire(connect(name), nothing)).rejects.toThrow("within 20 ms");
    slots.release();
    expect(await slots.acquire(connect("d"), nothing)).toBe("d");
  });

  it("a slot of a pool is free again after a failed connection", async () => {
    const slots = slotsOf(1, 0);
    const failing = slots.acquire(() => Promise.reject(new Error("no way")), nothing);
    await expect(failing).rejects.toThrow("no way");
    expect(await slots.acquire(connect("a"), nothing)).toBe("a");
  });

  it("a slot of a pool stays in use until a connection that came too late has been given back", async () => {
    const slots = slotsOf(1, 0, 20);
    let arrive: (name: string) => void = nothing;
    const late = new Promise<string>((resolve) => (arrive = resolve));
    const givenBack: string[] = [];
    await expect(
      slots.acquire(
        () => late,
        (name) => givenBack.push(name),
      ),
    ).rejects.toThrow("within 20 ms");
    await expect(slots.acquire(connect("b"), nothing)).rejects.toThrow("All 1 connections");
    arrive("a");
    await late;
    expect(givenBack).toEqual(["a"]);
    expect(await slots.acquire(connect("c"), nothing)).toBe("c");
  });
});
