import type { DatabaseSettings } from "../model/model.js";

export interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly ca?: string;
}

/**
 * How a connection is encrypted, or false for one that is not: only to this machine, or where that was asked for.
 * Undefined where a connection string says it.
 */
export function tlsOptions(settings: DatabaseSettings): TlsOptions | false | undefined {
  const { encrypt, trustServerCertificate, certificateAuthority: ca, connectionString, host } = settings;
  const isAsked = encrypt ?? (trustServerCertificate || ca !== undefined ? true : undefined);
  if (isAsked === undefined && connectionString !== undefined) return stringTls(connectionString);
  if (!(isAsked ?? !isThisMachine(host ?? "localhost"))) return false;
  return { rejectUnauthorized: !trustServerCertificate, ...(ca !== undefined && { ca }) };
}

/** A connection string that says nothing of encryption is held to the same rule. */
function stringTls(connectionString: string): TlsOptions | false | undefined {
  if (/\b(?:ssl|sslmode|tls)\w*=/i.test(connectionString)) return undefined;
  // What is no URL is the path of a socket, or nothing that can be trusted to stay here.
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
