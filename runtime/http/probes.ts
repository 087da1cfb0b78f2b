import type { ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.js";
import { answerOptions, wrongMethod } from "./methods.js";
import { writeProblem } from "./send-problem.js";
import { sendJson } from "./send.js";
import type { Stage } from "./stage.js";

const METHODS = ["GET", "HEAD", "OPTIONS"];
const NO_STORE = { "Cache-Control": "no-store" } as const;

/** What the probes look at. */
export interface Probed {
  readonly isStopping: () => boolean;
  /** Whether the database answers. It never rejects. */
  readonly isAnswering: () => Promise<boolean>;
  /** In how many seconds a database that does not answer may be asked again. */
  readonly retryAfter: () => number;
}

/**
 * Answers those who look after the server: `/livez`, whether it runs at all, which asks nobody else, because a server that
 * is started anew does not bring its database back; and `/readyz`, whether to send it requests. They pass nothing that
 * could turn them away, and are no news to anybody.
 */
export function createProbes(probed: Probed): Stage {
  return (req, res, next) => {
    switch (pathOf(req.url)) {
      case "/livez":
        answer(req.method, res, () => {
          sendJson(res, 200, '{"status":"ok"}', NO_STORE);
        });
        break;
      case "/readyz":
        answer(req.method, res, () => {
          void answerReady(res, probed);
        });
        break;
      default:
        next();
    }
  };
}

/** Of all but the probes, nothing is cut off: this is asked of every request. */
function pathOf(url: string): string {
  if (!url.startsWith("/livez") && !url.startsWith("/readyz")) return "";
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function answer(method: string, res: ServerResponse, reply: () => void): void {
  if (method === "OPTIONS") answerOptions(res, METHODS);
  else if (METHODS.includes(method)) reply();
  else writeProblem(res, wrongMethod(method, METHODS));
}

async function answerReady(
  res: ServerResponse,
  { isStopping, isAnswering, retryAfter }: Probed,
): Promise<void> {
  if (isStopping()) {
    refuse(res, "server-stopping", "The server is stopping.", 1);
  } else if (await isAnswering()) {
    sendJson(res, 200, '{"status":"ok"}', NO_STORE);
  } else {
    refuse(res, "database-unavailable", "The database does not answer.", retryAfter());
  }
}

function refuse(
  res: ServerResponse,
  code: "server-stopping" | "database-unavailable",
  detail: string,
  retryAfter: number,
): void {
  writeProblem(
    res,
    new ApiError(code, detail, { headers: { "Retry-After": String(retryAfter), ...NO_STORE } }),
  );
}
