import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { isTraced, type RequestSpan } from "../observe/telemetry.js";
import { parseAbsolute } from "./request-target.js";
import { sendProblem } from "./send-problem.js";
import type { AnswerLast, Shortcut } from "./shortcut.js";
import type { Stage } from "./stage.js";

/** The Express setting for the maximum size of answers. */
const MAX_RESPONSE_BYTES = "max response bytes";

/** The parts of an application, besides the endpoints that are mounted later. */
export interface AppParts {
  /** Runs first. @returns Runs the rest in its trace context, if there is one. */
  readonly observe: (req: Request, res: Response) => RequestSpan["run"] | undefined;
  /** Run next, in this order. */
  readonly stages: readonly Stage[];
  /** Express middleware that runs after the stages. */
  readonly middleware: readonly RequestHandler[];
  /** The number of proxies in front of the server. */
  readonly trustProxy: number;
  /** The maximum size of an answer. */
  readonly maxResponseBytes: number;
  /** Answers a request that no handler has answered, if it returns true. */
  readonly answersLast: (req: Request, res: Response) => boolean;
  /** The error for a request that nothing has answered. */
  readonly nothingAt: (req: Request) => Error;
}

/**
 * Creates an Express application that answers unhandled requests and errors with problem documents. If it is
 * mounted in another application, it leaves these to that application.
 */
export function createApp({
  observe,
  stages,
  middleware,
  trustProxy,
  maxResponseBytes,
  answersLast,
  nothingAt,
}: AppParts): { readonly app: Express; readonly addShortcut: (shortcut: Shortcut) => void } {
  const app = express() as Express & { handle: Handle };
  const shortcuts: Shortcut[] = [];
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", trustProxy);
  app.set(MAX_RESPONSE_BYTES, maxResponseBytes);
  for (const each of middleware) app.use(each);
  const byExpress = app.handle.bind(app);
  const answerLast: AnswerLast = (req, res, error) => {
    if (error === undefined && answersLast(req, res)) return;
    sendProblem(res, error ?? nothingAt(req));
  };
  const handle: Handle = (req, res, next) => {
    for (const stage of stages) if (!stage(req, res)) return;
    if (next !== undefined) {
      byExpress(req, res, next);
      return;
    }
    // Instrumentation of Express only sees requests that go through Express.
    if (!isTraced()) for (const shortcut of shortcuts) if (shortcut(req, res, answerLast)) return;
    byExpress(req, res, (error) => answerLast(req, res, error));
  };
  app.handle = (req, res, next) => {
    // As Express does later: adapters of serverless hosts make answers whose request is another object.
    res.req = req;
    const left = next && leaveAsItCame(req, res, next);
    toOriginForm(req);
    const runTraced = observe(req, res);
    if (runTraced === undefined) handle(req, res, left);
    else runTraced(() => handle(req, res, left));
  };
  return { app, addShortcut: (shortcut) => shortcuts.push(shortcut) };
}

/** The maximum size of an answer. */
export function maxResponseBytes({ app }: Response): number {
  return (app.get(MAX_RESPONSE_BYTES) as number | undefined) ?? Infinity;
}

type Handle = (req: Request, res: Response, next?: (error?: unknown) => void) => void;

/** Rewrites an absolute request target to a path, so that all other code sees one host and paths only. */
function toOriginForm(req: Request): void {
  if (req.url.startsWith("/")) return;
  const target = parseAbsolute(req.url);
  if (target === undefined) {
    // Express would route by the path of a URL of any scheme. With the slash, no route matches.
    req.url = `/${req.url}`;
    return;
  }
  req.url = target.path;
  // The host of the target overrides the header (RFC 9112 §3.2.2).
  req.headers.host = target.host;
}

/** Passes a request on to the outer application unchanged: without the headers and the URL that were set here. */
function leaveAsItCame(
  req: Request,
  res: Response,
  next: (error?: unknown) => void,
): (error?: unknown) => void {
  const { url } = req;
  const before = new Map(Object.entries(res.getHeaders()));
  return (error) => {
    req.url = url;
    if (!res.headersSent) {
      for (const name of res.getHeaderNames()) if (!before.has(name)) res.removeHeader(name);
      for (const [name, value] of before) if (value !== undefined) res.setHeader(name, value);
    }
    next(error);
  };
}
