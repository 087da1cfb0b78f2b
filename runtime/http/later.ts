import type { RequestHandler } from "express";

/** A handler whose code is still loading. Requests that come earlier wait for it. */
export function later(load: () => Promise<RequestHandler>): RequestHandler {
  let handler: RequestHandler | undefined;
  const loading = load().then((loaded) => (handler = loaded));
  // Not unhandled: each request gets the error.
  loading.catch(() => undefined);
  return (req, res, next) => {
    if (handler !== undefined) return handler(req, res, next);
    return loading.then((loaded) => loaded(req, res, next));
  };
}
