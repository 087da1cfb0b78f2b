/**
 * The load of a soak test: a mix of reads, writes, invalid requests and aborted requests over keep-alive
 * connections, until the parent process stops it. Reports its results on request.
 */
import { once } from "node:events";
import http from "node:http";
import { connect } from "node:net";
import { createHistogram } from "node:perf_hooks";
import { post, POSTS } from "./blog.js";

/** The results since the last report. */
export interface LoadState {
  readonly requests: number;
  readonly seconds: number;
  /** The time from a request to the end of its answer, in milliseconds. */
  readonly answered: { readonly p50: number; readonly p99: number; readonly max: number };
  /** The number of answers with a wrong status and of broken connections, by kind. */
  readonly errors: Readonly<Record<string, number>>;
}

const CONNECTIONS = 16;
const PATH = "/api/data/blogpost";
/** The approximate number of records that exist in addition to the initial ones. */
const EXTRA = 200;

const [port] = (await once(process, "message")) as [number];
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const latencies = createHistogram();
const created: string[] = [];
let errors: Record<string, number> = {};
let requests = 0;
let started = performance.now();
let isOver = false;

const drivers = Promise.all(Array.from({ length: CONNECTIONS }, drive));
process.on("message", (message) => {
  if (message === "stop") {
    isOver = true;
    void drivers.then(() => {
      agent.destroy();
      process.send?.("stopped");
    });
    return;
  }
  const inMillis = (percentile: number) => latencies.percentile(percentile) / 1000;
  const answered = { p50: inMillis(50), p99: inMillis(99), max: latencies.max / 1000 };
  const seconds = (performance.now() - started) / 1000;
  process.send?.({ requests, seconds, answered, errors } satisfies LoadState);
  latencies.reset();
  errors = {};
  requests = 0;
  started = performance.now();
});
process.on("disconnect", () => process.exit());

async function drive(): Promise<void> {
  while (!isOver) await someRequest(Math.random() * 100);
}

/** Sends a request chosen by a random number below 100. */
function someRequest(chance: number): Promise<void> {
  if (chance < 40) return ask(200, "GET", `${PATH}/public/findbyid/${randomId()}`);
  if (chance < 50) return ask(200, "GET", `${PATH}/public/findall/id/${20 * below(50)}/20`);
  if (chance < 60) return ask(200, "GET", `${PATH}/public/findbycondition/id/0/20/${someCondition()}`);
  if (chance < 64) return ask(200, "GET", `${PATH}/public/findall/~title/${100 * below(10)}/50`);
  if (chance < 74) return ask(200, "PATCH", `${PATH}/${randomId()}`, { content: post(randomId()).content });
  if (chance < 94) return createOrDelete();
  if (chance < 98) return someMistake();
  return chance < 99 ? giveUp() : cutOff();
}

/**
 * Creates until there are enough extra records, then deletes the oldest, so that the total hardly changes.
 */
async function createOrDelete(): Promise<void> {
  const id = created.length > EXTRA ? created.shift() : undefined;
  if (id !== undefined) return ask(200, "DELETE", `${PATH}/${id}`);
  return ask(201, "POST", PATH, post(randomId()), (body) => created.push(body));
}

/** A condition that may or may not match. The variety of shapes exercises the statement caches. */
function someCondition(): string {
  const title = JSON.stringify(post(randomId()).title);
  const terms = Array.from({ length: 1 + below(4) }, () => `id<>${randomId()}`);
  return encodeURIComponent([`title=${title}`, ...terms].join(below(2) === 0 ? "&" : "|"));
}

function someMistake(): Promise<void> {
  switch (below(5)) {
    case 0:
      return ask(404, "PATCH", `${PATH}/999999999`, { content: "Nobody's" });
    case 1:
      return ask(400, "GET", `${PATH}/public/findbycondition/id/0/20/title=%22trains`);
    case 2:
      return ask(400, "POST", PATH, { title: "t".repeat(256), content: below(1e9) });
    case 3:
      return ask(405, "PUT", PATH, {});
    default:
      return ask(404, "GET", `/nothing/${below(1e9)}`);
  }
}

function ask(
  status: number,
  method: string,
  path: string,
  body?: object,
  take: (text: string) => unknown = () => undefined,
): Promise<void> {
  const before = performance.now();
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const request = http.request({ host: "127.0.0.1", port, agent, method, path }, (answer) => {
      let given = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (given += chunk));
      answer.on("end", () => {
        latencies.record(Math.max(1, Math.round((performance.now() - before) * 1000)));
        requests++;
        if (answer.statusCode === status) take(given);
        else note(`${String(answer.statusCode)} instead of ${status}`);
        resolve();
      });
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The server may close a keep-alive connection just as it is reused. That is not an error.
      if (!(request.reusedSocket && error.code === "ECONNRESET")) note(error.code ?? error.message);
      resolve();
    });
    if (text !== undefined) request.setHeader("Content-Type", "application/json");
    request.end(text);
  });
}

/** Sends a request and aborts without waiting for the answer. */
function giveUp(): Promise<void> {
  return new Promise((resolve) => {
    const path = `${PATH}/public/findall/~title/0/1000`;
    const request = http.request({ host: "127.0.0.1", port, path, agent: false });
    request.on("error", () => undefined);
    request.on("close", resolve);
    request.end();
    request.on("socket", (socket) => {
      socket.on("connect", () => setImmediate(() => request.destroy()));
    });
    requests++;
  });
}

/** Sends half of a request. */
function cutOff(): Promise<void> {
  return new Promise((resolve) => {
    const half = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"title":`;
    const socket = connect(port, "127.0.0.1", () => socket.write(half, () => socket.resetAndDestroy()));
    socket.on("error", () => undefined);
    socket.on("close", () => {
      resolve();
    });
    requests++;
  });
}

function note(kind: string): void {
  errors[kind] = (errors[kind] ?? 0) + 1;
}

function randomId(): number {
  return 1 + below(POSTS);
}

function below(bound: number): number {
  return Math.floor(Math.random() * bound);
}
