/**
 * The process of one contestant. Serves on a free port, reports the port to its parent, and reports its
 * resource usage on request.
 */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { DatabaseConfig } from "data-api";
import { tellUsed, type UsedMessage } from "./used.js";

/** The export of each contestant: serves the blog in this database on a free port of 127.0.0.1. */
export type Serve = (database: DatabaseConfig) => Promise<Server>;

export type ServerMessage = { readonly kind: "listening"; readonly port: number } | UsedMessage;

const [, , contestant = ""] = process.argv;
const { serve } = (await import(`./contestants/${contestant}.js`)) as { serve: Serve };
// Not passed as an argument, because every user of the machine can read arguments.
const [database] = (await once(process, "message")) as [DatabaseConfig];
const server = await serve(database);
send({ kind: "listening", port: (server.address() as AddressInfo).port });

tellUsed();
process.on("disconnect", () => process.exit());

function send(message: ServerMessage): void {
  process.send?.(message);
}
