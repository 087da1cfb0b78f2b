import { execFile } from "node:child_process";
import { rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { DatabaseConfig } from "data-api";
import { createConnection } from "mysql2/promise";
import { give, ServerProcess, type User } from "../replicas/processes.js";

const run = promisify(execFile);

/** How long a node may take to start, to join or to notice a change, in milliseconds. */
const PATIENCE = 60_000;

interface Place {
  readonly port: number;
  /** The port for the traffic between nodes. */
  readonly groupPort: number;
  /** The port on which it receives missed changes (IST). */
  readonly changesPort: number;
  /** The port on which it receives a full copy (SST), if no node has all missed changes. */
  readonly copyPort: number;
  readonly folder: string;
}

interface Parts {
  readonly user: User | undefined;
  readonly program: string;
  readonly provider: string;
  readonly settings: readonly string[];
  /** The group ports of all nodes. */
  readonly group: readonly number[];
}

export type Rows = readonly Record<string, unknown>[];

/** A MariaDB server that is a node of a Galera cluster. */
export class GaleraNode {
  readonly port: number;
  readonly data: string;
  /** A folder of its own: a starting server removes the temporary tables of all others in the same folder. */
  readonly temporary: string;
  readonly #place: Place;
  readonly #parts: Parts;
  #process: ServerProcess | undefined;
  #wasKilled = false;

  constructor(place: Place, parts: Parts) {
    this.port = place.port;
    this.data = join(place.folder, "data");
    this.temporary = join(place.folder, "tmp");
    this.#place = place;
    this.#parts = parts;
  }

  database(name: string): DatabaseConfig {
    return {
      dialect: "mysql",
      host: "127.0.0.1",
      port: this.port,
      name,
      userName: "root",
      encrypt: false,
      durability: "relaxed",
    };
  }

  /** Runs statements without the product and returns the rows of the last one. */
  async run(statements: readonly string[], database?: string): Promise<Rows> {
    const connection = await createConnection({
      host: "127.0.0.1",
      port: this.port,
      user: "root",
      connectTimeout: 5_000,
      ...(database !== undefined && { database }),
    });
    connection.on("error", () => undefined);
    try {
      let rows: unknown;
      for (const statement of statements) [rows] = await connection.query(statement);
      return (Array.isArray(rows) ? rows : []) as Rows;
    } finally {
      connection.destroy();
    }
  }

  /** Waits until it accepts statements, in a cluster of this many nodes. */
  async ready(size?: number): Promise<void> {
    await this.#until(async () => {
      const status = await this.status();
      return (
        status.get("wsrep_ready") === "ON" &&
        status.get("wsrep_local_state_comment") === "Synced" &&
        (size === undefined || status.get("wsrep_cluster_size") === String(size))
      );
    });
  }

  /** Waits until it has all earlier writes. */
  async settle(): Promise<void> {
    await this.#until(() => this.run(["set wsrep_sync_wait = 15", "show databases"]).then(() => true));
  }

  /** Waits until it has lost the majority. */
  async lost(): Promise<void> {
    await this.#until(async () => (await this.status()).get("wsrep_ready") === "OFF");
  }

  async status(): Promise<ReadonlyMap<string, string>> {
    const rows = await this.run(["show global status like 'wsrep_%'"]);
    return new Map(rows.map((row) => [String(row["Variable_name"]), String(row["Value"])]));
  }

  async #until(holds: () => Promise<boolean>): Promise<void> {
    const begin = Date.now();
    while (!(await holds().catch(() => false))) {
      if (this.#process?.hasEnded !== false) throw new Error(`The node has ended: ${this.#log}`);
      if (Date.now() - begin > PATIENCE) throw new Error(`The node does not get there: ${this.#log}`);
      await sleep(50);
    }
  }

  get #log(): string {
    return this.#process?.log.split("\n").slice(-60).join("\n") ?? "";
  }

  /** Disconnects it from the other nodes, or reconnects it. It still answers clients. */
  async isolate(isIsolated = true): Promise<void> {
    await this.run([`set global wsrep_provider_options = 'gmcast.isolate=${isIsolated ? 1 : 0}'`]);
  }

  /** Keeps the tables of an empty database in this folder. */
  async keepTablesIn(folder: string, database: string): Promise<void> {
    const { user } = this.#parts;
    await give(folder, user);
    await rm(join(this.data, database), { recursive: true });
    await symlink(folder, join(this.data, database));
  }

  /** Starts it. After a kill, it first determines its position. */
  async start(...more: readonly string[]): Promise<void> {
    const position = this.#wasKilled ? await this.#recovered() : [];
    this.#wasKilled = false;
    this.#process = new ServerProcess(this.#parts.user, this.#parts.program, [
      ...this.#options,
      ...position,
      ...more,
    ]);
    await this.ready();
  }

  /** The option with the position that the files of a killed node hold. */
  async #recovered(): Promise<readonly string[]> {
    const { stderr } = await run(this.#parts.program, [...this.#options, "--wsrep-recover"], {
      ...this.#parts.user,
      cwd: "/",
      maxBuffer: 2 ** 24,
    });
    const position = /WSREP: Recovered position: (\S+)/.exec(stderr)?.[1];
    return position === undefined ? [] : [`--wsrep-start-position=${position}`];
  }

  get #options(): readonly string[] {
    const { port, groupPort, changesPort, copyPort, folder } = this.#place;
    const { provider, group, settings } = this.#parts;
    const ofProvider = {
      "gmcast.listen_addr": `tcp://127.0.0.1:${groupPort}`,
      "ist.recv_addr": `127.0.0.1:${changesPort}`,
      "gcache.size": "32M",
      // A short time after which nodes are considered dead, so that tests need not wait longer.
      "evs.keepalive_period": "PT0.2S",
      "evs.inactive_check_period": "PT0.2S",
      "evs.suspect_timeout": "PT3S",
      "evs.inactive_timeout": "PT6S",
      "evs.install_timeout": "PT6S",
      "pc.recovery": "no",
    };
    return [
      "--no-defaults",
      "--bind-address=127.0.0.1",
      "--skip-name-resolve",
      "--innodb-buffer-pool-size=32M",
      "--innodb-log-file-size=16M",
      "--innodb-flush-log-at-trx-commit=2",
      "--innodb-autoinc-lock-mode=2",
      "--binlog-format=row",
      "--default-storage-engine=InnoDB",
      "--max-connections=200",
      "--performance-schema=off",
      "--wsrep-on=on",
      `--wsrep-provider=${provider}`,
      `--wsrep-cluster-address=gcomm://${group.map((other) => `127.0.0.1:${other}`).join(",")}`,
      "--wsrep-node-address=127.0.0.1",
      `--wsrep-node-name=${port}`,
      "--wsrep-sst-method=rsync",
      `--wsrep-sst-receive-address=127.0.0.1:${copyPort}`,
      `--wsrep-provider-options=${Object.entries(ofProvider)
        .map(([name, value]) => `${name}=${value}`)
        .join(";")}`,
      `--datadir=${this.data}`,
      `--tmpdir=${this.temporary}`,
      `--socket=${join(folder, "socket")}`,
      `--pid-file=${join(folder, "pid")}`,
      `--port=${port}`,
      ...settings,
    ];
  }

  /** Kills it, as when its machine fails. */
  async kill(): Promise<void> {
    this.#wasKilled = true;
    await this.#process?.end("SIGKILL");
  }

  /** Stops it cleanly, as an operator does. */
  async stop(): Promise<void> {
    await this.#process?.end("SIGTERM");
  }

  /** The process survives `SIGSTOP` and `SIGCONT`. */
  signal(signal: NodeJS.Signals): void {
    this.#process?.signal(signal);
  }
}
