/** The process of one contestant: serves on a free port, tells it to its parent, and how much CPU it has used when asked. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DatabaseConfig } from "data-api";

/** What a contestant exports: serves the blog in this database, on any free port of 127.0.0.1. */
export type Serve = (database: DatabaseConfig) => Promise<Server>;

export type ServerMessage =
  { readonly kind: "listening"; readonly port: number } | { readonly kind: "cpu"; readonly micros: number };

const [, , contestant = ""] = process.argv;
const { serve } = (await import(`./contestants/${contestant}.js`)) as { serve: Serve };
// Not by an argument, which everybody on the machine could read.
const [database] = (await once(process, "message")) as [DatabaseConfig];
const server = await serve(database);
send({ kind: "listening", port: (server.address() as AddressInfo).port });

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  send({ kind: "cpu", micros: user + system });
});
process.on("disconnect", () => process.exit());

function send(message: ServerMessage): void {
  process.send?.(message);
}
