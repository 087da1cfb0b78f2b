import { mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import type { DatabaseConfig } from "data-api";
import { findProgram, freePort } from "../replicas/processes.js";
import { PoolerProcess } from "./pooler-process.js";

/** The program, if it is installed. */
export const pgpool = findProgram("pgpool", []);

/** Settings of `pgpool.conf`, in addition to those without which it does not run. */
export type PgpoolSettings = Readonly<Record<string, string | number>>;

interface PgpoolOptions {
  readonly settings?: PgpoolSettings;
  /** How many servers it has. All of them are the server of the database. */
  readonly servers?: number;
}

/** A Pgpool-II in a temporary folder, in front of the server of a database. */
export class Pgpool extends PoolerProcess {
  static async before(
    { host = "127.0.0.1", port = 5432 }: DatabaseConfig,
    { settings = {}, servers = 1 }: PgpoolOptions = {},
  ): Promise<Pgpool> {
    const folder = await mkdtemp(join(tmpdir(), "data-api-pgpool-"));
    const listenPort = await freePort();
    const all = {
      backend_clustering_mode: "streaming_replication",
      // Otherwise, it would never retry a server that was down for a moment.
      failover_on_backend_error: "off",
      sr_check_period: 0,
      listen_addresses: "127.0.0.1",
      port: listenPort,
      socket_dir: folder,
      pcp_listen_addresses: "",
      pcp_socket_dir: folder,
      pid_file_name: join(folder, "pgpool.pid"),
      logdir: folder,
      work_dir: folder,
      pool_passwd: "",
      max_pool: 1,
      ...settings,
    };
    const backends = Array.from({ length: servers }, (_, index) => ({
      [`backend_hostname${index}`]: host,
      [`backend_port${index}`]: port,
      [`backend_flag${index}`]: `${index === 0 ? "ALWAYS_PRIMARY|" : ""}DISALLOW_TO_FAILOVER`,
    }));
    const lines = Object.entries(Object.assign(all, ...backends) as PgpoolSettings).map(
      ([name, value]) => `${name} = '${value}'`,
    );
    const [file, commands, hosts] = ["pgpool.conf", "pcp.conf", "pool_hba.conf"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(file, `${lines.join("\n")}\n`);
    await writeFile(commands, "");
    await writeFile(hosts, "");
    const pooler = new Pgpool(listenPort, folder, {
      program: pgpool,
      args: ["-n", "-f", file, "-F", commands, "-a", hosts],
      // Also stops its child processes, which hold the connections.
      end: "SIGINT",
    });
    await pooler.start();
    return pooler;
  }
}
