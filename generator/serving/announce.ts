import type { StartedServer } from "../../runtime/start-command.js";
import { isLoopback } from "../../runtime/http/loopback.js";
import { styled } from "../colours.js";

/** The part of a started server that is printed. It can be sent between processes. */
export type AnnouncedServer = Pick<StartedServer, "host" | "port" | "addresses">;

/** `0.0.0.0` and `::`, which stand for all addresses of the machine. */
const EVERY_ADDRESS = /^(?:0\.0\.0\.0|[0:]*::[0:]*)$/;

/** Prints where a server is reached. The log is on the standard error, so that its lines stay JSON. */
export function announce({ host, port, addresses }: AnnouncedServer): void {
  const url = `http://${hostInUrl(host)}:${port}`;
  const [first, ...others] = addresses;
  const width = Math.max(0, ...others.map(({ title }) => title.length));
  process.stdout.write(
    [
      `${styled(["bold", "green"], "Serving")} ${styled("bold", `${url}${first?.path ?? ""}`)}`,
      ...others.map(({ title, path }) => `  ${title.padEnd(width)}  ${url}${path}`),
      styled("dim", `  ${reach(host)}`),
      "",
    ].join("\n"),
  );
}

function reach(host: string): string {
  if (isLoopback(host)) return "Only this machine can reach it. For others: --host 0.0.0.0";
  if (EVERY_ADDRESS.test(host)) return "It listens on all addresses of this machine.";
  return `It listens on ${host}.`;
}

function hostInUrl(host: string): string {
  if (isLoopback(host) || EVERY_ADDRESS.test(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
