import type { DatabaseConfig } from "data-api";
import type { GaleraCluster } from "./galera-cluster.js";

/** What the cases of the suite share: to start a cluster takes longer than most of them. */
export interface ClusterCases {
  readonly cluster: () => GaleraCluster;
  /** Creates an empty database for a test. @returns How each node is reached. */
  readonly createDatabase: () => Promise<readonly DatabaseConfig[]>;
  /** What is closed after the test, the last one first. */
  readonly closings: (() => unknown)[];
  /** How often what is done at random is repeated. */
  readonly rounds: number;
}
