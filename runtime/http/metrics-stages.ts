import { createHash, timingSafeEqual } from "node:crypto";
import { bearerToken } from "../access/bearer-token.js";
import { ApiError } from "../errors/api-error.js";
import type { Metrics } from "../observe/metrics.js";
import { answerOptions, wrongMethod } from "./methods.js";
import { sendProblem } from "./send-problem.js";
import type { Stage } from "./stage.js";

const METHODS = ["GET", "HEAD", "OPTIONS"];

/** `GET /metrics`: the figures for Prometheus, where there are any. With a token, for those only who send it. */
export function metricsStages(metrics: Metrics | undefined, token: string | undefined): readonly Stage[] {
  if (metrics === undefined) return [];
  const mayAsk = token === undefined ? () => true : sends(token);
  const stage: Stage = (req, res, next) => {
    if (!/^\/metrics(?:$|\?)/.test(req.url)) {
      next();
      return;
    }
    if (req.method === "OPTIONS") {
      answerOptions(res, METHODS);
      return;
    }
    if (!METHODS.includes(req.method)) {
      sendProblem(res, wrongMethod(req.method, METHODS));
      return;
    }
    try {
      if (!mayAsk(bearerToken(req)))
        throw new ApiError("authentication-required", "The figures need the token of the configuration.");
    } catch (error) {
      sendProblem(res, error);
      return;
    }
    metrics.text().then(
      (text) => {
        const headers = {
          "Content-Type": metrics.contentType,
          "Content-Length": Buffer.byteLength(text),
          "Cache-Control": "no-store",
        };
        res.writeHead(200, headers);
        res.end(text);
      },
      (error: unknown) => {
        sendProblem(res, error);
      },
    );
  };
  return [stage];
}

/** Compared by hashes of one length, so that the time tells nothing of the token. */
function sends(token: string): (given: string | undefined) => boolean {
  const expected = hash(token);
  return (given) => given !== undefined && timingSafeEqual(hash(given), expected);
}

function hash(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
