import compression from "compression";
import type { ServerSettings } from "../model/server-settings.js";
import type { Stage } from "./stage.js";
import { AUTH_PREFIX } from "./paths.js";

const AUTH_PATH = new RegExp(`^${AUTH_PREFIX}(?:[/?]|$)`, "i");

/**
 * Compresses answers of at least this size. Not those that have a secret beside what others choose, because their length
 * then tells of the secret (BREACH, breachattack.com): tokens, and whatever a browser asks for with its cookies at the
 * bidding of any page.
 */
export function compressionStages(settings: ServerSettings["compression"]): readonly Stage[] {
  if (settings === undefined) return [];
  const compress = compression({ threshold: settings.minBytes });
  const stage: Stage = (req, res, next) => {
    if (req.headers.cookie === undefined && !AUTH_PATH.test(req.url)) compress(req, res, next);
    else next();
  };
  return [stage];
}
