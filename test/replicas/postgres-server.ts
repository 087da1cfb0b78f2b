import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseConfig } from "data-api";
import pg from "pg";
import type { ReplicatedServer } from "./replicated-server.js";
import { until } from "./until.js";
import { findProgram, freePort, give, runAs, ServerProcess, userNamed, type User } from "./processes.js";

/** Debian keeps the programs of each version in a separate folder. */
function folders(): readonly string[] {
  try {
    const versions = readdirSync("/usr/lib/postgresql").toSorted((a, b) => Number(b) - Number(a));
    return versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  } catch {
    return [];
  }
}

const initdb = findProgram("initdb", folders());

/** The folder of PostgreSQL's programs, if it is installed. */
export const postgresPrograms = initdb && dirname(initdb);

const settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  shared_buffers: "16MB",
  max_connections: "60",
  wal_level: "replica",
  wal_receiver_status_interval: "1s",
  wal_retrieve_retry_interval: "200ms",
  max_standby_streaming_delay: "1s",
};

/** A PostgreSQL cluster in a temporary folder: a primary or a replica. */
export class PostgresServer implements ReplicatedServer {
  readonly port: number;
  readonly #folder: string;
  readonly #user: User | undefined;
  readonly #source: PostgresServer | undefined;
  #process: ServerProcess | undefined;

  private constructor(port: number, folder: string, user: User | undefined, source?: PostgresServer) {
    this.port = port;
    this.#folder = folder;
    this.#user = user;
    this.#source = source;
  }

  static async create(): Promise<PostgresServer> {
    const server = await PostgresServer.#empty();
    const { data } = server;
    await server.#run(
      "initdb",
      "-D",
      data,
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
      "--no-sync",
    );
    await server.start();
    // An ordinary role, because the product must need no special rights.
    await server.run("create role shop login", "postgres");
    await server.run("create database shop owner shop", "postgres");
    return server;
  }

  /** Starts a replica that receives the log of this server. */
  async createReplica(): Promise<PostgresServer> {
    const replica = await PostgresServer.#empty(this);
    const from = ["-h", "127.0.0.1", "-p", String(this.port), "-U", "postgres"];
    await replica.#run("pg_basebackup", ...from, "-D", replica.data, "-R", "-c", "fast", "--no-sync");
    await replica.start();
    return replica;
  }

  static async #empty(source?: PostgresServer): Promise<PostgresServer> {
    const user = await userNamed("postgres");
    const folder = await mkdtemp(join(tmpdir(), "data-api-replicas-"));
    await give(folder, user);
    const server = new PostgresServer(await freePort(), folder, user, source);
    await mkdir(server.data, { mode: 0o700 });
    await give(server.data, user);
    return server;
  }

  get data(): string {
    return join(this.#folder, "data");
  }

  get database(): DatabaseConfig {
    return { dialect: "postgres", host: "127.0.0.1", port: this.port, name: "shop", userName: "shop" };
  }

  async start(): Promise<void> {
    const options = Object.entries({ ...settings, port: this.port }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ]);
    const started = new ServerProcess(this.#user, this.#program("postgres"), ["-D", this.data, ...options]);
    this.#process = started;
    for (let attempt = 0; attempt < 2_400 && !started.hasEnded; attempt++) {
      if (
        await this.run("select 1", "postgres").then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(25);
    }
    throw new Error(`PostgreSQL does not start: ${started.log}`);
  }

  /** Kills it, as when its machine fails. */
  async kill(): Promise<void> {
    // The other processes of a cluster exit after the first one. Until then they keep its port.
    await this.#process?.end("SIGQUIT");
  }

  pause(): Promise<unknown> {
    return this.run("select pg_wal_replay_pause()");
  }

  resume(): Promise<unknown> {
    return this.run("select pg_wal_replay_resume()");
  }

  async catchUp(): Promise<void> {
    const [row] = (await this.#source?.run("select pg_current_wal_lsn()::text as lsn")) ?? [];
    const reached = `select pg_last_wal_replay_lsn() >= '${String(row?.["lsn"])}' as is`;
    await until(async () => (await this.run(reached))[0]?.["is"] === true);
  }

  async waitForReplicas(): Promise<void> {
    await this.run("alter system set synchronous_standby_names = '*'");
    await this.run("select pg_reload_conf()");
  }

  async setReadOnly(isReadOnly: boolean): Promise<void> {
    await this.run(`alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
    await this.run("select pg_reload_conf()");
  }

  promote(): Promise<unknown> {
    return this.run("select pg_promote(true, 20)");
  }

  async run(text: string, database = "shop"): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ host: "127.0.0.1", port: this.port, user: "postgres", database });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text)).rows;
    } finally {
      await client.end();
    }
  }

  async freeze(): Promise<void> {
    await this.#process?.signalAll("SIGSTOP");
  }

  async thaw(): Promise<void> {
    await this.#process?.signalAll("SIGCONT");
  }

  async keepTablesIn(folder: string): Promise<void> {
    await give(folder, this.#user);
    await this.run(`create tablespace small owner shop location '${folder}'`);
    await this.run("alter database shop set default_tablespace = small");
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #program(name: string): string {
    return join(postgresPrograms ?? "", name);
  }

  #run(name: string, ...args: readonly string[]): Promise<void> {
    return runAs(this.#user, this.#program(name), args);
  }
}
