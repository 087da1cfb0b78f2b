import http from "node:http";
import type { Socket } from "node:net";
import type express from "express";
import type { Express } from "express";
import { unlessLate } from "../database/patience.js";
import { ApiError } from "../errors/api-error.js";
import type { ServerSettings } from "../model/server-settings.js";
import { isClosing } from "./close-gently.js";
import { rawAnswers } from "./raw-answers.js";
import { securityHeaders } from "./security-headers.js";
import { sendProblem } from "./send-problem.js";
import type { Stage } from "./stage.js";

/** Who writes down what comes in. */
interface Observer {
  readonly observe: Stage;
  readonly noteUnreadable: (requestId: string, code: string | undefined) => void;
}

/** How late a slow request may be noticed, in milliseconds. */
const MAX_CHECKING_INTERVAL = 5_000;

/**
 * An HTTP server for an Express application, at the speed of a plain one. Express gives every request and response
 * another prototype when it comes in, which makes V8 give up on them; here they are made with that prototype.
 */
export function createHttpServer(app: Express, settings: ServerSettings, observer: Observer): http.Server {
  class Request extends http.IncomingMessage {}
  class Response extends http.ServerResponse<Request> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype as unknown as Express["request"];
  app.response = Response.prototype as unknown as Express["response"];
  const latest: LatestAnswers = new WeakMap();
  const { headersTimeout } = settings;
  const server = http.createServer(
    {
      IncomingMessage: Request,
      ServerResponse: Response,
      maxHeaderSize: settings.maxHeaderBytes,
      headersTimeout,
      requestTimeout: settings.requestTimeout,
      connectionsCheckingInterval: Math.min(MAX_CHECKING_INTERVAL, Math.ceil(headersTimeout / 2)),
      keepAliveTimeout: settings.keepAliveTimeout,
      // A request without one gets a problem document.
      requireHostHeader: false,
    },
    (req, res) => {
      if (isClosing(req.socket)) return;
      latest.set(req.socket, res);
      app(req, res);
    },
  );
  const raw = rawAnswers(settings, observer.noteUnreadable);
  const headers = securityHeaders(settings);
  server.on("checkExpectation", (req: express.Request, res: express.Response) => {
    observer.observe(req, res, () => {
      for (const [name, value] of headers) res.setHeader(name, value);
      sendProblem(
        res,
        new ApiError("expectation-failed", 'The only expectation that can be met is "100-continue".'),
      );
    });
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") raw.toStalled(socket, latest.get(socket));
    else raw.toUnreadable(socket, error);
  });
  const step = Math.ceil(settings.stallTimeout / STEPS);
  const stillFor = countSteps(step);
  server.setTimeout(step, (socket) => {
    const answer = latest.get(socket);
    const isAlone = isAtWork(socket, answer);
    // Another time is that of a connection which waits for its next request.
    if (isAlone || (socket.timeout === step && stillFor(socket) < STEPS)) socket.setTimeout(step);
    else if (answer !== undefined && isDone(answer)) socket.destroy();
    else raw.toStalled(socket, answer);
  });
  return server;
}

/**
 * The number of steps that the time without a byte is split into. Node.js restarts its timer once after a write, because it
 * counts the bytes that went into the system's buffer as progress.
 */
const STEPS = 4;

/** Counts the steps in a row without progress. */
function countSteps(step: number): (socket: Socket) => number {
  const still = new WeakMap<Socket, { readonly steps: number; readonly at: number }>();
  return (socket) => {
    const at = Date.now();
    const last = still.get(socket);
    const steps = last !== undefined && at - last.at < 1.5 * step ? last.steps + 1 : 1;
    still.set(socket, { steps, at });
    return steps;
  };
}

/** The answer to the latest request of each connection. */
type LatestAnswers = WeakMap<Socket, http.ServerResponse>;

/** Whether a connection only waits for its next request. */
function isDone(answer: http.ServerResponse): boolean {
  return answer.writableFinished && answer.req.complete;
}

/** Whether nothing moves because the server has not answered yet: then it is not the client that has stopped. */
function isAtWork(socket: Socket, answer: http.ServerResponse | undefined): boolean {
  return answer !== undefined && !answer.writableEnded && answer.req.complete && socket.writableLength === 0;
}

/** Resolves when the server takes connections; rejects if the address cannot be had. */
export function listen(server: http.Server, port: number, host: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** How often connections that have become idle are closed while a server stops, in milliseconds. Node.js does so once. */
const IDLE_CHECK = 20;

/** How long connections take that are closed whatever runs on them; those that were upgraded are not Node.js's to close. */
const CLOSE_PATIENCE = 1_000;

/** Takes no more connections and resolves when the running requests have been answered, or after so long cut off. */
export async function drain(server: http.Server, timeout: number): Promise<void> {
  const idleCheck = setInterval(() => {
    server.closeIdleConnections();
  }, IDLE_CHECK);
  const cutOff = setTimeout(() => {
    server.closeAllConnections();
  }, timeout);
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  try {
    await unlessLate(timeout + CLOSE_PATIENCE, closed, () => undefined);
  } finally {
    clearInterval(idleCheck);
    clearTimeout(cutOff);
  }
}
