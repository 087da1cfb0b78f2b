import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { parseAbsolute } from "./request-target.js";
import { sendProblem } from "./send-problem.js";
import { inOrder, type Stage } from "./stage.js";

/** The setting of the application that says how large its answers may be. */
export const MAX_RESPONSE_BYTES = "max response bytes";

/** What an application is made of, beside the endpoints that are mounted later. */
export interface AppParts {
  /** What every request passes first, in this order. */
  readonly stages: readonly Stage[];
  /** What comes next: the first of Express's middleware. */
  readonly middleware: readonly RequestHandler[];
  /** How many proxies stand before the server. */
  readonly trustProxy: number;
  /** How large its answers may be. */
  readonly maxResponseBytes: number;
  /** What is wrong with a request that nobody took. */
  readonly nothingAt: (req: Request) => Error;
}

/**
 * An Express application that answers with problem documents where nothing else has answered. Mounted in another
 * application, it leaves the last word to that one.
 */
export function createApp({
  stages,
  middleware,
  trustProxy,
  maxResponseBytes,
  nothingAt,
}: AppParts): Express {
  const app = express() as Express & { handle: Stage };
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", trustProxy);
  app.set(MAX_RESPONSE_BYTES, maxResponseBytes);
  for (const each of middleware) app.use(each);
  const handle = inOrder(stages, app.handle.bind(app));
  app.handle = (req, res, next?: (error?: unknown) => void) => {
    const answerLast = (error?: unknown) => {
      sendProblem(res, error ?? nothingAt(req));
    };
    const last = next === undefined ? answerLast : leaveAsItCame(req, res, next);
    toOriginForm(req);
    handle(req, res, last);
  };
  return app;
}

/** Nothing behind this has to know that there is another form of a request's target. */
function toOriginForm(req: Request): void {
  if (req.url.startsWith("/")) return;
  const target = parseAbsolute(req.url);
  if (target === undefined) {
    // Express would look at the path of any scheme: so there is nothing at what is no target of this server.
    req.url = `/${req.url}`;
    return;
  }
  req.url = target.path;
  // It counts instead of the header (RFC 9112 §3.2.2).
  req.headers.host = target.host;
}

/** What another application answers is its own: neither the headers nor the rights of this one are for its pages. */
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
