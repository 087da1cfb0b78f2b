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
    const addGauge: AddGauge = (name, help, labelNames, read) => {
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        collect() {
          for (const [labels, value] of read()) this.set(labels, value);
        },
      });
    };
    addPoolFigures(addGauge, pool, replicas);
    if (replicas !== undefined) addReplicaFigures(addGauge, replicas);
    if (changes !== undefined) addChangeFigures(addGauge, changes);
    if (webhooks !== undefined) addWebhookFigures(addGauge, webhooks);
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

type Labels = Readonly<Record<string, string>>;

/** Adds a figure whose values are asked when the metrics are read. */
type AddGauge = (
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => readonly (readonly [labels: Labels, value: number])[],
) => void;

function addPoolFigures(
  add: AddGauge,
  pool: MetricSources["pool"],
  replicas: MetricSources["replicas"] = () => [],
): void {
  const valuesOf = (figures: PoolFigures | undefined, labels: Labels) =>
    figures === undefined
      ? []
      : ([
          [{ state: "used", ...labels }, figures.open - figures.idle],
          [{ state: "idle", ...labels }, figures.idle],
        ] as const);
  add("data_api_pool_connections", "Connections to the database.", ["state", "replica"], () => [
    ...valuesOf(pool(), {}),
    ...replicas().flatMap(({ place, pool: figures }) => valuesOf(figures, { replica: place })),
  ]);
  const waiting = "Requests waiting for a database connection.";
  add("data_api_pool_waiting", waiting, [], () => [[{}, pool()?.waiting ?? 0]]);
}

function addReplicaFigures(add: AddGauge, replicas: () => readonly ReplicaFigures[]): void {
  const addEach = (name: string, help: string, valueOf: (figures: ReplicaFigures) => number) =>
    add(name, help, ["replica"], () => replicas().map((each) => [{ replica: each.place }, valueOf(each)]));
  addEach("data_api_replica_up", "Whether the replica answers reads.", ({ isUsed }) => (isUsed ? 1 : 0));
  const lag = "The maximum lag of the replica. Infinite while it is left out because of a fault.";
  addEach("data_api_replica_lag_seconds", lag, (figures) => figures.lag / 1000);
}

function addChangeFigures(add: AddGauge, changes: () => ChangeFigures | undefined): void {
  const addOne = (name: string, help: string, valueOf: (figures: ChangeFigures) => number | undefined) =>
    add(name, help, [], () => {
      const figures = changes();
      const value = figures && valueOf(figures);
      return value === undefined ? [] : [[{}, value]];
    });
  addOne("data_api_changes_kept", "Changes that are kept, as counted once a minute.", ({ kept }) => kept);
  addOne("data_api_changes_lag_seconds", "Seconds since this server had read all changes.", ({ lag }) => lag);
  addOne("data_api_change_streams", "Open streams of changes.", ({ streams }) => streams);
}

function addWebhookFigures(add: AddGauge, webhooks: () => readonly WebhookFigures[] | undefined): void {
  const help =
    "Deliveries that wait or are under way (pending), and those that were given up (dead), as counted once a minute.";
  add("data_api_webhook_deliveries", help, ["webhook", "state"], () =>
    (webhooks() ?? []).flatMap(({ name: webhook, pending, dead }) => [
      [{ webhook, state: "pending" }, pending],
      [{ webhook, state: "dead" }, dead],
    ]),
  );
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
