/**
 * The load generator: a separate process that sends requests over keep-alive connections, one at a time on
 * each, and checks the status and length of every answer. It gets its jobs from the parent process over IPC.
 */
import { connect, type Socket } from "node:net";
import type { HttpRequest } from "./operations.js";

export interface Job {
  /** The servers, which the connections are spread over. */
  readonly ports: readonly number[];
  readonly requests: readonly HttpRequest[];
  /** Whether each request can be sent only once: the job is over when all have been sent. */
  readonly isOnce?: boolean;
  readonly status: number;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

/** `measuring` is sent after the warm-up, `done` at the end. */
export type LoadMessage =
  | { readonly kind: "measuring" }
  | {
      readonly kind: "done";
      readonly answers: number;
      readonly seconds: number;
      /** The processor time that the load itself took for an answer, in microseconds. */
      readonly cpuMicros: number;
      /** How long the answers took, in microseconds: evenly spread quantiles, the least first. */
      readonly times: readonly number[];
    }
  | { readonly kind: "failed"; readonly message: string };

const BUFFER_BYTES = 64 * 1024;
const HEAD_END = "\r\n\r\n";
const QUANTILES = 1000;

process.on("message", (job: Job) => {
  run(job).catch((error: unknown) => {
    send({ kind: "failed", message: String(error) });
  });
});
process.on("disconnect", () => process.exit());

async function run(job: Job): Promise<void> {
  const requests = job.requests.map(toBytes);
  const counter: Counter = { times: [], next: 0, isOver: false };
  const connections = Promise.all(
    Array.from({ length: job.connections }, (_, index) =>
      drive(job, job.ports[index % job.ports.length] ?? 0, requests, counter),
    ),
  );
  await Promise.race([sleep(job.warmUpSeconds), connections]);
  send({ kind: "measuring" });
  counter.times = [];
  const start = performance.now();
  const cpu = process.cpuUsage();
  await Promise.race([sleep(job.seconds), connections]);
  const { user, system } = process.cpuUsage(cpu);
  const { times } = counter;
  const answers = times.length;
  const seconds = (performance.now() - start) / 1000;
  counter.isOver = true;
  await connections;
  send({ kind: "done", answers, seconds, cpuMicros: (user + system) / answers, times: quantiles(times) });
}

function quantiles(times: readonly number[]): readonly number[] {
  const sorted = times.toSorted((a, b) => a - b);
  return Array.from(
    { length: QUANTILES },
    (_, index) => sorted[Math.floor(((index + 0.5) / QUANTILES) * sorted.length)] ?? 0,
  );
}

function toBytes({ method, path, body }: HttpRequest): Buffer {
  const type =
    body === undefined
      ? ""
      : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n${type}\r\n${body ?? ""}`,
  );
}

interface Counter {
  /** How long each answer took, in microseconds. */
  times: number[];
  next: number;
  isOver: boolean;
}

/** Sends one request after another until the job is over. */
function drive(job: Job, port: number, requests: readonly Buffer[], counter: Counter): Promise<void> {
  return new Promise((resolve, reject) => {
    /** How many bytes of the body are missing; `undefined` while the head is read. */
    let remaining: number | undefined;
    let head = "";
    let sentAt = 0;
    const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: take };
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true, onread }, sendNext);
    socket.on("error", reject);
    socket.on("close", () => {
      reject(new Error("The server has closed a connection."));
    });

    function sendNext(): void {
      const request = requests[counter.next++ % requests.length];
      sentAt = performance.now();
      if (request !== undefined) socket.write(request);
    }

    function take(length: number, buffer: Uint8Array): boolean {
      if (remaining === undefined) {
        head += (buffer as Buffer).toString("latin1", 0, length);
        const end = head.indexOf(HEAD_END);
        if (end === -1) return true;
        remaining = bodyLength(head) - (head.length - end - HEAD_END.length);
      } else remaining -= length;
      if (remaining === 0) answered();
      return true;
    }

    function bodyLength(text: string): number {
      const match = /^HTTP\/1\.1 (\d+)[^]*?\r\ncontent-length: (\d+)/i.exec(text);
      if (Number(match?.[1]) !== job.status) reject(new Error(`Expected ${job.status}, got: ${text}`));
      return Number(match?.[2]);
    }

    function answered(): void {
      remaining = undefined;
      head = "";
      counter.times.push((performance.now() - sentAt) * 1_000);
      if (!counter.isOver && !(job.isOnce === true && counter.next >= requests.length)) {
        sendNext();
        return;
      }
      resolve();
      socket.end();
    }
  });
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function send(message: LoadMessage): void {
  process.send?.(message);
}
