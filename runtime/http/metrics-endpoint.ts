import { bearerToken } from "../access/bearer-token.js";
import { isSameSecret } from "../access/same-secret.js";
import { ApiError } from "../errors/api-error.js";
import { sha256 } from "../access/sha256.js";
import type { Metrics } from "../observe/metrics.js";
import type { FixedReads } from "./fixed-reads.js";

/** `GET /metrics`: metrics for Prometheus. Requires the token if one is configured. */
export function metricsEndpoint(metrics: Metrics | undefined, token: string | undefined): FixedReads {
  if (metrics === undefined) return {};
  const mayAsk = token === undefined ? () => true : sends(token);
  return {
    "/metrics": async (req, res) => {
      if (!mayAsk(bearerToken(req)))
        throw new ApiError(
          "authentication-required",
          '"/metrics" requires the token set in "server.metrics.token".',
        );
      const text = await metrics.text();
      const headers = {
        "Content-Type": metrics.contentType,
        "Content-Length": Buffer.byteLength(text),
        "Cache-Control": "no-store",
      };
      res.writeHead(200, headers);
      res.end(text);
    },
  };
}

/** Compares hashes of equal length, so that the duration reveals nothing about the token. */
function sends(token: string): (given: string | undefined) => boolean {
  const expected = sha256(token);
  return (given) => given !== undefined && isSameSecret(sha256(given), expected);
}
