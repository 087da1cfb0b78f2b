import type { Request } from "express";
import { apiKeyIn, type KeyCallers } from "../../access/api-key.js";
import type { Caller, Identify } from "../../access/caller.js";
import { ApiError } from "../../errors/api-error.js";
import type { LimitLogin } from "./login-limit.js";

/** Wraps `identify`, so that requests with unknown keys are limited as failed log-ins of their address are. */
export function limitUnknownKeys(
  identify: Identify,
  keys: KeyCallers<Caller> | undefined,
  limit: LimitLogin,
): Identify {
  if (keys === undefined) return identify;
  return (req) => {
    const key = apiKeyIn(req);
    // Those that were just looked up cost no look at the counts.
    return key === undefined || keys.isKnown(key) ? identify(req) : limited(req as Request);
  };

  async function limited(req: Request): Promise<Caller> {
    let refused: unknown;
    const caller = await limit(req, undefined, async () => {
      try {
        return await identify(req);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "invalid-token") throw error;
        refused = error;
        return undefined;
      }
    });
    if (caller === undefined) throw refused;
    return caller;
  }
}
