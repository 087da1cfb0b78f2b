import http from "node:http";
import type { Express } from "express";

/**
 * An HTTP server for an Express application, at the speed of a plain one. Express gives every request and response
 * another prototype when it comes in, which makes V8 give up on them; here they are made with that prototype.
 */
export function createHttpServer(app: Express): http.Server {
  class Request extends http.IncomingMessage {}
  class Response extends http.ServerResponse<Request> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype as unknown as Express["request"];
  app.response = Response.prototype as unknown as Express["response"];
  return http.createServer({ IncomingMessage: Request, ServerResponse: Response }, app);
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

/** How often connections that have become idle are closed while a server stops, in milliseconds. */
const IDLE_CHECK = 20;

/** Takes no more connections and resolves when the running requests have been answered. */
export function drain(server: http.Server): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setInterval(() => {
      server.closeIdleConnections();
    }, IDLE_CHECK);
    server.close((error) => {
      clearInterval(timer);
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}
