import type { ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.js";
import type { FixedReads } from "./fixed-reads.js";
import type { ChangeFigures, WebhookFigures } from "../observe/metrics.js";
import { writeProblem } from "./send-problem.js";
import { sendJson } from "./send.js";

const NO_STORE = { "Cache-Control": "no-store" } as const;
const NO_STORE_LIST = Object.entries(NO_STORE).flat();

/** The state that the probes report. */
export interface ProbeState {
  readonly isStopping: () => boolean;
  /** Whether the database answers. Never rejects. */
  readonly isAnswering: () => Promise<boolean>;
  /** Whether the database has all tables and columns, as far as the server knows. Never rejects. */
  readonly isComplete: () => Promise<boolean>;
  /** The seconds until the next attempt to reach a database that does not answer. */
  readonly retryAfter: () => number;
  /** The changes that others follow. `undefined` if there are none. */
  readonly changes: () => ChangeFigures | undefined;
  /** The deliveries of webhooks. `undefined` if there are none. */
  readonly webhooks: () => readonly WebhookFigures[] | undefined;
}

/**
 * `/livez`: whether the process runs. It checks nothing else, because a restart would not bring the database
 * back. `/readyz`: whether the server can take requests.
 */
export function probes(probed: ProbeState): FixedReads {
  return {
    "/livez": (_req, res) => sendJson(res, 200, '{"status":"ok"}', NO_STORE_LIST),
    "/readyz": (_req, res) => answerReady(res, probed),
  };
}

async function answerReady(
  res: ServerResponse,
  { isStopping, isAnswering, isComplete, retryAfter, changes, webhooks }: ProbeState,
): Promise<void> {
  if (isStopping()) {
    refuse(res, "server-stopping", "The server is stopping.", 1);
  } else if (!(await isAnswering())) {
    refuse(res, "database-unavailable", "The database does not answer.", retryAfter());
  } else if (!(await isComplete())) {
    refuse(res, "database-incomplete", "The database lacks a table or column. The log names it.", 1);
  } else {
    sendJson(
      res,
      200,
      JSON.stringify({ status: "ok", changes: changes(), webhooks: sumOf(webhooks()) }),
      NO_STORE_LIST,
    );
  }
}

/** Without the names, because everyone may ask. */
function sumOf(figures: readonly WebhookFigures[] | undefined) {
  if (figures === undefined) return undefined;
  const sum = (of: "pending" | "dead") => figures.reduce((all, each) => all + each[of], 0);
  return { pending: sum("pending"), dead: sum("dead") };
}

function refuse(
  res: ServerResponse,
  code: "server-stopping" | "database-unavailable" | "database-incomplete",
  detail: string,
  retryAfter: number,
): void {
  writeProblem(
    res,
    new ApiError(code, detail, { headers: { "Retry-After": String(retryAfter), ...NO_STORE } }),
  );
}
