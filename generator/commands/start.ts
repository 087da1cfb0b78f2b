import type { AddressInfo } from "node:net";
import { CommandError } from "../command-error.js";
import { exitCodes } from "../exit-codes.js";
import { loadConfig } from "../load-config.js";
import { configHelp, configOption, print, textOption, type Command } from "./command.js";

export const start: Command = {
  name: "start",
  help: `Usage: data-api start [--config FILE] [--port N]

Serves the configuration until it is interrupted; running requests are finished first.

${configHelp}
  --port N          the port to listen on (default: 1337; 0 takes any that is free)`,
  options: { ...configOption, port: { type: "string" } },
  run: async (options) => {
    const port = parsePort(textOption(options, "port") ?? "1337");
    // Loaded late, so that help does not wait for it.
    const { DataApi } = await import("../../runtime/data-api.js");
    const api = new DataApi(await loadConfig(textOption(options, "config")));
    api.setupApiEndpoints();
    const server = await api.startAsync(port);
    const { port: actualPort } = server.address() as AddressInfo;
    // Listened for before it is said that the server runs, because somebody may answer with a signal at once.
    const interruption = interrupted();
    print(`Serving http://localhost:${actualPort}/api/data`);
    await interruption;
    await api.stopAsync();
    return exitCodes.done;
  },
};

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new CommandError(`"${text}" is not a port: give a number from 0 to 65535.`);
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}
