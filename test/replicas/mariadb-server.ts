import { chmod, cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConfig } from "data-api";
import { createConnection } from "mysql2/promise";
import { findProgram, freePort, give, runAs, ServerProcess, userNamed, type User } from "./processes.js";
import type { ReplicatedServer } from "./replicated-server.js";

const server = findProgram("mariadbd", []);
const installer = findProgram("mariadb-install-db", []);

export const hasMariadb = server !== undefined && installer !== undefined;

const settings = [
  "--bind-address=127.0.0.1",
  "--skip-name-resolve",
  "--log-bin=binlog",
  "--log-slave-updates",
  "--innodb-buffer-pool-size=32M",
  "--innodb-log-file-size=16M",
  "--innodb-flush-log-at-trx-commit=2",
  "--skip-slave-start=0",
];

/** A MariaDB server in a temporary folder: a primary or a replica. */
export class MariadbServer implements ReplicatedServer {
  readonly port: number;
  readonly #folder: string;
  readonly #user: User | undefined;
  readonly #source: MariadbServer | undefined;
  #process: ServerProcess | undefined;

  private constructor(port: number, folder: string, user: User | undefined, source?: MariadbServer) {
    this.port = port;
    this.#folder = folder;
    this.#user = user;
    this.#source = source;
  }

  static async create(): Promise<MariadbServer> {
    const primary = await MariadbServer.#empty();
    // Only as root, the installer can write into its own folders. It then switches to the user.
    const user = process.getuid?.() === 0 ? ["--user=mysql"] : [];
    await runAs(undefined, installer ?? "", [
      "--no-defaults",
      `--datadir=${primary.#blank}`,
      `--tmpdir=${primary.#temporary}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      ...user,
    ]);
    await primary.#begin(primary.#blank);
    await primary.run("create database shop", "");
    // Root may write on a read-only server.
    await primary.run("create user shop@'127.0.0.1'");
    await primary.run("grant all on shop.* to shop@'127.0.0.1'");
    await primary.run("grant replica monitor on *.* to shop@'127.0.0.1'");
    return primary;
  }

  static async #empty(source?: MariadbServer): Promise<MariadbServer> {
    const user = await userNamed("mysql");
    const folder = await mkdtemp(join(tmpdir(), "data-api-replicas-"));
    await chmod(folder, 0o755);
    await give(folder, user);
    const server = new MariadbServer(await freePort(), folder, user, source);
    await mkdir(server.#temporary);
    await give(server.#temporary, user);
    return server;
  }

  /** Starts an empty server, which then replays all writes of its primary. */
  async createReplica(): Promise<MariadbServer> {
    const replica = await MariadbServer.#empty(this);
    await replica.#begin(this.#blank);
    await replica.run(
      `change master to master_host = '127.0.0.1', master_port = ${this.port}, master_user = 'root', master_use_gtid = slave_pos, master_connect_retry = 1`,
      "",
    );
    await replica.run("start slave", "");
    await replica.catchUp();
    await replica.run("set global read_only = 1");
    return replica;
  }

  get database(): DatabaseConfig {
    return {
      dialect: "mysql",
      host: "127.0.0.1",
      port: this.port,
      name: "shop",
      userName: "shop",
      encrypt: false,
    };
  }

  run(text: string, database = "shop"): Promise<readonly Record<string, unknown>[]> {
    return this.#ask(text, database);
  }

  async #ask(text: string, database: string): Promise<readonly Record<string, unknown>[]> {
    const connection = await createConnection({ host: "127.0.0.1", port: this.port, user: "root", database });
    connection.on("error", () => undefined);
    try {
      const [rows] = await connection.query(text);
      return (Array.isArray(rows) ? rows : []) as Record<string, unknown>[];
    } finally {
      await connection.end();
    }
  }

  pause(): Promise<unknown> {
    return this.run("stop slave sql_thread");
  }

  resume(): Promise<unknown> {
    return this.run("start slave sql_thread");
  }

  async catchUp(): Promise<void> {
    const [row] = (await this.#source?.run("select @@gtid_binlog_pos as position")) ?? [];
    await this.run(`select master_gtid_wait('${String(row?.["position"])}', 10)`, "");
  }

  async waitForReplicas(): Promise<void> {
    await this.run("set global rpl_semi_sync_master_timeout = 600000");
    await this.run("set global rpl_semi_sync_master_wait_point = 'AFTER_SYNC'");
    await this.run("set global rpl_semi_sync_master_enabled = 1");
  }

  setReadOnly(isReadOnly: boolean): Promise<unknown> {
    return this.run(`set global read_only = ${isReadOnly ? 1 : 0}`);
  }

  async promote(): Promise<void> {
    await this.run("stop slave");
    await this.run("reset slave all");
    await this.run("set global read_only = 0");
  }

  async kill(): Promise<void> {
    await this.#process?.end("SIGKILL");
  }

  async start(): Promise<void> {
    const { port } = this;
    const started = new ServerProcess(this.#user, server ?? "", [
      "--no-defaults",
      ...settings,
      `--datadir=${this.#data}`,
      `--tmpdir=${this.#temporary}`,
      `--socket=${join(this.#folder, "socket")}`,
      `--port=${port}`,
      `--server-id=${port}`,
      ...(this.#source === undefined ? [] : ["--read-only", "--rpl-semi-sync-slave-enabled"]),
    ]);
    this.#process = started;
    for (let attempt = 0; attempt < 2_400 && !started.hasEnded; attempt++) {
      if (
        await this.run("select 1", "").then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(25);
    }
    throw new Error(`MariaDB does not start: ${started.log}`);
  }

  async freeze(): Promise<void> {
    await this.#process?.signalAll("SIGSTOP");
  }

  async thaw(): Promise<void> {
    await this.#process?.signalAll("SIGCONT");
  }

  async keepTablesIn(folder: string): Promise<void> {
    await give(folder, this.#user);
    await rm(join(this.#data, "shop"), { recursive: true });
    await symlink(folder, join(this.#data, "shop"));
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The files of a server that was never started, copied because installing takes as long as everything else. */
  get #blank(): string {
    return join(this.#folder, "blank");
  }

  /** A folder of its own: a starting server removes the temporary tables of all others in the same folder. */
  get #temporary(): string {
    return join(this.#folder, "tmp");
  }

  get #data(): string {
    return join(this.#folder, "data");
  }

  async #begin(blank: string): Promise<void> {
    await mkdir(this.#data);
    await cp(blank, this.#data, { recursive: true });
    if (this.#user !== undefined)
      await runAs(undefined, "chown", ["-R", `${this.#user.uid}:${this.#user.gid}`, this.#data]);
    await this.start();
  }
}
