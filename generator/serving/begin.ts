import { statSync } from "node:fs";
import path from "node:path";
import { CommandError } from "../command-error.js";
import { loadConfig, shorten } from "../config/load-config.js";
import { serve, serveModule, type Serving } from "./serve.js";
import { servingConfig } from "./serving-config.js";

/** What `start` and `dev` serve: a server of the user, or a configuration. */
export interface Served {
  /** The whole path of the user's file. `undefined`: the configuration. */
  readonly server: string | undefined;
  readonly config: string | undefined;
  readonly port: number;
  readonly host: string | undefined;
}

interface Options {
  readonly config?: string | undefined;
  readonly port?: string | undefined;
  readonly host?: string | undefined;
}

/** @throws {CommandError} for a file that is not there, and for options that a server of the user sets itself. */
export function parseServed(options: Options, [file, ...others]: readonly string[]): Served {
  const { config, port, host } = options;
  if (others.length > 0) throw new CommandError(`"${others.join(" ")}" is too much: name one file.`);
  if (file === undefined) return { server: undefined, config, port: parsePort(port ?? "1337"), host };
  const server = path.resolve(file);
  if (!statSync(server, { throwIfNoEntry: false })?.isFile())
    throw new CommandError(
      `There is no file "${shorten(server)}". Without a file, the configuration is served.`,
    );
  if (!/\.[mc]?[jt]s$/.test(server))
    throw new CommandError(`"${shorten(server)}" is no server: its name must end in .ts, .mts, .js or .mjs.`);
  const own = Object.entries({ config, port, host }).find(([, value]) => value !== undefined);
  if (own !== undefined)
    throw new CommandError(
      `--${own[0]} does not go with "${file}": that file itself says what it serves, and where.`,
    );
  return { server, config, port: 0, host };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new CommandError(`"${text}" is not a port: give a number from 0 to 65535.`);
}

/** Starts to serve in this process. @throws {ConfigError} and what a server of the user throws. */
export async function begin({ server, config, port, host }: Served): Promise<Serving> {
  return server === undefined
    ? serve(servingConfig(await loadConfig(config), host), port)
    : serveModule(server);
}
