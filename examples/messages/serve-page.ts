import { fileURLToPath } from "node:url";
import express, { type Express } from "express";

/** The output folder of `npm run build:page`. */
const built = fileURLToPath(new URL("web/dist", import.meta.url));

/**
 * Serves the page beside the endpoints, so that it needs no CORS. It may only load files from, and send requests to,
 * its own server.
 */
export function servePage(app: Express, folder = built): void {
  const policy = "default-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";
  app.use(
    express.static(folder, {
      setHeaders: (res) => {
        res.setHeader("Content-Security-Policy", policy);
      },
    }),
  );
}
