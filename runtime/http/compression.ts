import type compression from "compression";
import { createRequire } from "node:module";
import type { ServerSettings } from "../model/settings/server-settings.js";
import type { Stage } from "./stage.js";
import { AUTH_PREFIX } from "./endpoint.js";

const AUTH_PATH = new RegExp(`^${AUTH_PREFIX}(?:[/?]|$)`, "i");

/**
 * Compresses answers of at least `minBytes`. Answers that may mix secrets with attacker-chosen text are not
 * compressed, because their length would reveal the secret (BREACH, breachattack.com): tokens, and answers to
 * requests with cookies, which any page can make a browser send.
 */
export function compressionStages(settings: ServerSettings["compression"]): readonly Stage[] {
  if (settings === false) return [];
  const createCompression = createRequire(import.meta.url)("compression") as typeof compression;
  const compress = createCompression({ threshold: settings.minBytes });
  const stage: Stage = (req, res) => {
    if (req.headers.cookie === undefined && !AUTH_PATH.test(req.url)) compress(req, res, () => undefined);
    return true;
  };
  return [stage];
}
