import { createRequire } from "node:module";
import type PromClient from "prom-client";
import { PackageError } from "../errors/package-error.js";

/** The connections of a pool. */
export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  /** The number of requests that wait for a connection. */
  readonly waiting: number;
}

export interface ReplicaFigures {
  /** Its address. */
  readonly place: string;
  /** Whether it answers reads. */
  readonly isUsed: boolean;
  /** The maximum lag, in milliseconds. */
  readonly lag: number;
  readonly pool: PoolFigures | undefined;
}

/** The changes of records that are kept for those who follow them. */
export interface ChangeFigures {
  /** Their number, counted once a minute. `undefined` before the first time. */
  readonly kept: number | undefined;
  /** Seconds since this server had read all changes. */
  readonly lag: number;
  /** The number of open streams. */
  readonly streams: number;
}

/** The deliveries of a webhook, counted once a minute. */
export interface WebhookFigures {
  readonly name: string;
  /** Those that wait or are under way. */
  readonly pending: number;
  /** Those that were given up. */
  readonly dead: number;
}

/** What is asked when the metrics are read. A member is `undefined` if the server does not have it. */
export interface MetricSources {
  readonly pool: () => PoolFigures | undefined;
  readonly replicas?: (() => readonly ReplicaFigures[]) | undefined;
  readonly changes?: (() => ChangeFigures | undefined) | undefined;
  readonly webhooks?: (() => readonly WebhookFigures[] | undefined) | undefined;
}

/** Metrics in the form in which one process sends them to another. */
export type MetricsJson = readonly object[];

/** From half a millisecond to the longest statement, in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of one server for Prometheus. */
export class Metrics {
  readonly #client: typeof PromClient;
  readonly #registry: PromClient.Registry;
  readonly #requests: PromClient.Histogram<"method" | "route" | "status">;
  readonly #active: PromClient.Gauge;
  readonly #statements: PromClient.Histogram<"entity" | "operation">;
  #gather: (() => Promise<readonly MetricsJson[]>) | undefined;

  /** @throws {Error} If prom-client is missing. The message contains the command that installs it. */
  constructor({ pool, replicas, changes, webhooks }: MetricSources) {
    this.#client = loadClient();
    const { Gauge, Histogram, Registry } = this.#client;
    const registers = [(this.#registry = new Registry())];
    const inSeconds = { buckets: BUCKETS, registers };
    this.#requests = new Histogram({
      name: "http_request_duration_seconds",
      help: "The duration of requests, until the answer was sent.",
      labelNames: ["method", "route", "status"],
      ...inSeconds,
    });
    this.#active = new Gauge({
      name: "http_requests_in_flight",
      help: "Requests that are running.",
      registers,
    });
    this.#statements = new Histogram({
      name: "data_api_statement_duration_seconds",
      help: "The duration of statements, including the wait for a connection.",
      labelNames: ["entity", "operation"],
      ...inSeconds,
    });
    new Gauge({
      name: "data_api_pool_connections",
      help: "Connections to the database.",
      labelNames: ["state", "replica"],
      registers,
      collect() {
        const pools = [{ pool: pool() }, ...(replicas?.() ?? [])];
        for (const { pool: figures, ...of } of pools) {
          if (figures === undefined) continue;
          const labels = "place" in of ? { replica: of.place } : {};
          this.set({ state: "used", ...labels }, figures.open - figures.idle);
          this.set({ state: "idle", ...labels }, figures.idle);
        }
      },
    });
    new Gauge({
      name: "data_api_pool_waiting",
      help: "Requests waiting for a database connection.",
      registers,
      collect() {
        this.set(pool()?.waiting ?? 0);
      },
    });
    if (replicas !== undefined) addReplicaFigures(this.#client, registers, replicas);
    if (changes !== undefined) addChangeFigures(this.#client, registers, changes);
    if (webhooks !== undefined) addWebhookFigures(this.#client, registers, webhooks);
    processFigures ??= collectProcessFigures(this.#client);
  }

  requestBegun(): void {
    this.#active.inc();
  }

  requestEnded(method: string, route: string, status: number | undefined, seconds: number): void {
    this.#active.dec();
    this.#requests.observe({ method, route, status: status ?? "aborted" }, seconds);
  }

  statement(of: { readonly entity?: string; readonly operation?: string }, seconds: number): void {
    const { entity = "", operation = "query" } = of;
    this.#statements.observe({ entity, operation }, seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** The metrics in Prometheus format: of this process, or of all processes that serve the port. */
  async text(): Promise<string> {
    if (this.#gather !== undefined)
      return this.#client.AggregatorRegistry.aggregate([...(await this.#gather())]).metrics();
    return this.#all().metrics();
  }

  /** The metrics of this process, for another process. */
  asJson(): Promise<MetricsJson> {
    return this.#all().getMetricsAsJSON();
  }

  /** Makes `text` return the sum of the metrics that `gather` collects, for several processes that serve one port. */
  gatherWith(gather: () => Promise<readonly MetricsJson[]>): void {
    this.#gather = gather;
  }

  #all(): PromClient.Registry {
    return this.#client.Registry.merge([this.#registry, processFigures ?? this.#registry]);
  }
}

function addReplicaFigures(
  { Gauge }: typeof PromClient,
  registers: PromClient.Registry[],
  replicas: () => readonly ReplicaFigures[],
): void {
  const add = (name: string, help: string, valueOf: (figures: ReplicaFigures) => number) => {
    new Gauge({
      name,
      help,
      labelNames: ["replica"],
      registers,
      collect() {
        for (const each of replicas()) this.set({ replica: each.place }, valueOf(each));
      },
    });
  };
  add("data_api_replica_up", "Whether the replica answers reads.", ({ isUsed }) => (isUsed ? 1 : 0));
  add(
    "data_api_replica_lag_seconds",
    "The maximum lag of the replica. Infinite while it is left out because of a fault.",
    ({ lag }) => lag / 1000,
  );
}

function addChangeFigures(
  { Gauge }: typeof PromClient,
  registers: PromClient.Registry[],
  changes: () => ChangeFigures | undefined,
): void {
  const add = (name: string, help: string, valueOf: (figures: ChangeFigures) => number | undefined) => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const figures = changes();
        const value = figures && valueOf(figures);
        if (value !== undefined) this.set(value);
      },
    });
  };
  add("data_api_changes_kept", "Changes that are kept, as counted once a minute.", ({ kept }) => kept);
  add("data_api_changes_lag_seconds", "Seconds since this server had read all changes.", ({ lag }) => lag);
  add("data_api_change_streams", "Open streams of changes.", ({ streams }) => streams);
}

function addWebhookFigures(
  { Gauge }: typeof PromClient,
  registers: PromClient.Registry[],
  webhooks: () => readonly WebhookFigures[] | undefined,
): void {
  new Gauge({
    name: "data_api_webhook_deliveries",
    help: "Deliveries that wait or are under way (pending), and those that were given up (dead), as counted once a minute.",
    labelNames: ["webhook", "state"],
    registers,
    collect() {
      for (const { name: webhook, pending, dead } of webhooks() ?? []) {
        this.set({ webhook, state: "pending" }, pending);
        this.set({ webhook, state: "dead" }, dead);
      }
    },
  });
}

/** Shared by all servers of the process. Collection runs as long as the process. */
let processFigures: PromClient.Registry | undefined;

function collectProcessFigures({ collectDefaultMetrics, Registry }: typeof PromClient): PromClient.Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

function loadClient(): typeof PromClient {
  try {
    return createRequire(import.meta.url)("prom-client") as typeof PromClient;
  } catch (error) {
    throw new PackageError("prom-client", "server.metrics", "npm install prom-client", error);
  }
}
