import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Blog } from "./databases/bench-database.js";
import type { Job, LoadMessage } from "./load.js";
import type { ServerMessage } from "./server.js";

/** A contestant that serves. */
export interface Contestant {
  readonly name: string;
  readonly blog: Blog;
  readonly port: number;
  readonly process: ChildProcess;
}

/** What a server did in the measured time. */
export interface Measurement {
  readonly perSecond: number;
  /** Of the server's CPU, for each request, in microseconds. */
  readonly cpuMicros: number;
}

const canPin = spawnSync("taskset", ["--version"]).error === undefined;

/** Starts a Node process on a core of its own, where the system can do that. */
export function start(core: number, args: readonly string[]): ChildProcess {
  const command = [...(canPin ? ["taskset", "-c", String(core)] : []), process.execPath, ...args];
  const [program = "", ...rest] = command;
  const env = { ...process.env, NODE_ENV: "production" };
  return spawn(program, rest, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** Has the load measure a contestant. */
export async function measure(
  load: ChildProcess,
  contestant: Pick<Contestant, "process">,
  job: Job,
): Promise<Measurement> {
  load.send(job);
  await nextLoadMessage(load, "measuring");
  const before = await cpuOf(contestant.process);
  const { answers, seconds } = await nextLoadMessage(load, "done");
  const after = await cpuOf(contestant.process);
  return { perSecond: answers / seconds, cpuMicros: (after - before) / answers };
}

async function nextLoadMessage<K extends LoadMessage["kind"]>(
  load: ChildProcess,
  kind: K,
): Promise<Extract<LoadMessage, { kind: K }>> {
  const message = (await next(load)) as LoadMessage;
  if (message.kind === "failed") throw new Error(`The load failed: ${message.message}`);
  if (message.kind !== kind) throw new Error(`The load said "${message.kind}" instead of "${kind}".`);
  return message as Extract<LoadMessage, { kind: K }>;
}

async function cpuOf(server: ChildProcess): Promise<number> {
  server.send("cpu");
  const message = (await next(server)) as ServerMessage;
  return message.kind === "cpu" ? message.micros : 0;
}

/** The next message of a process. @throws {Error} if it ends instead. */
export async function next(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const onExit = () => {
    ended.abort(new Error("A process of the bench has ended."));
  };
  child.once("exit", onExit);
  try {
    const [message] = (await once(child, "message", { signal: ended.signal })) as [unknown];
    return message;
  } finally {
    child.off("exit", onExit);
  }
}

/** Ends a process and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.disconnect();
  await exit;
}
