import { parseOptions } from "../../model/settings/option.js";
import {
  limitsShape,
  serverShape,
  type Limits,
  type ServerSettings,
} from "../../model/settings/server-settings.js";
import type { EntityConfig, ServerConfig } from "../config.js";

/** The server settings with all defaults. */
export function resolveServer(config?: ServerConfig): ServerSettings {
  const server = parseOptions(serverShape, config);
  const { maxTake, maxHeaderBytes, requestTimeout, maxConditionLength, trustProxy } = server;
  return {
    ...server,
    // The default of a limit within another limit never exceeds that limit.
    defaultTake: server.defaultTake ?? Math.min(20, maxTake),
    maxUrlBytes: server.maxUrlBytes ?? Math.min(8 * 1024, maxHeaderBytes),
    headersTimeout: server.headersTimeout ?? Math.min(15_000, requestTimeout),
    maxConditionValueLength: server.maxConditionValueLength ?? Math.min(1_024, maxConditionLength),
    keepAliveTimeout: server.keepAliveTimeout ?? (trustProxy > 0 ? 65_000 : 5_000),
  };
}

/** The limits for requests to one entity. */
export function resolveLimits(
  { maxBodyBytes }: Pick<EntityConfig, "maxBodyBytes">,
  server: ServerSettings = resolveServer(),
): Limits {
  const { defaultTake, maxConditionValueLength } = server;
  const limits = { ...parseOptions(limitsShape, server), defaultTake, maxConditionValueLength };
  return maxBodyBytes === undefined ? limits : { ...limits, maxBodyBytes };
}
