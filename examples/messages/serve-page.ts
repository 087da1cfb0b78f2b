import { fileURLToPath } from "node:url";
import express, { type Express } from "express";

/** Where `npm run build:page` puts the page of `web`. */
const built = fileURLToPath(new URL("web/dist", import.meta.url));

/** Serves the page beside the endpoints, so that it needs no CORS. It may load and ask only its own server. */
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
