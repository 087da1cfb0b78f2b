/** How the server answers, with all that was left out filled in. Times are in milliseconds, sizes in bytes. */
export interface ServerSettings {
  /** The address to listen on; undefined for every address of the machine. */
  readonly host: string | undefined;
  readonly maxUrlBytes: number;
  readonly maxHeaderBytes: number;
  /** The largest answer to a read, before compression. */
  readonly maxResponseBytes: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly stallTimeout: number;
  readonly maxConnections: number;
  /** 0: however late the event loop is, requests are taken. */
  readonly maxEventLoopDelay: number;
  readonly rateLimits: RateLimits;
  /** How many proxies stand before the server. */
  readonly trustProxy: number;
  /** undefined where pages of other sites may not call the server. */
  readonly cors: CorsSettings | undefined;
  /** undefined where nothing is compressed. */
  readonly compression: { readonly minBytes: number } | undefined;
  readonly log: LogSettings;
  /** undefined where there are no figures to ask for; without a token anybody may. */
  readonly metrics: { readonly token: string | undefined } | undefined;
  readonly startsWithoutDatabase: boolean;
  readonly shutdownDelay: number;
  readonly shutdownTimeout: number;
}

/** So many in so many milliseconds. */
export interface Rate {
  readonly limit: number;
  readonly window: number;
}

/** undefined for what is not limited. */
export interface RateLimits {
  readonly addresses: Rate | undefined;
  readonly callers: Rate | undefined;
  readonly logins: Rate | undefined;
  /** The URL of the Redis that counts; undefined where each process counts for itself. */
  readonly redis: string | undefined;
}

export interface CorsSettings {
  readonly origins: "*" | readonly string[];
  readonly credentials: boolean;
  /** In seconds. */
  readonly maxAge: number;
}

export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogSettings {
  readonly level: LogLevel;
  /** undefined for the standard error output. */
  readonly destination: LogDestination | undefined;
  /** 0 where no statement is written down. */
  readonly slowStatement: number;
}

/** Takes lines of the log. */
export interface LogDestination {
  write(line: string): unknown;
}
