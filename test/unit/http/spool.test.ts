import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { spool, type SpooledBody } from "../../../runtime/http/bodies/spool.js";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spooled-"));
  vi.stubEnv("TMPDIR", folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function* parts(onPart?: () => void): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < 20; part++) {
    yield Buffer.alloc(100_000, String(part % 10));
    await new Promise(setImmediate);
    onPart?.();
  }
}

async function textOf({ read }: SpooledBody): Promise<string> {
  let text = "";
  for await (const chunk of read()) text += Buffer.from(chunk).toString();
  return text;
}

it("a spooled body can be read again, and has no file name, so that a killed process leaves nothing behind", async () => {
  const names: string[] = [];
  const kept = await spool(parts(() => names.push(...readdirSync(folder))));
  const text = await textOf(kept);
  expect([text.length, text.slice(-1)]).toEqual([2_000_000, "9"]);
  expect(await textOf(kept)).toBe(text);
  expect([...names, ...readdirSync(folder)]).toEqual([]);
  await kept.remove();
});

it("at most eight bodies can be spooled at the same time, also after errors", async () => {
  const broken = (async function* () {
    yield* parts();
    throw new Error("The client has gone away.");
  })();
  await expect(spool(broken)).rejects.toThrow("The client has gone away.");
  const all = await Promise.all(Array.from({ length: 8 }, () => spool(parts())));
  await expect(spool(parts())).rejects.toMatchObject({ code: "server-overloaded" });
  await all[0]?.remove();
  const next = await spool(parts());
  for (const kept of [...all.slice(1), next]) await kept.remove();
  expect(readdirSync(folder)).toEqual([]);
});

it("a slow body is dropped for the next one if all places for spooled bodies are in use", async () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const waiting: (() => void)[] = [];
  const slow = (bytes: number) =>
    (async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(bytes);
      await new Promise<void>((resolve) => waiting.push(resolve));
    })();
  const all = Array.from({ length: 8 }, (_, index) => spool(slow(index === 3 ? 10 : 1_000_000)));
  const ends = all.map((each) => each.then((kept) => kept.remove()).catch((error: unknown) => error));
  await expect.poll(() => waiting).toHaveLength(8);
  // In the first seconds, no body is considered slow.
  await expect(spool(parts())).rejects.toMatchObject({ code: "server-overloaded" });
  now.mockReturnValue(6_000);
  const next = await spool(parts());
  expect(await ends[3]).toMatchObject({ code: "server-overloaded" });
  // The others have sent more than 64 KB per second.
  await expect(spool(parts())).rejects.toMatchObject({ code: "server-overloaded" });
  await next.remove();
  for (const go of waiting) go();
  await Promise.all(ends);
  now.mockRestore();
  const again = await Promise.all(Array.from({ length: 8 }, () => spool(parts())));
  for (const kept of again) await kept.remove();
  expect(readdirSync(folder)).toEqual([]);
});

it("a full disk is reported as overload when a body is spooled, and the place is free again", async () => {
  for (const code of ["ENOSPC", "EDQUOT"])
    for (let time = 0; time < 9; time++) {
      const full = (async function* (): AsyncGenerator<Uint8Array> {
        yield* parts();
        // Simulates the failed write of a part, which a test cannot provoke.
        throw Object.assign(new Error("No space left on device"), { code });
      })();
      await expect(spool(full)).rejects.toMatchObject({
        code: "server-overloaded",
        message: expect.stringContaining("temporary files") as string,
      });
    }
  expect(readdirSync(folder)).toEqual([]);
});
