import { parseOptions } from "../../model/settings/option.js";
import {
  innerLimits,
  keepAlive,
  limitsShape,
  serverShape,
  type InnerLimit,
  type Limits,
  type ServerSettings,
} from "../../model/settings/server-settings.js";
import type { EntityConfig, ServerConfig } from "../config.js";

/** The server settings with all defaults. */
export function resolveServer(config?: ServerConfig): ServerSettings {
  const server = parseOptions(serverShape, config);
  const inner = (name: InnerLimit) => {
    const { usual, within } = innerLimits[name];
    return server[name] ?? Math.min(usual, server[within]);
  };
  return {
    ...server,
    defaultTake: inner("defaultTake"),
    maxUrlBytes: inner("maxUrlBytes"),
    headersTimeout: inner("headersTimeout"),
    maxConditionValueLength: inner("maxConditionValueLength"),
    keepAliveTimeout:
      server.keepAliveTimeout ?? (server.trustProxy > 0 ? keepAlive.behindProxy : keepAlive.direct),
  };
}

/** The limits for requests to one entity. */
export function resolveLimits(
  { maxBodyBytes }: Pick<EntityConfig, "maxBodyBytes">,
  server: ServerSettings = resolveServer(),
): Limits {
  const limits = usualLimits.get(server) ?? limitsOf(server);
  usualLimits.set(server, limits);
  return maxBodyBytes === undefined ? limits : { ...limits, maxBodyBytes };
}

/** The limits of entities without limits of their own, which share them. */
const usualLimits = new WeakMap<ServerSettings, Limits>();

function limitsOf(server: ServerSettings): Limits {
  const { defaultTake, maxConditionValueLength } = server;
  return { ...parseOptions(limitsShape, server), defaultTake, maxConditionValueLength };
}
