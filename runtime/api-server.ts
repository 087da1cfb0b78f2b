import type { IncomingMessage, Server } from "node:http";
import type { Express, IRouter } from "express";
import { authorize } from "./access/authorize.js";
import type { Caller, Identify } from "./access/caller.js";
import { createIdentify } from "./access/identify.js";
import { resolveModel } from "./config/resolve-model.js";
import type { Config } from "./config/config.js";
import { Database } from "./database/database.js";
import { dialects } from "./database/dialects.js";
import { ApiError } from "./errors/api-error.js";
import { suggestion } from "./errors/nearest.js";
import { createAuditRefusal } from "./http/audit-refusal.js";
import { authRoutes } from "./http/auth-routes.js";
import { ConnectionLimit } from "./http/connection-limit.js";
import { closedRoutes } from "./http/closed-routes.js";
import { createApp } from "./http/create-app.js";
import { compressionStages } from "./http/compression.js";
import { corsStages } from "./http/cors.js";
import { createDispatch } from "./http/dispatch.js";
import type { RouteContext } from "./http/entity-routes.js";
import { metricsStages } from "./http/metrics-stages.js";
import { noteCaller } from "./http/note-caller.js";
import { parseQuery, type QueryParams } from "./http/parse-query.js";
import { recordText } from "./http/reply.js";
import { limitUrl } from "./http/limit-url.js";
import { API_PREFIX, AUTH_PREFIX } from "./http/paths.js";
import { createProbes } from "./http/probes.js";
import { createRateLimits, type RateLimits } from "./http/rate-limits/rate-limits.js";
import { checkHost } from "./http/request-target.js";
import { securityHeaderStages } from "./http/security-headers.js";
import { createHttpServer } from "./http/server.js";
import { Shedding } from "./http/shedding.js";
import { Lifecycle, type StopOptions } from "./lifecycle.js";
import type { Model, Policy } from "./model/model.js";
import { quoteName } from "./model/names.js";
import type { Metrics } from "./observe/metrics.js";
import { Observation } from "./observe/observation.js";
import { parseId } from "./repository/parse-id.js";
import { registerRepositories } from "./repository/registry.js";
import type { AnyRecord, AnyRepository } from "./repository/repository.js";
import { createUsers, type Users } from "./repository/users.js";

const DEFAULT_PORT = 1337;

/** Says which record is meant. */
type Id = number | string | boolean | Readonly<Record<string, unknown>>;

/** What stands behind one entity's endpoints. */
export interface EntityParts {
  readonly repository: AnyRepository;
  readonly policy: Partial<Policy>;
  readonly routes: (context: RouteContext<never>) => IRouter;
}

/** The records found, as the endpoints answer with them. */
export interface FoundRecords {
  readonly count: number;
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

/** What dynamic and generated servers have in common: everything but where the entities' parts come from. */
export abstract class ApiServer {
  /** The Express application. Add endpoints and middleware of your own before or after `setupApiEndpoints()`. */
  readonly app: Express;
  readonly #model: Model;
  readonly #database: Database;
  readonly #observation: Observation;
  readonly #lifecycle: Lifecycle;
  readonly #identify: Identify;
  readonly #connections: ConnectionLimit;
  readonly #parts: ReadonlyMap<string, EntityParts>;
  readonly #rateLimits: RateLimits;
  readonly #users: Users | undefined;
  #hasEndpoints = false;

  /** @throws {ConfigError} that lists every mistake in the configuration. */
  protected constructor(
    config: Config,
    partsOf: (model: Model, database: Database) => ReadonlyMap<string, EntityParts>,
  ) {
    this.#model = resolveModel(config);
    for (const warning of this.#model.warnings) process.emitWarning(warning, "ConfigWarning");
    const { server, auth, database } = this.#model;
    this.#observation = new Observation(this.#model, () => this.#database.poolFigures());
    const { observe, metrics } = this.#observation;
    this.#database = new Database(this.#model, dialects[database.dialect], this.#observation);
    this.#users = createUsers(this.#model, this.#database, (message) => {
      this.#observation.log.warn(message);
    });
    const identify = createIdentify(this.#model, this.#users?.current);
    this.#identify = auth === undefined ? identify : noteCaller(identify);
    this.#parts = partsOf(this.#model, this.#database);
    registerRepositories(
      this.#model,
      new Map(Array.from(this.#parts, ([name, { repository }]) => [name, repository])),
    );
    this.#rateLimits = createRateLimits(server.rateLimits, database.name, (message) => {
      this.#observation.log.warn(message);
    });
    const shedding = new Shedding(server.maxEventLoopDelay);
    this.#lifecycle = new Lifecycle({
      database: this.#database,
      settings: server,
      beside: [this.#rateLimits, shedding],
      observation: this.#observation,
    });
    this.#connections = new ConnectionLimit(server.maxConnections);
    this.app = createApp({
      stages: [
        observe,
        ...securityHeaderStages(server),
        ...corsStages(server.cors),
        this.#lifecycle.lastRequest,
        checkHost,
        createProbes({
          isStopping: () => this.#lifecycle.isStopping,
          isAnswering: this.#database.isAnswering,
          retryAfter: () => this.#database.retryAfter,
        }),
        ...metricsStages(metrics, server.metrics?.token),
        this.#connections.stage,
        ...shedding.stages,
        limitUrl(server.maxUrlBytes),
        ...compressionStages(server.compression),
      ],
      middleware: this.#rateLimits.addresses,
      trustProxy: server.trustProxy,
      maxResponseBytes: server.maxResponseBytes,
      nothingAt: (req) => this.#nothingAt(req.originalUrl),
    });
  }

  /** The figures for Prometheus; undefined where `server.metrics` does not ask for them. */
  get metrics(): Metrics | undefined {
    return this.#observation.metrics;
  }

  /** Mounts the endpoints under `/api/data`, and those of users under `/api/auth`. Calling it again does nothing. */
  setupApiEndpoints(): void {
    if (this.#hasEndpoints) return;
    this.#hasEndpoints = true;
    const identify = this.#rateLimits.ofCallers(this.#identify);
    const routers = Array.from(this.#parts, ([name, { routes, repository, policy }]) => {
      const router = routes({ identify, repository: repository as never });
      router.use(closedRoutes(repository.entity, policy, identify));
      return [name, { entity: repository.entity, router }] as const;
    });
    const { auth } = this.#model;
    const auditRefusal = createAuditRefusal(this.#model, this.#database, this.#identify);
    this.app.use(`${API_PREFIX}/:entity`, createDispatch(new Map(routers), auth !== undefined, auditRefusal));
    if (this.#users !== undefined) {
      this.app.use(
        AUTH_PREFIX,
        authRoutes({
          ...this.#users,
          identify,
          database: this.#database,
          limitLogin: this.#rateLimits.ofLogins,
          limitRefresh: this.#rateLimits.ofRefreshes,
        }),
      );
    }
  }

  /**
   * Who sent a request, as the endpoints see it: for endpoints of your own.
   * @throws {ApiError} 401 for credentials that are no good.
   */
  async identifyAsync(req: IncomingMessage): Promise<Caller> {
    return this.#identify(req);
  }

  /**
   * Opens the database, makes sure that the tables are there, and listens.
   * @param port Default 1337; 0 takes any that is free.
   * @param callback Runs when the server takes requests.
   * @throws {DatabaseError} if the database differs from the configuration, or cannot be reached and
   * `server.startsWithoutDatabase` is not set.
   * @throws {Error} if the port is taken, the server is running already, or is stopped while it starts.
   */
  async startAsync(port = DEFAULT_PORT, callback?: () => void): Promise<Server> {
    const createServer = () => {
      const server = createHttpServer(this.app, this.#model.server, this.#observation);
      this.#connections.watch(server);
      return server;
    };
    const server = await this.#lifecycle.start(createServer, port);
    callback?.();
    return server;
  }

  /**
   * Takes no more connections, lets the running requests finish for `server.shutdownTimeout`, cuts off the rest, and closes
   * the database. Whoever calls it again meanwhile waits for the same end.
   */
  stopAsync(options?: StopOptions): Promise<void> {
    return this.#lifecycle.stop(options);
  }

  /**
   * What `GET /:entity/public/findbyid/:id` answers to the caller of `originalReq`. The id of an entity whose key is made
   * of several fields is an object of them.
   * @throws {ApiError} the same that the endpoint would answer.
   */
  async findByIdAsync(originalReq: IncomingMessage, entityName: string, id: Id): Promise<FoundRecords> {
    const { repository, policy } = this.partsOf(entityName);
    const grant = authorize(await this.#identify(originalReq), policy, "read");
    const record = await repository.findById(parseId(id, repository.entity), grant);
    recordText(record, this.#model.server.maxResponseBytes);
    return found(record === undefined ? [] : [record], record === undefined ? 0 : 1);
  }

  /**
   * What `GET /:entity/public/findbycondition/…` answers to the caller of `originalReq`.
   * @throws {ApiError} the same that the endpoint would answer.
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
   * What `GET /:entity/public/findall/…` answers to the caller of `originalReq`.
   * @throws {ApiError} the same that the endpoint would answer.
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
    // Before somebody looks at the records, this is what the endpoint does.
    page.toText(this.#model.server.maxResponseBytes);
    return found(page.items, page.count);
  }

  #nothingAt(path: string): ApiError {
    const [, segment = ""] = /^\/api\/data\/([^/?#]+)/i.exec(path) ?? [];
    const name = decode(segment);
    const isUnknown = name !== "" && this.#hasEndpoints && !this.#parts.has(name.toLowerCase());
    return isUnknown
      ? this.#unknownEntity(name)
      : new ApiError("unknown-path", "There is nothing at this path.");
  }

  #unknownEntity(name: string): ApiError {
    const names = this.#model.entities.map((entity) => entity.name);
    return new ApiError("unknown-entity", `Unknown entity ${quoteName(name)}.${suggestion(name, names)}`);
  }

  /** @throws {ApiError} 404 for a name that the configuration does not have. */
  protected partsOf(entityName: string): EntityParts {
    const parts = this.#parts.get(entityName.toLowerCase());
    if (parts === undefined) throw this.#unknownEntity(entityName);
    return parts;
  }
}

/** Express reads some odd paths otherwise than they are written: what it could decode may not be decodable here. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function found(items: readonly AnyRecord[], count: number): FoundRecords {
  return { count, items };
}
