import { describe, expect, it } from "vitest";
import { addressOf } from "../../../runtime/http/rate-limits/address-of.js";
import { MemoryCounts } from "../../../runtime/http/rate-limits/memory-counts.js";

describe("counts in memory", () => {
  const hits = async (counts: MemoryCounts, key: string) => (await counts.get(key))?.totalHits;

  it("counts of requests forget inactive addresses if there are many, and keep an active one", async () => {
    const counts = new MemoryCounts();
    counts.init({ windowMs: 3_600_000 });
    for (let n = 0; n < 100_000; n++) {
      await counts.increment(`address ${n}`);
      if (n % 10_000 === 0) await counts.increment("again and again");
      expect(counts.current.size + counts.previous.size).toBeLessThanOrEqual(40_000);
    }
    expect(await hits(counts, "again and again")).toBe(10);
    expect(await hits(counts, "address 99999")).toBe(1);
    expect(await hits(counts, "address 0")).toBeUndefined();
  });
});

describe("the address of a request", () => {
  const of = (ip: string | undefined, remoteAddress?: string) =>
    addressOf({ ip, socket: { remoteAddress } } as never);

  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:4711", "203.0.113.7"],
    ["2001:db8:0:12::1", "2001:db8::/56"],
    ["[2001:db8:0:12::1]:4711", "2001:db8::/56"],
    ["fe80::1%eth0", "fe80::/56"],
    ["::1", "::/56"],
    ["nonsense", "198.51.100.1"],
    ["203.0.113.7:x", "198.51.100.1"],
    [undefined, "198.51.100.1"],
  ])("for limits, the address %s counts as %s", (ip, key) => {
    expect(of(ip, "::ffff:198.51.100.1")).toBe(key);
  });

  it("the address of a request is empty if the connection is gone", () => {
    expect(of(undefined)).toBe("");
  });
});
