import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseConfig } from "data-api";
import { findProgram, freePorts, give, runAs, userNamed, type User } from "../replicas/processes.js";
import { GaleraNode, type Rows } from "./galera-node.js";

const server = findProgram("mariadbd", []);
const installer = findProgram("mariadb-install-db", []);
const provider = ["/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so"].find((path) =>
  existsSync(path),
);

/** Why no cluster can be started here; `undefined` if one can be. */
export const galeraUnavailable =
  server === undefined || installer === undefined
    ? "MariaDB is not installed"
    : provider === undefined
      ? "Galera is not installed"
      : undefined;

/** The nodes of a cluster, in a temporary folder. */
export class GaleraCluster {
  readonly nodes: readonly GaleraNode[];
  readonly #folder: string;

  private constructor(folder: string, nodes: readonly GaleraNode[]) {
    this.#folder = folder;
    this.nodes = nodes;
  }

  /** @param settings Further options of each server. */
  static async create(settings: readonly string[] = [], size = 3): Promise<GaleraCluster> {
    const user = await userNamed("mysql");
    const folder = await mkdtemp(join(tmpdir(), "data-api-galera-"));
    await chmod(folder, 0o755);
    await give(folder, user);
    const ports = await freePorts(size * 4);
    const places = Array.from({ length: size }, (_, index) => ({
      port: ports[index * 4] ?? 0,
      groupPort: ports[index * 4 + 1] ?? 0,
      changesPort: ports[index * 4 + 2] ?? 0,
      copyPort: ports[index * 4 + 3] ?? 0,
      folder: join(folder, String(index + 1)),
    }));
    const nodes = places.map(
      (place) =>
        new GaleraNode(place, {
          user,
          program: server ?? "",
          provider: provider ?? "",
          settings,
          group: places.map(({ groupPort }) => groupPort),
        }),
    );
    const cluster = new GaleraCluster(folder, nodes);
    try {
      await cluster.#install(user);
    } catch (error) {
      await cluster.remove();
      throw error;
    }
    return cluster;
  }

  /**
   * Installs one server, and copies its files when they hold a state of the cluster: nodes with the same state join
   * without a transfer of all data, which takes longer than everything else.
   */
  async #install(user: User | undefined): Promise<void> {
    const [first, ...others] = this.nodes;
    if (first === undefined) return;
    for (const node of this.nodes) await mkdir(node.temporary, { recursive: true });
    await mkdir(first.data);
    await this.#give(user);
    // Only as root, the installer can write into its own folders. It then switches to the user.
    await runAs(undefined, installer ?? "", [
      "--no-defaults",
      `--datadir=${first.data}`,
      `--tmpdir=${first.temporary}`,
      "--auth-root-authentication-method=normal",
      "--skip-test-db",
      ...(user === undefined ? [] : ["--user=mysql"]),
    ]);
    await this.#give(user);
    await first.start("--wsrep-new-cluster");
    await first.stop();
    for (const { data } of others) {
      await cp(first.data, data, { recursive: true });
      const state = join(data, "grastate.dat");
      const text = await readFile(state, "utf8");
      await writeFile(state, text.replace("safe_to_bootstrap: 1", "safe_to_bootstrap: 0"));
    }
    await this.#give(user);
    await first.start("--wsrep-new-cluster");
    await Promise.all(others.map((node) => node.start()));
    await this.whole();
  }

  async #give(user: User | undefined): Promise<void> {
    if (user !== undefined) await runAs(undefined, "chown", ["-R", `${user.uid}:${user.gid}`, this.#folder]);
  }

  /** Waits until all nodes are in one cluster. */
  async whole(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.ready(this.nodes.length)));
  }

  /** Runs statements on the first node, without the product, and returns the rows of the last one. */
  async run(statements: readonly string[], database?: string): Promise<Rows> {
    return (await this.nodes[0]?.run(statements, database)) ?? [];
  }

  /** Waits until every node has all earlier writes. */
  async settle(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.settle()));
  }

  /** The settings with which the product connects to each node. */
  databases(name: string): readonly DatabaseConfig[] {
    return this.nodes.map((node) => node.database(name));
  }

  async remove(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await rm(this.#folder, { recursive: true, force: true });
  }
}
