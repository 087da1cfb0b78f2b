/**
 * Measures streams of many records: creates as NDJSON, reads as NDJSON and CSV, and the most memory that the server
 * uses meanwhile. Exits with 1 if the memory grows with the number of records.
 */
import type { ChildProcess } from "node:child_process";
import http from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import type { DatabaseConfig } from "data-api";
import { databases } from "./databases/bench-database.js";
import type { StartedMessage } from "./entities-server.js";
import { place } from "./place.js";
import { next, start, stop } from "./processes.js";
import { formatTable } from "./report.js";
import type { UsedMessage } from "./used.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: "string", default: "1000000" } },
});
const rows = Number(values.rows);
/** Records of one request: it has to arrive within `requestTimeout`. */
const PART = 50_000;
/** How much more memory than for the first part is no growth, in megabytes. */
const TOLERANCE = 150;

interface Served {
  readonly process: ChildProcess;
  readonly url: string;
}

for (const database of databases) {
  if (positionals.length > 0 && !positionals.includes(database.name)) continue;
  const reason = await database.unavailable();
  if (reason !== undefined) {
    console.log(`== ${database.name} is left out: ${reason}\n`);
    continue;
  }
  console.log(`== ${database.name}, ${rows} records\n`);
  const { config, drop } = await database.createEmpty("streams");
  const served = await serve(config);
  try {
    const results = [await measured(served, "create NDJSON", () => createAll(served))];
    for (const accept of ["application/x-ndjson", "text/csv"])
      results.push(await measured(served, `read ${accept}`, () => readAll(served, accept)));
    console.log(formatTable(["", "records/s", "most memory, MB", "before, MB"], results));
  } finally {
    await stop(served.process);
    await drop();
  }
}

async function serve(config: DatabaseConfig): Promise<Served> {
  const child = start(0, [place("bench/entities-server.js"), "1"]);
  child.send(config);
  const message = (await next(child)) as StartedMessage;
  if (message.kind !== "started") throw new Error("The server does not start.");
  const served = { process: child, url: `http://127.0.0.1:${message.port}/api/data/entity0` };
  // What is compiled and cached once is there before.
  await create(served, 2_000);
  return served;
}

/** Runs `work` and asks meanwhile how much memory the server uses. */
async function measured(served: Served, name: string, work: () => Promise<number>): Promise<string[]> {
  const before = await memory(served);
  let most = before;
  const state = { isDone: false };
  const begin = performance.now();
  const done = work().finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    most = Math.max(most, await memory(served));
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  const perSecond = (await done) / ((performance.now() - begin) / 1000);
  if (most - before > TOLERANCE) process.exitCode = 1;
  return [name, perSecond.toFixed(0), most.toFixed(0), before.toFixed(0)];
}

async function memory({ process: server }: Served): Promise<number> {
  server.send("used");
  return ((await next(server)) as UsedMessage).residentBytes / 1e6;
}

async function createAll(served: Served): Promise<number> {
  for (let done = 0; done < rows; done += PART) await create(served, Math.min(PART, rows - done));
  return rows;
}

async function create({ url }: Served, count: number): Promise<void> {
  const lines = Readable.from(
    (function* () {
      for (let index = 0; index < count; index += 100)
        yield Array.from({ length: 100 }, (_, each) => lineOf(index + each)).join("");
    })(),
  );
  const request = http.request(url, {
    method: "POST",
    headers: { "Content-Type": "application/x-ndjson" },
  });
  const answer = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on("response", resolve).on("error", reject);
  });
  await pipeline(lines, request);
  let text = "";
  for await (const chunk of await answer) text += String(chunk);
  const report = JSON.parse(text) as { created?: number };
  if (report.created !== count) throw new Error(`The server says: ${text.slice(0, 500)}`);
}

function lineOf(index: number): string {
  return `{"title":"title ${index}","content":"${"x".repeat(100)}","views":${index}}\n`;
}

async function readAll({ url }: Served, accept: string): Promise<number> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(url, { headers: { Accept: accept } }, resolve).on("error", reject);
  });
  let lines = 0;
  for await (const chunk of response) for (const byte of chunk as Buffer) if (byte === 10) lines++;
  if (lines < rows) throw new Error(`There are only ${lines} lines.`);
  return lines;
}
