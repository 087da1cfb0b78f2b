import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Blog } from "./databases/bench-database.js";
import type { Job, LoadMessage } from "./load.js";
import type { ServerMessage } from "./server.js";
import type { UsedMessage, UsedQuestion } from "./used.js";

/** A contestant whose server is running. */
export interface Contestant {
  readonly name: string;
  readonly blog: Blog;
  readonly port: number;
  readonly process: ChildProcess;
}

/** The results for a server over the measured time. */
export interface Measurement {
  readonly perSecond: number;
  /** The server's CPU time per request, in microseconds. */
  readonly cpuMicros: number;
  /** The bytes that the server allocated on its heap per request. 0 unless they are watched. */
  readonly bytes: number;
  /** The server's memory at the end, in megabytes. */
  readonly residentMegabytes: number;
}

const canPin = spawnSync("taskset", ["--version"]).error === undefined;

/** Starts a Node.js process, pinned to a core, if one is given and the system supports it. */
export function start(
  core: number | undefined,
  args: readonly string[],
  node = process.execPath,
): ChildProcess {
  const command = [...(canPin && core !== undefined ? ["taskset", "-c", String(core)] : []), node, ...args];
  const [program = "", ...rest] = command;
  const env = { ...process.env, NODE_ENV: "production" };
  return spawn(program, rest, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
}

/** Measures a contestant with the load generator. */
export async function measure(
  load: ChildProcess,
  contestant: Pick<Contestant, "process">,
  job: Job,
): Promise<Measurement> {
  const { answers, seconds } = await drive(load, job, () => usedBy(contestant.process));
  const { cpuMicros, bytes, residentBytes } = await usedBy(contestant.process);
  return {
    perSecond: answers / seconds,
    cpuMicros: cpuMicros / answers,
    bytes: bytes / answers,
    residentMegabytes: residentBytes / 1e6,
  };
}

/** Lets the load generator do a job. @param onMeasuring - called after the warm-up. */
export async function drive(
  load: ChildProcess,
  job: Job,
  onMeasuring: () => Promise<unknown>,
): Promise<Extract<LoadMessage, { kind: "done" }>> {
  load.send(job);
  await nextLoadMessage(load, "measuring");
  await onMeasuring();
  return nextLoadMessage(load, "done");
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

/**
 * What a server has used since the last time.
 * @param question `watch`: the server tells the bytes that it allocates from now on.
 */
export async function usedBy(server: ChildProcess, question: UsedQuestion = "used"): Promise<UsedMessage> {
  server.send(question);
  const message = (await next(server)) as ServerMessage;
  if (message.kind !== "used") throw new Error(`The server said "${message.kind}" instead of "used".`);
  return message;
}

/** The next message of a process. @throws {Error} if the process exits instead. */
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

/** Stops a process and waits until it has exited. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, "exit");
  child.disconnect();
  await exit;
}
