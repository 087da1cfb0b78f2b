/**
 * Measures streams of changes: the memory of an idle one, and how long after its commit each change reaches many
 * streams while others write.
 */
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { databases, type BenchDatabase } from "./databases/bench-database.js";
import { post } from "./blog.js";
import { place } from "./place.js";
import { next, start, stop, usedBy } from "./processes.js";
import { formatTable } from "./report.js";
import type { ServerMessage } from "./server.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    idle: { type: "string", default: "5000" },
    streams: { type: "string", default: "1000" },
    writes: { type: "string", default: "200" },
    seconds: { type: "string", default: "10" },
  },
});
const [idle, streams, writes, seconds] = [values.idle, values.streams, values.writes, values.seconds].map(
  Number,
) as [number, number, number, number];
/** The filters of idle streams: those of one cost one read. */
const KINDS = ["", "?where=id>5", "?select=title"];

for (const database of databases) {
  if (positionals.length > 0 && !positionals.includes(database.name)) continue;
  const reason = await database.unavailable();
  if (reason !== undefined) console.log(`== ${database.name} is left out: ${reason}\n`);
  else await measureOn(database);
}

async function measureOn(database: BenchDatabase): Promise<void> {
  console.log(`== ${database.name}\n`);
  const blog = await database.create("followed");
  const child = start(0, [place("bench/server.js"), "followed"]);
  try {
    child.send(blog.config);
    const message = (await next(child)) as ServerMessage;
    if (message.kind !== "listening") throw new Error("The server does not listen.");
    const { port } = message;
    const path = "/api/data/blogpost/changes";
    for (const close of await openAll(port, 200, () => path)) close();
    await sleep(1_000);
    const before = await usedBy(child);
    const closings = await openAll(port, idle, (index) => path + (KINDS[index % KINDS.length] ?? ""));
    await sleep(1_000);
    const after = await usedBy(child);
    await sleep(5_000);
    const resting = await usedBy(child);
    for (const close of closings) close();
    const kilobytes = (after.residentBytes - before.residentBytes) / idle / 1_000;
    console.log(
      `${idle} idle streams: ${kilobytes.toFixed(1)} kB of memory each, ${(resting.cpuMicros / 50_000).toFixed(1)} % of a core\n`,
    );
    await sleep(2_000);
    console.log(`${formatTable(["", "median", "p99", "most"], [await tellTimes(port, path)])}\n`);
  } finally {
    await stop(child);
    await blog.drop();
  }
}

/** How many milliseconds after the answer to its write each event came to each stream. */
async function tellTimes(port: number, path: string): Promise<string[]> {
  const answered = new Map<number, number>();
  const early: (readonly [number: number, at: number])[] = [];
  const times: number[] = [];
  let resets = 0;
  const closings = await openAll(
    port,
    streams,
    () => `${path}?select=title`,
    (text) => {
      const now = performance.now();
      if (text.includes("event: reset")) resets++;
      for (const [, number] of text.matchAll(/"title":"n(\d+)"/g)) {
        const at = answered.get(Number(number));
        if (at === undefined) early.push([Number(number), now]);
        else times.push(now - at);
      }
    },
  );
  const agent = new http.Agent({ keepAlive: true });
  const begin = performance.now();
  const running: Promise<void>[] = [];
  for (let number = 0; number < writes * seconds; number++) {
    await sleep(Math.max(0, begin + (number * 1_000) / writes - performance.now()));
    running.push(
      create(port, agent, number).then(() => {
        answered.set(number, performance.now());
      }),
    );
  }
  await Promise.all(running);
  const expected = streams * writes * seconds;
  for (let wait = 0; wait < 300 && times.length + early.length < expected; wait++) await sleep(100);
  for (const close of closings) close();
  agent.destroy();
  // An event may come before the answer to its write.
  for (const [number, at] of early) times.push(at - (answered.get(number) ?? at));
  if (times.length !== expected)
    throw new Error(
      `${times.length} events came, and not ${expected}. ${resets} streams were told to read again.`,
    );
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => `${(sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(0)} ms`;
  return [`${streams} streams, ${writes} writes/s`, at(0.5), at(0.99), at(1)];
}

function create(port: number, agent: http.Agent, number: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      {
        port,
        host: "127.0.0.1",
        agent,
        method: "POST",
        path: "/api/data/blogpost",
        headers: { "Content-Type": "application/json" },
      },
      (res) => {
        res.resume().once("end", resolve);
      },
    );
    request.on("error", reject).end(JSON.stringify({ ...post(1), title: `n${number}` }));
  });
}

/** Opens streams, each on a connection of its own. @returns The functions that close them. */
async function openAll(
  port: number,
  count: number,
  pathOf: (index: number) => string,
  onText?: (text: string) => void,
): Promise<readonly (() => void)[]> {
  const closings: (() => void)[] = [];
  for (let index = 0; index < count;) {
    const some = Array.from({ length: Math.min(50, count - index) }, () =>
      open(port, pathOf(index++), onText),
    );
    closings.push(...(await Promise.all(some)));
  }
  return closings;
}

function open(port: number, path: string, onText?: (text: string) => void): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = http.get({ port, host: "127.0.0.1", path, agent: false }, (res) => {
      if (res.statusCode !== 200) reject(new Error(`A stream got ${res.statusCode}.`));
      res.setEncoding("utf8").on("data", (text: string) => onText?.(text));
      res.on("error", () => undefined);
      res.once("data", () => {
        resolve(() => request.destroy());
      });
    });
    request.on("error", reject);
  });
}
