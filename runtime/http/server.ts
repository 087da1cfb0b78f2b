import http from "node:http";
import type { Socket } from "node:net";
import type express from "express";
import type { Express } from "express";
import { unlessLate } from "../time/within.js";
import { ApiError } from "../errors/api-error.js";
import type { ServerSettings } from "../model/settings/server-settings.js";
import { isClosing } from "./close-gently.js";
import { rawAnswers } from "./raw-answers.js";
import { createResponseClass } from "./headers/header-list.js";
import { securityHeaders } from "./headers/security-headers.js";
import { sendProblem } from "./send-problem.js";

/** Logs incoming requests. */
interface Observer {
  readonly observe: (req: http.IncomingMessage, res: http.ServerResponse) => unknown;
  readonly noteUnreadable: (requestId: string, code: string | undefined) => void;
}

/** How late a slow request may be detected, in milliseconds. */
const MAX_CHECKING_INTERVAL = 5_000;

/**
 * Creates an HTTP server for an Express application that is as fast as a plain one. Express changes the prototype of
 * every request and response, which stops V8 from optimizing them. Here they are created with that prototype.
 */
export function createHttpServer(app: Express, settings: ServerSettings, observer: Observer): http.Server {
  class Request extends http.IncomingMessage {}
  class Response extends createResponseClass(app.response) {
    /** Forget an answer that has been sent: otherwise it and its request would be kept until the next one. */
    override detachSocket(socket: Connection): void {
      super.detachSocket(socket);
      if (isDone(this) && socket[LATEST] === this) socket[LATEST] = undefined;
    }
  }
  Object.setPrototypeOf(Request.prototype, app.request);
  app.request = Request.prototype as unknown as Express["request"];
  app.response = Response.prototype as unknown as Express["response"];
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
      // A request without a Host header gets a problem document instead of Node.js's answer.
      requireHostHeader: false,
    },
    (req, res) => {
      if (isClosing(req.socket)) return;
      (req.socket as Connection)[LATEST] = res;
      app(req, res);
    },
  );
  const raw = rawAnswers(settings, observer.noteUnreadable);
  const headers = securityHeaders(settings);
  server.on("checkExpectation", (req: express.Request, res: express.Response) => {
    observer.observe(req, res);
    for (const [name, value] of headers) res.setHeader(name, value);
    const detail = 'The only supported expectation is "100-continue".';
    sendProblem(res, new ApiError("expectation-failed", detail));
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") raw.toStalled(socket, (socket as Connection)[LATEST]);
    else raw.toUnreadable(socket, error);
  });
  const step = Math.ceil(settings.stallTimeout / STEPS);
  const stillFor = countSteps(step);
  timeSlowConnections(server, step);
  server.on("timeout", (socket: Socket) => {
    const answer = (socket as Connection)[LATEST];
    const isAlone = isAtWork(socket, answer);
    // Any other timeout is the keep-alive timeout of a connection that waits for its next request.
    if (isAlone || (socket.timeout === step && stillFor(socket) < STEPS)) socket.setTimeout(step);
    else if (answer === undefined ? socket.bytesWritten > 0 : isDone(answer)) socket.destroy();
    else raw.toStalled(socket, answer);
  });
  return server;
}

/**
 * The number of steps that the stall timeout is split into. A request may wait one step for its timer, and Node.js
 * restarts the timer once after a write, because it counts bytes that went into the system's buffer as progress.
 */
const STEPS = 8;

/**
 * Starts a timer for each new connection, and for each one that has been at the same request for up to a step. A
 * timeout of the server itself would start a timer for every request.
 */
function timeSlowConnections(server: http.Server, step: number): void {
  const open = new Set<Connection>();
  server.on("connection", (socket: Connection) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.setTimeout(step);
  });
  server.once("listening", () => {
    const checks = setInterval(() => {
      // Node.js has cleared the timer of a connection whose next request has arrived.
      for (const socket of open)
        if (socket.timeout === 0 && socket[LATEST] !== undefined) socket.setTimeout(step);
    }, step).unref();
    server.once("close", () => clearInterval(checks));
  });
}

/** Counts consecutive steps without progress. */
function countSteps(step: number): (socket: Socket) => number {
  const still = new WeakMap<Socket, { readonly steps: number; readonly at: number }>();
  return (socket) => {
    const at = performance.now();
    const last = still.get(socket);
    const steps = last !== undefined && at - last.at < 1.5 * step ? last.steps + 1 : 1;
    still.set(socket, { steps, at });
    return steps;
  };
}

/** The latest answer of a connection. Removed after the answer has been sent. */
const LATEST = Symbol("latest answer");

/** A property, because a map would take longer to update and to collect. */
interface Connection extends Socket {
  [LATEST]?: http.ServerResponse | undefined;
}

/** Whether a connection only waits for its next request. */
function isDone(answer: http.ServerResponse): boolean {
  return answer.writableFinished && answer.req.complete;
}

/**
 * Whether the server is still working on its answer. Only a client can stall: a connection that waits for the server
 * is left alone.
 */
function isAtWork(socket: Socket, answer: http.ServerResponse | undefined): boolean {
  return answer !== undefined && !answer.writableEnded && answer.req.complete && socket.writableLength === 0;
}

/** Resolves when the server accepts connections. Rejects if it cannot bind the address. */
export function listen(server: http.Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => reject(explainAddress(error, host));
    server.once("error", fail);
    server.listen({ port, host }, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

/** The error codes of an address that this machine does not have, and of a name without an address. */
const noSuchAddress = ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EINVAL", "EAFNOSUPPORT"];

function explainAddress(error: NodeJS.ErrnoException, host: string): Error {
  const { code = "" } = error;
  if (!noSuchAddress.includes(code)) return error;
  const message = `The server cannot listen on "${host}": this machine has no such address. Set "server.host" to one of its addresses, or to 0.0.0.0 for all. (${error.message})`;
  return Object.assign(new Error(message, { cause: error }), { code });
}

/** How often idle connections are closed while a server stops, in milliseconds. Node.js does so only once. */
const IDLE_CHECK = 20;

/** How long aborted connections may take to close, in milliseconds. Node.js does not close upgraded ones. */
const CLOSE_PATIENCE = 1_000;

/** Accepts no more connections. Resolves when the running requests are answered, or aborted at the timeout. */
export async function drain(server: http.Server, timeout: number): Promise<void> {
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK);
  const cutOff = setTimeout(() => server.closeAllConnections(), timeout);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  try {
    await unlessLate(timeout + CLOSE_PATIENCE, closed, () => undefined);
  } finally {
    clearInterval(idleCheck);
    clearTimeout(cutOff);
  }
}
