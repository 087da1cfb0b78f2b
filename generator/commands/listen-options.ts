import type { ListenOptions } from "../../runtime/start-command.js";
import { CommandError } from "../command-error.js";
import type { OptionValues } from "./command.js";

export const listenOptions = { host: { type: "string" }, port: { type: "string" } } as const;
export const listenHelp = `  --host ADDRESS    the address to listen on (default: server.host, else 127.0.0.1: only this machine; 0.0.0.0 for all)
  --port N          the port to listen on (default: 1337, or what SERVER says; 0 for any free port)`;

/** @throws {CommandError} */
export function parseListen({ host, port }: OptionValues<typeof listenOptions>): ListenOptions {
  if (host === "") throw new CommandError(`--host needs an address, such as 127.0.0.1 or 0.0.0.0.`);
  return { host, port: port === undefined ? undefined : parsePort(port) };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new CommandError(`"${text}" is not a port: give a number from 0 to 65535.`);
}
