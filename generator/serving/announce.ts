import { isLoopback } from "../../runtime/http/is-loopback.js";
import type { Started } from "../../runtime/started.js";
import { bold, dim, green } from "../colors.js";

/** What a worker tells of its server. */
export type Listening = Pick<Started, "port" | "host" | "addresses">;

/** Says where the server is, and who can reach it. */
export function announcement({ port, host, addresses }: Listening): string {
  const isLocal = isLoopback(host);
  const named = ["127.0.0.1", "::1", "0.0.0.0", "::"].includes(host) ? "localhost" : host;
  const origin = `http://${named.includes(":") ? `[${named}]` : named}:${port}`;
  const [first, ...others] = addresses;
  const lines = others.map(({ title, path }) => `  ${title.padEnd(9)} ${bold(origin + path)}`);
  const reach = isLocal
    ? "Only this machine reaches it. Others do with --host 0.0.0.0"
    : `Other machines reach it: it listens on ${host}`;
  return [`${green("Serving")} ${bold(origin + (first?.path ?? ""))}`, ...lines, dim(`  ${reach}`)].join(
    "\n",
  );
}
