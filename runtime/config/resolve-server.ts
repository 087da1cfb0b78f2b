import type { Limits } from "../model/model.js";
import type { Rate, ServerSettings } from "../model/server-settings.js";
import type { EntityConfig, RateConfig, ServerConfig } from "./config.js";

/** What OWASP and the servers of the field take as enough for people (Directus: 50 a second; its logins are limited apart). */
const REQUESTS: Rate = { limit: 100, window: 1_000 };
const LOGINS: Rate = { limit: 10, window: 60_000 };

/** The server's settings, with all that is left out filled in. The limits of bodies and pages belong to the entities. */
export function resolveServer(config: ServerConfig = {}): ServerSettings {
  const { rateLimit, cors, log = {} } = config;
  const trustProxy = config.trustProxy ?? 0;
  const maxHeaderBytes = config.maxHeaderBytes ?? 16 * 1024;
  const requestTimeout = config.requestTimeout ?? 30_000;
  const compression = optionsOf(config.compression);
  const metrics = optionsOf(config.metrics);
  return {
    host: config.host,
    // What is part of another limit is never the larger one by default.
    maxUrlBytes: config.maxUrlBytes ?? Math.min(8 * 1024, maxHeaderBytes),
    maxHeaderBytes,
    maxResponseBytes: config.maxResponseBytes ?? 10 * 1024 * 1024,
    headersTimeout: config.headersTimeout ?? Math.min(15_000, requestTimeout),
    requestTimeout,
    keepAliveTimeout: config.keepAliveTimeout ?? (trustProxy > 0 ? 65_000 : 5_000),
    stallTimeout: config.stallTimeout ?? 60_000,
    maxConnections: config.maxConnections ?? 1_000,
    maxEventLoopDelay: config.maxEventLoopDelay ?? 500,
    rateLimits: {
      addresses: rateLimit === undefined ? undefined : resolveRate(rateLimit.addresses, REQUESTS),
      callers: rateLimit === undefined ? undefined : resolveRate(rateLimit.callers, REQUESTS),
      logins: resolveRate(rateLimit?.logins, LOGINS),
      redis: rateLimit?.redis,
    },
    trustProxy,
    cors: cors && {
      origins: cors.origins === "*" ? "*" : [...cors.origins],
      credentials: cors.credentials ?? false,
      maxAge: cors.maxAge ?? 600,
    },
    compression: compression && { minBytes: compression.minBytes ?? 1024 },
    log: {
      level: log.level ?? "warn",
      destination: log.destination,
      slowStatement: log.slowStatement ?? 1_000,
    },
    metrics: metrics && { token: metrics.token },
    startsWithoutDatabase: config.startsWithoutDatabase ?? false,
    shutdownDelay: config.shutdownDelay ?? 5_000,
    shutdownTimeout: config.shutdownTimeout ?? 20_000,
  };
}

/** What one request to an entity may ask for. */
export function resolveLimits(entity: Pick<EntityConfig, "maxBodyBytes">, server: ServerConfig = {}): Limits {
  const maxConditionLength = server.maxConditionLength ?? 4_096;
  return {
    maxTake: server.maxTake ?? 1_000,
    maxSkip: server.maxSkip ?? 1_000_000,
    maxBodyBytes: entity.maxBodyBytes ?? server.maxBodyBytes ?? 100 * 1024,
    maxJsonDepth: server.maxJsonDepth ?? 32,
    maxJsonKeys: server.maxJsonKeys ?? 1_000,
    maxConditionLength,
    maxConditionTerms: server.maxConditionTerms ?? 100,
    maxConditionValueLength: server.maxConditionValueLength ?? Math.min(1_024, maxConditionLength),
  };
}

function resolveRate(rate: RateConfig | false | undefined, usual: Rate): Rate | undefined {
  return rate === false ? undefined : { ...(rate ?? usual) };
}

/** The options of a feature that may be switched on as a whole; undefined where it is off. */
export function optionsOf<T extends object>(config: boolean | T | undefined): Partial<T> | undefined {
  return config === true ? {} : config === false ? undefined : config;
}
