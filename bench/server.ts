/** The process of one contestant: serves on a free port, tells it to its parent, and how much CPU it has used when asked. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What a contestant exports: serves the blog in this file, on any free port of 127.0.0.1. */
export type Serve = (file: string) => Promise<Server>;

export type ServerMessage =
  { readonly kind: "listening"; readonly port: number } | { readonly kind: "cpu"; readonly micros: number };

const [, , contestant = "", file = ""] = process.argv;
const { serve } = (await import(`./contestants/${contestant}.js`)) as { serve: Serve };
const server = await serve(file);
send({ kind: "listening", port: (server.address() as AddressInfo).port });

process.on("message", () => {
  const { user, system } = process.cpuUsage();
  send({ kind: "cpu", micros: user + system });
});
process.on("disconnect", () => process.exit());

function send(message: ServerMessage): void {
  process.send?.(message);
}
