import type { DatabaseConfig } from "data-api";
import type { GaleraCluster } from "./galera-cluster.js";

/** The cluster that the cases share, because starting one takes longer than most cases. */
export interface ClusterCases {
  readonly cluster: () => GaleraCluster;
  /** Creates an empty database for a test. @returns The settings to connect to each node. */
  readonly createDatabase: () => Promise<readonly DatabaseConfig[]>;
  /** Functions to call after the test, last first. */
  readonly closings: (() => unknown)[];
  /** How often random cases are repeated. */
  readonly rounds: number;
}
