import type { IncomingMessage, Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Express, Request, Response } from "express";
import { authorize } from "./access/authorize.js";
import type { Caller, Identify } from "./access/caller.js";
import { createIdentify } from "./access/identify.js";
import { resolveModel } from "./config/resolve-model.js";
import type { Config } from "./config/config.js";
import { Database, type TransactionOptions } from "./database/database.js";
import { dialects } from "./database/dialects/dialects.js";
import { ApiError } from "./errors/api-error.js";
import { ConfigError, problem } from "./errors/config-error.js";
import { ConnectionLimit } from "./http/limits/connection-limit.js";
import { createApp } from "./http/create-app.js";
import { DATABASE_POSITION, namePosition, notePosition } from "./http/headers/database-position.js";
import { compressionStages } from "./http/compression.js";
import { corsStages } from "./http/headers/cors.js";
import type { ViewContext } from "./surfaces/admin/view-as.js";
import type { StdioClient } from "./surfaces/mcp/stdio.js";
import type { EntityParts, SurfaceContext } from "./surfaces/surface.js";
import { addresses, mountSurfaces, surfacePaths } from "./surfaces/surfaces.js";
import { API_PREFIX } from "./http/endpoint.js";
import { addHeaders } from "./http/headers/header-list.js";
import { metricsEndpoint } from "./http/metrics-endpoint.js";
import { noteCaller } from "./http/note-caller.js";
import { parseQuery, type QueryParams } from "./surfaces/paths/parse-query.js";
import { recordText } from "./surfaces/paths/reply-found.js";
import { isLoopback } from "./http/loopback.js";
import { limitUrl } from "./http/limits/limit-url.js";
import { answerFixedReads } from "./http/fixed-reads.js";
import { probes } from "./http/probes.js";
import { limitUnknownKeys } from "./http/rate-limits/limit-unknown-keys.js";
import { createRateLimiter, type RateLimiter } from "./http/rate-limits/rate-limiter.js";
import { checkHost } from "./http/request-target.js";
import { createRoutes, decoded } from "./http/route-template.js";
import { securityHeaderStages } from "./http/headers/security-headers.js";
import type { Stage } from "./http/stage.js";
import { createHttpServer } from "./http/server.js";
import { Shedding } from "./http/limits/shedding.js";
import { LateFeed } from "./late-feed.js";
import { LateWebhooks } from "./late-webhooks.js";
import { Lifecycle, type StopOptions } from "./lifecycle.js";
import type { Model } from "./model/model.js";
import type { McpSettings } from "./model/settings/mcp-settings.js";
import type { Metrics } from "./observe/metrics.js";
import { Observation } from "./observe/observation.js";
import { parseId } from "./records/parse-id.js";
import type { AnyRecord } from "./repository/repository.js";
import {
  runTransaction,
  type FindRepository,
  type ServerTransaction,
} from "./repository/server-transaction.js";
import { unknownEntity } from "./repository/unknown-entity.js";
import { permitsNothing } from "./model/permits-nothing.js";
import { createUsers, type Users } from "./repository/users/users.js";
import { runSeed } from "./run-seed.js";
import type { Seed, SeedReport } from "./seed.js";
import { startCommand, type StartCommand } from "./start-command.js";
import { checkSelects } from "./webhooks/check-selects.js";

const DEFAULT_PORT = 1337;

/** The key of a record. */
type Id = number | string | boolean | Readonly<Record<string, unknown>>;

/** The records found, in the form that the endpoints answer with. */
export interface FoundRecords {
  readonly count: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/**
 * The server of both modes. Dynamic and generated servers only differ in where the entities' parts come from.
 *
 * `F` gives the repositories of a transaction.
 */
export abstract class ApiServer<F extends FindRepository = FindRepository> {
  /** The Express application. Add endpoints and middleware of your own before or after `setupApiEndpoints()`. */
  readonly app: Express;
  readonly #model: Model;
  readonly #database: Database;
  readonly #observation: Observation;
  readonly #lifecycle: Lifecycle;
  readonly #identify: Identify;
  /** Without the header `View-As`. */
  readonly #identifySender: Identify;
  /** Adds the header `View-As`, if this server has it. */
  readonly #viewed: (identify: Identify) => Identify;
  readonly #connections: ConnectionLimit;
  readonly #parts: ReadonlyMap<string, EntityParts>;
  readonly #rateLimits: RateLimiter;
  readonly #users: Users | undefined;
  readonly #addShortcut: SurfaceContext["addShortcut"];
  readonly #operationParts: SurfaceContext["operationParts"];
  /** The changes of records. `undefined` if nothing follows them. */
  readonly #changes: LateFeed | undefined;
  readonly #webhooks: LateWebhooks | undefined;
  /** The page at `/` during development. */
  #home: ((req: Request, res: Response) => boolean) | undefined;
  /** Fulfilled when the code of the endpoints is loaded. `undefined` before they are mounted. */
  #surfaces: Promise<unknown> | undefined;

  /** @throws {ConfigError} A list of every mistake in the configuration. */
  protected constructor(
    config: Config,
    partsOf: (model: Model, database: Database) => ReadonlyMap<string, EntityParts>,
    operationParts: SurfaceContext["operationParts"] = new Map(),
  ) {
    this.#operationParts = operationParts;
    this.#model = resolveModel(config);
    const mistakes = checkSelects(this.#model);
    if (mistakes.length > 0) throw new ConfigError(mistakes);
    for (const { message } of this.#model.warnings) process.emitWarning(message, "ConfigWarning");
    const { server, auth, database, outbox, webhooks } = this.#model;
    const routes = createRoutes(
      this.#model.entities.map(({ name }) => name),
      surfacePaths(this.#model),
    );
    this.#observation = new Observation(
      this.#model,
      routes,
      {
        pool: () => this.#database.poolFigures(),
        replicas: database.replicas && (() => this.#database.replicaFigures()),
        changes: outbox && (() => this.#changes?.figures),
        webhooks: webhooks && (() => this.#webhooks?.figures),
      },
      addHeaders,
    );
    const { observe, metrics } = this.#observation;
    this.#database = new Database(
      this.#model,
      dialects[database.dialect],
      this.#observation,
      (name) => this.#parts.get(name.toLowerCase())?.repository,
    );
    const warn = (message: string) => this.#observation.log.warn(message);
    this.#users = createUsers(this.#model, this.#database, warn);
    const identify = createIdentify(this.#model, this.#users, warn);
    const noted = auth === undefined ? identify : noteCaller(identify);
    this.#identifySender = database.replicas === undefined ? noted : notePosition(noted);
    this.#viewed = viewedAs(this.#model, { database: this.#database, log: this.#observation.log, routes });
    this.#identify = this.#viewed(this.#identifySender);
    this.#parts = partsOf(this.#model, this.#database);
    this.#rateLimits = createRateLimiter(server.rateLimit, database.name, warn);
    this.#changes = outbox && new LateFeed(this.#database, outbox, this.#observation);
    this.#webhooks =
      webhooks &&
      this.#changes &&
      new LateWebhooks(this.#database, webhooks, this.#changes, this.#observation);
    const shedding = new Shedding(server.maxEventLoopDelay);
    this.#lifecycle = new Lifecycle({
      database: this.#database,
      settings: server,
      beside: [this.#rateLimits, shedding, this.#changes, this.#webhooks, this.#users?.messages].filter(
        (each) => each !== undefined,
      ),
      observation: this.#observation,
    });
    this.#connections = new ConnectionLimit(server.maxConnections);
    const { app, addShortcut } = createApp({
      observe,
      stages: [
        ...securityHeaderStages(server),
        ...corsStages(server.cors, [
          ...(database.replicas === undefined ? [] : [DATABASE_POSITION]),
          ...(hasViews(this.#model) ? [VIEW_AS] : []),
          ...(this.#model.mcp === false ? [] : MCP_HEADERS),
        ]),
        ...(hasViews(this.#model) ? [varyBy(VIEW_AS)] : []),
        ...(this.#users?.cookies === undefined ? [] : [varyBy("Cookie")]),
        this.#lifecycle.lastRequest,
        checkHost,
        answerFixedReads({
          ...probes({
            isStopping: () => this.#lifecycle.isStopping,
            isAnswering: this.#database.isAnswering,
            isComplete: () => this.#database.isComplete(),
            retryAfter: () => this.#database.retryAfter,
            changes: () => this.#changes?.figures,
            webhooks: () => this.#webhooks?.figures,
          }),
          ...metricsEndpoint(metrics, server.metrics ? server.metrics.token : undefined),
        }),
        this.#connections.stage,
        ...shedding.stages,
        limitUrl(server.maxUrlBytes),
        ...compressionStages(server.compression),
        ...(database.replicas === undefined
          ? []
          : [namePosition((since) => this.#database.positionSince(since))]),
      ],
      middleware: this.#rateLimits.addresses,
      trustProxy: server.trustProxy,
      maxResponseBytes: server.maxResponseBytes,
      answersLast: (req, res) => this.#home?.(req, res) === true,
      nothingAt: (req) => this.#nothingAt(req.originalUrl),
    });
    this.app = app;
    this.#addShortcut = addShortcut;
  }

  /** The metrics for Prometheus. `undefined` if `server.metrics` is not set. */
  get metrics(): Metrics | undefined {
    return this.#observation.metrics;
  }

  /** Mounts the endpoints under `/api/data`, and those of users under `/api/auth`. Calling it again does nothing. */
  setupApiEndpoints(): void {
    if (this.#surfaces !== undefined) return;
    if (permitsNothing(this.#model))
      process.emitWarning('No role may do anything yet: name roles in "permissions".', "ConfigWarning");
    this.#surfaces = mountSurfaces(this.#surfaceContext());
    // Not unhandled: the start and each request get the error.
    this.#surfaces.catch(() => undefined);
  }

  #surfaceContext(): SurfaceContext {
    return {
      app: this.app,
      addShortcut: this.#addShortcut,
      model: this.#model,
      database: this.#database,
      entities: this.#parts,
      operationParts: this.#operationParts,
      changes: this.#changes?.loaded,
      isStopping: () => this.#lifecycle.isStopping,
      onStopping: (end) => this.#changes?.onEnding(end),
      users: this.#users,
      rateLimits: this.#rateLimits,
      identify: this.#viewed(
        this.#rateLimits.ofCallers(
          limitUnknownKeys(this.#identifySender, this.#users?.apiKeys, this.#rateLimits.ofKeys),
        ),
      ),
      identifyUncounted: this.#identifySender,
    };
  }

  /**
   * Identifies the caller of a request as the endpoints do: for endpoints of your own.
   * @throws {ApiError} 401 for invalid credentials.
   */
  async identifyAsync(req: IncomingMessage): Promise<Caller> {
    return this.#identify(req);
  }

  /**
   * Runs `work` in one transaction: all of its writes are kept, or none. If the database rolls it back, as after a
   * deadlock, `work` runs again from the beginning. `afterCommit` hooks run once, after the commit.
   *
   * Use `tx` for everything inside, and await it: `api.repository(…)` is outside the transaction.
   * @throws {ApiError} and whatever `work` throws, which undoes the transaction.
   * @example
   * await api.transaction(async (tx) => {
   *   const { id } = await tx.repository("order").create({ customer: 7 });
   *   await tx.repository("orderline").create({ orderid: id, product: 12 });
   * });
   *
   */
  transaction<T>(work: (tx: ServerTransaction<F>) => Promise<T>, options?: TransactionOptions): Promise<T> {
    return runTransaction<F, T>(this.#database, (name) => this.partsOf(name).repository, work, options);
  }

  /**
   * Opens the database, makes sure that the tables exist, and listens on `server.host`.
   * @param port Default 1337. 0 takes any free port.
   * @param callback Runs when the server accepts requests.
   * @throws {DatabaseError} If the database differs from the configuration, or cannot be reached and
   * `server.startsWithoutDatabase` is not set.
   * @throws {Error} If the port is taken, or the server is already running or is stopped while it starts.
   */
  async startAsync(port = DEFAULT_PORT, callback?: () => void): Promise<Server> {
    const createServer = () => {
      const server = createHttpServer(this.app, this.#model.server, this.#observation);
      this.#connections.watch(server);
      return server;
    };
    const command = startCommand();
    const host = command?.host ?? this.#model.server.host;
    const client = command?.mcpClient;
    const { mcp } = this.#model;
    if (client !== undefined && mcp === false)
      throw new ConfigError([
        problem("mcp", 'must be true, or an object of its options, for "data-api mcp".'),
      ]);
    const ownPort = client === undefined ? (command?.port ?? port) : undefined;
    const server = await this.#lifecycle.start(createServer, ownPort, host);
    try {
      await this.#surfaces;
      if (client !== undefined && mcp !== false) await this.#serveClient(client, mcp);
    } catch (error) {
      // A package of a surface is missing.
      await this.stopAsync();
      throw error;
    }
    this.#home = await this.#homeAt(host);
    if (command !== undefined && client === undefined) this.#reportStart(server, host, command);
    callback?.();
    return server;
  }

  /** Serves the client of `data-api mcp` until it closes its connection. */
  async #serveClient(client: StdioClient, settings: McpSettings): Promise<void> {
    const { serveStdio } = await import("./surfaces/mcp/stdio.js");
    await serveStdio(settings, this.#surfaceContext(), client);
    client.input.once("close", () => void this.stopAsync());
  }

  /** Only in development: the server is not in production, and only this machine reaches it. */
  async #homeAt(host: string) {
    if (this.#surfaces === undefined || process.env["NODE_ENV"] === "production" || !isLoopback(host))
      return undefined;
    const { homePage } = await import("./surfaces/home/home-page.js");
    return homePage(this.#model, addresses(this.#model));
  }

  #reportStart(server: Server, host: string, { onStart }: StartCommand): void {
    const { shutdownDelay, shutdownTimeout } = this.#model.server;
    onStart({
      host,
      port: (server.address() as AddressInfo).port,
      addresses: addresses(this.#model),
      shutdownDelay,
      shutdownTimeout,
      stop: (options) => this.stopAsync(options),
    });
  }

  /**
   * Accepts no more connections, lets running requests finish within `server.shutdownTimeout`, aborts the
   * rest, and closes the database. Further calls meanwhile wait for the same end.
   */
  stopAsync(options?: StopOptions): Promise<void> {
    return this.#lifecycle.stop(options);
  }

  /**
   * Answers as `GET /:entity/public/findbyid/:id` does for the caller of `originalReq`. A composite key is an
   * object of its fields.
   * @throws {ApiError} The error that the endpoint would answer with.
   */
  async findByIdAsync(originalReq: IncomingMessage, entityName: string, id: Id): Promise<FoundRecords> {
    const { repository, policy } = this.partsOf(entityName);
    const grant = authorize(await this.#identify(originalReq), policy, "read");
    const record = await repository.findById(parseId(id, repository.entity), grant);
    recordText(record, this.#model.server.maxResponseBytes);
    return found(record === undefined ? [] : [record], record === undefined ? 0 : 1);
  }

  /**
   * Answers as `GET /:entity/public/findbycondition/…` does for the caller of `originalReq`.
   * @throws {ApiError} The error that the endpoint would answer with.
   */
  findByConditionAsync(
    originalReq: IncomingMessage,
    entityName: string,
    orderByField: string,
    skip: number,
    take: number,
    condition: string,
  ): Promise<FoundRecords> {
    return this.#find(originalReq, entityName, { orderBy: orderByField, skip, take, condition });
  }

  /**
   * Answers as `GET /:entity/public/findall/…` does for the caller of `originalReq`.
   * @throws {ApiError} The error that the endpoint would answer with.
   */
  findAllAsync(
    originalReq: IncomingMessage,
    entityName: string,
    orderByField: string,
    skip: number,
    take: number,
  ): Promise<FoundRecords> {
    return this.#find(originalReq, entityName, { orderBy: orderByField, skip, take });
  }

  async #find(originalReq: IncomingMessage, entityName: string, params: QueryParams): Promise<FoundRecords> {
    const { repository, policy } = this.partsOf(entityName);
    const grant = authorize(await this.#identify(originalReq), policy, "read");
    const page = await repository.find(parseQuery(params, repository.entity, grant), grant);
    // Serialize before the records are made, as the endpoint does, because that checks the size of the answer.
    page.toBody(this.#model.server.maxResponseBytes);
    return found(page.items, page.count);
  }

  #nothingAt(path: string): ApiError {
    const nothing = (hint = "") => new ApiError("unknown-path", `There is nothing at this path.${hint}`);
    const [, segment = ""] = /^\/api\/data\/([^/?#]+)/i.exec(path) ?? [];
    const name = decoded(segment);
    const entity = this.#parts.get(name.toLowerCase())?.repository.entity;
    if (entity === undefined && /^\/api(?:\/data)?\/api\//i.test(path))
      return nothing(" It contains the API's own path twice: clients take the URL of the server without it.");
    if (name === "" || this.#surfaces === undefined) return nothing();
    if (entity === undefined) return unknownEntity(name, this.#model);
    const { name: entityName, keys } = entity;
    if (keys.length < 2) return nothing();
    const record = `${API_PREFIX}/${entityName}${keys.map((key) => `/{${key.name}}`).join("")}`;
    return nothing(` A record of "${entityName}" is at ${record}.`);
  }

  protected runSeed(seed: Seed): Promise<SeedReport> {
    return this.#database.transaction((transaction) =>
      runSeed(seed, transaction, (entityName) => this.partsOf(entityName).repository),
    );
  }

  /** @throws {ApiError} 404 for an entity that the configuration does not have. */
  protected partsOf(entityName: string): EntityParts {
    const parts = this.#parts.get(entityName.toLowerCase());
    if (parts === undefined) throw unknownEntity(entityName, this.#model);
    return parts;
  }
}

/** The headers of requests to `/mcp`. */
const MCP_HEADERS = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"];

/** The header by which an administrator reads as another role. */
const VIEW_AS = "View-As";

/** A server without `auth` has no administrators. */
function hasViews({ admin, auth }: Model): boolean {
  return admin !== false && auth !== undefined;
}

/** A cache must not give an administrator's own answer to a view, or one caller's answer to another. */
function varyBy(header: string): Stage {
  return (_req, res) => {
    res.appendHeader("Vary", header);
    return true;
  };
}

/** Returns a function that adds the header `View-As`. Its code is only loaded if this server has it. */
function viewedAs(model: Model, context: ViewContext): (identify: Identify) => Identify {
  if (!hasViews(model)) return (identify) => identify;
  const loading = import("./surfaces/admin/view-as.js");
  return (identify) => (req) => {
    if (req.headers[VIEW_AS.toLowerCase()] === undefined) return identify(req);
    return loading.then(({ viewAs }) => viewAs(req, identify, context));
  };
}

function found(items: readonly AnyRecord[], count: number): FoundRecords {
  return { count, items };
}
