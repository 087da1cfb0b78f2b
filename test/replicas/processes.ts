import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

/** The user for a server that refuses to run as root. `undefined` if the tests do not run as root. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

const run = promisify(execFile);

export async function userNamed(name: string): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (what) => (await run("id", [what, name])).stdout),
  );
  return { uid: Number(uid), gid: Number(gid) };
}

/** Runs a program to its end. @throws {Error} with its output. */
export async function runAs(user: User | undefined, program: string, args: readonly string[]): Promise<void> {
  await run(program, [...args], { ...user, cwd: "/" });
}

/** Changes the owner of the folder. */
export async function give(folder: string, user: User | undefined): Promise<void> {
  if (user !== undefined) await chown(folder, user.uid, user.gid);
}

/** A server process of this test, which is stopped by its id. */
export class ServerProcess {
  readonly #child: ChildProcess;
  #log = "";

  constructor(user: User | undefined, program: string, args: readonly string[]) {
    this.#child = spawn(program, [...args], { ...user, cwd: "/", stdio: ["ignore", "pipe", "pipe"] });
    // An interrupted run leaves no server behind.
    const stop = () => this.#child.kill("SIGQUIT");
    process.once("exit", stop);
    this.#child.once("exit", () => process.off("exit", stop));
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (text: Buffer) => (this.#log += text.toString()));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get log(): string {
    return this.#log;
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** `SIGKILL` by default: at once, as when its machine fails. The process survives `SIGSTOP` and `SIGCONT`. */
  async end(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.#child, "exit");
    this.#child.kill(signal);
    await ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Signals its child processes, too. */
  async signalAll(signal: NodeJS.Signals): Promise<void> {
    // The process itself first, so that it starts no more children.
    this.signal(signal);
    for (const pid of await childrenOf(this.#child.pid ?? 0)) {
      try {
        process.kill(pid, signal);
      } catch {
        // The process has already ended.
      }
    }
  }
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid="]);
  const all = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return all.flatMap(([child = 0, parent]) => (parent === pid ? child : []));
}

/** The program in the first of these folders, or of the path, that has it. */
export function findProgram(name: string, folders: readonly string[]): string | undefined {
  const all = [...folders, ...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return all.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Ports below those that systems choose for outgoing connections, so that none takes them before they are used. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = await listenOnce(randomInt(10_000, 32_000));
    if (port !== undefined) ports.add(port);
  }
  return [...ports];
}

/** @returns The port, or `undefined` if it is in use. */
async function listenOnce(wanted: number): Promise<number | undefined> {
  const listener = net.createServer().listen(wanted, "127.0.0.1");
  try {
    await once(listener, "listening");
    return (listener.address() as AddressInfo).port;
  } catch {
    return undefined;
  } finally {
    listener.close();
  }
}
