import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import type { DatabaseConfig } from "data-api";
import pg from "pg";
import { findProgram, freePort } from "../replicas/processes.js";
import { PoolerProcess } from "./pooler-process.js";

/** The program, if it is installed. */
export const pgbouncer = findProgram("pgbouncer", []);

/** PgBouncer refuses to run as root, and then runs as another user. */
const otherUser = process.getuid?.() === 0 ? ["-u", "nobody"] : [];

/** Settings of `[pgbouncer]`, in addition to those without which it does not run. */
export type PoolerSettings = Readonly<Record<string, string | number>>;

/** A PgBouncer in a temporary folder, in front of the server of a database. */
export class Pooler extends PoolerProcess {
  static async before(
    { host = "127.0.0.1", port = 5432, userName, password }: DatabaseConfig,
    settings: PoolerSettings,
  ): Promise<Pooler> {
    const folder = await mkdtemp(join(tmpdir(), "data-api-pooler-"));
    const quoted = Object.entries({ host, port, user: userName, password })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}='${String(value).replaceAll("'", "''")}'`);
    const listenPort = await freePort();
    const all = {
      listen_addr: "127.0.0.1",
      listen_port: listenPort,
      unix_socket_dir: "",
      auth_type: "any",
      admin_users: "admin",
      pool_mode: "transaction",
      // At once after a failure, to keep the tests short.
      server_login_retry: 0,
      ...settings,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
    const file = join(folder, "pgbouncer.ini");
    await chmod(folder, 0o755);
    await writeFile(file, ["[databases]", `* = ${quoted.join(" ")}`, "[pgbouncer]", ...lines, ""].join("\n"));
    const pooler = new Pooler(listenPort, folder, {
      program: pgbouncer,
      args: ["-q", ...otherUser, file],
      end: "SIGKILL",
    });
    await pooler.start();
    return pooler;
  }

  override through(
    database: DatabaseConfig,
    options: Partial<DatabaseConfig> = { pooler: "transaction" },
  ): DatabaseConfig {
    return super.through(database, options);
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
}
