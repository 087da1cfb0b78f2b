import type { DatabaseConfig } from "data-api";

/** The server that an environment variable names, as `postgres://user:password@host:port`. */
export function settingsOf(variable: string, otherwise?: string): DatabaseConfig | undefined {
  const text = process.env[variable] ?? otherwise;
  if (text === undefined || text === "") return undefined;
  const url = new URL(text);
  const trusts = url.searchParams.get("trustServerCertificate");
  const pooler = url.searchParams.get("pooler");
  return {
    dialect: url.protocol.slice(0, -1) as DatabaseConfig["dialect"],
    host: url.hostname,
    ...(url.port !== "" && { port: Number(url.port) }),
    ...(url.username !== "" && { userName: decodeURIComponent(url.username) }),
    ...(url.password !== "" && { password: decodeURIComponent(url.password) }),
    ...(pooler !== null && { pooler: pooler as DatabaseConfig["pooler"] }),
    ...(trusts !== null && { trustServerCertificate: trusts === "true" }),
  };
}
