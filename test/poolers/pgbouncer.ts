import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import net, { type AddressInfo } from "node:net";
import { delimiter, join } from "node:path";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConfig } from "data-api";
import pg from "pg";

/** Debian installs it where only root looks. */
const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** The program, if it is installed. */
export const pgbouncer = folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path));

/** PgBouncer refuses to run as root, and takes another user then. */
const otherUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];

/** Settings of `[pgbouncer]`, beside those with which it runs at all. */
export type PoolerSettings = Readonly<Record<string, string | number>>;

/** A PgBouncer in a temporary folder, before the server of a database. */
export class Pooler {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.port = port;
    this.#folder = folder;
  }

  static async before(
    { host = "127.0.0.1", port = 5432, userName, password }: DatabaseConfig,
    settings: PoolerSettings,
  ): Promise<Pooler> {
    const folder = await mkdtemp(join(tmpdir(), "data-api-pooler-"));
    const pooler = new Pooler(await freePort(), folder);
    const quoted = Object.entries({ host, port, user: userName, password })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}='${String(value).replaceAll("'", "''")}'`);
    const all = {
      listen_addr: "127.0.0.1",
      listen_port: pooler.port,
      unix_socket_dir: "",
      auth_type: "any",
      admin_users: "admin",
      pool_mode: "transaction",
      // At once after a failure, so that tests need not wait.
      server_login_retry: 0,
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    await chmod(folder, 0o755);
    await writeFile(
      join(folder, "pgbouncer.ini"),
      ["[databases]", `* = ${quoted.join(" ")}`, "[pgbouncer]", ...lines, ""].join("\n"),
    );
    await pooler.start();
    return pooler;
  }

  /** The id of its process. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** The same database through the pooler. */
  through(
    database: DatabaseConfig,
    options: Partial<DatabaseConfig> = { pooler: "transaction" },
  ): DatabaseConfig {
    return { ...database, host: "127.0.0.1", port: this.port, encrypt: false, ...options };
  }

  async start(): Promise<void> {
    if (pgbouncer === undefined) throw new Error("PgBouncer is not installed.");
    const child = spawn(pgbouncer, ["-q", ...otherUser, join(this.#folder, "pgbouncer.ini")], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process = child;
    let log = "";
    child.stderr.on("data", (text: Buffer) => (log += text.toString()));
    for (let attempt = 0; attempt < 100; attempt++) {
      if (child.exitCode !== null) break;
      if (await isListening(this.port)) return;
      await sleep(20);
    }
    throw new Error(`PgBouncer does not start: ${log}`);
  }

  /** Ends it at once, with all connections. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  /** `SIGSTOP`: its connections stay, and nothing is answered until `SIGCONT`. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal);
  }

  /** Runs a command of its console, such as `PAUSE`, and returns its rows. */
  async command(text: string): Promise<readonly Record<string, unknown>[]> {
    const console = new pg.Client({
      host: "127.0.0.1",
      port: this.port,
      user: "admin",
      database: "pgbouncer",
    });
    await console.connect();
    try {
      return (await console.query<Record<string, unknown>>(text)).rows;
    } finally {
      await console.end();
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const listener = net.createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  listener.close();
  return port;
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
