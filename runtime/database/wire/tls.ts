import { DEFAULT_HOST } from "../../model/settings/database-settings.js";
import type { DatabaseSettings } from "../../model/model.js";

export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
}

/**
 * The TLS options of a connection. `false` for none: only on this machine, or if the configuration says so.
 * `undefined` if the connection string decides.
 */
export function tlsOptions(settings: DatabaseSettings): TlsOptions | false | undefined {
  const { encrypt, trustServerCertificate, certificateAuthority: ca, connectionString, host } = settings;
  const isAsked = encrypt ?? (trustServerCertificate || ca !== undefined ? true : undefined);
  if (isAsked === undefined && connectionString !== undefined) return stringTls(connectionString);
  if (!(isAsked ?? !isThisMachine(host ?? DEFAULT_HOST))) return false;
  return { rejectUnauthorized: !trustServerCertificate, ...(ca !== undefined && { ca }) };
}

/** A connection string without TLS parameters follows the same rule. */
function stringTls(connectionString: string): TlsOptions | false | undefined {
  if (/\b(?:ssl|sslmode|tls)\w*=/i.test(connectionString)) return undefined;
  // A string that is not a URL is either a socket's path, or cannot be trusted to be local.
  return isThisMachine(hostOf(connectionString) ?? connectionString) ? false : { rejectUnauthorized: true };
}

function hostOf(connectionString: string): string | undefined {
  try {
    return decodeURIComponent(new URL(connectionString).hostname);
  } catch {
    return undefined;
  }
}

function isThisMachine(host: string): boolean {
  return (
    host === "" ||
    host === "localhost" ||
    host === "::1" ||
    host === "[::1]" ||
    /^127\./.test(host) ||
    host.startsWith("/")
  );
}
