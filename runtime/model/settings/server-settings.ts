import { z } from "zod";
import {
  count,
  feature,
  flag,
  group,
  milliseconds,
  number,
  offByDefault,
  option,
  optionalText,
  text,
  type Settings,
} from "./option.js";

/** The maximum of body limits, in bytes. */
const MAX_BODY_BYTES = 100 * 1024 * 1024;
export const bodyBytes = () => count(MAX_BODY_BYTES);

const sizeLimits = {
  maxTake: option(count(1_000_000).default(1_000), "Maximum number of records per page.", {
    answer: "400 `invalid-page`",
  }),
  maxSkip: option(
    number().default(1_000_000),
    "Maximum number of records a page may skip. The database reads the records that it skips.",
    { answer: "400 `invalid-page`" },
  ),
  maxBodyBytes: option(
    bodyBytes().default(100 * 1024),
    "Maximum size of a request body in bytes, after decompression.",
    { answer: "413 `body-too-large`" },
  ),
  maxStreamBytes: option(
    count(1024 ** 4).default(1024 ** 3),
    "Maximum size in bytes of a request body that is a stream of records, after decompression. `maxBodyBytes` holds for each of its records.",
    { answer: "413 `body-too-large`" },
  ),
  maxAffected: option(
    number().default(1_000),
    "Maximum number of records a request may write: in an array, in lists, or by a `where`. 0: only one record by its id.",
    { answer: "400 `too-many-records`" },
  ),
  maxJsonDepth: option(count(100).default(32), "Maximum nesting depth of a JSON body.", {
    answer: "400 `malformed-json`",
  }),
  maxJsonKeys: option(
    count(1_000_000).default(1_000),
    "Maximum number of keys in all objects of a JSON body.",
    { answer: "400 `malformed-json`" },
  ),
};

/** The maximum number of records of a list within a record. */
export const MAX_NESTED_TAKE = 1_000;

/** Limits within another limit, which their default never exceeds. */
export const innerLimits = {
  defaultTake: { usual: 20, within: "maxTake" },
  headersTimeout: { usual: 15_000, within: "requestTimeout" },
  maxUrlBytes: { usual: 8 * 1024, within: "maxHeaderBytes" },
  maxConditionValueLength: { usual: 1_024, within: "maxConditionLength" },
} as const;
export type InnerLimit = keyof typeof innerLimits;

function usually(name: InnerLimit): string {
  const { usual, within } = innerLimits[name];
  return `${usual}, at most \`${within}\``;
}

/** How long an idle connection waits, in milliseconds. Load balancers wait a minute. */
export const keepAlive = { direct: 5_000, behindProxy: 65_000 } as const;

const readLimits = {
  defaultTake: option(count(1_000_000).optional(), "Number of records per page, if a request names none.", {
    usually: usually("defaultTake"),
  }),
  defaultNestedTake: option(
    count(MAX_NESTED_TAKE).default(20),
    `Number of records of a list within a record, if a request names none. A request may name up to ${MAX_NESTED_TAKE}.`,
    { answer: "400 `invalid-page`" },
  ),
  maxDepth: option(
    number(20).default(5),
    "Maximum depth of nested relations in a read, such as 2 in `comments(author(username))`, or in a nested write.",
    { answer: "400 `invalid-select`, `invalid-condition` or `invalid-order`" },
  ),
  maxRecords: option(
    count(10_000_000).default(100_000),
    "Maximum number of records in all lists of a read together. It is computed from their `take`s before the read runs.",
    { answer: "400 `invalid-page`" },
  ),
};

const conditionLimits = {
  maxConditionLength: option(
    count(1_000_000).default(4_096),
    "Maximum length of a condition in characters, after decoding.",
    { answer: "400 `invalid-condition`" },
  ),
  maxConditionTerms: option(
    count(500).default(100),
    "Maximum number of comparisons in all conditions of a read together.",
    { answer: "400 `invalid-condition`" },
  ),
  maxConditionValueLength: option(
    count(1_000_000).optional(),
    "Maximum length of one value in a condition, in characters.",
    { usually: usually("maxConditionValueLength"), answer: "400 `invalid-condition`" },
  ),
};

/** The limits for requests to one entity. */
export const limitsShape = z.object({ ...sizeLimits, ...readLimits, ...conditionLimits });

const rateShape = group("RateConfig", "A rate limit.", {
  limit: option(count(1_000_000_000), "Number of requests that are allowed in the window."),
  window: option(count(86_400_000), "Length of the window in milliseconds."),
});
const rate = z.union([rateShape, z.literal(false)], "must be { limit, window } or false");

/** Enough for people: Directus allows 50 requests a second; log-ins are limited separately. */
const REQUESTS = { limit: 100, window: 1_000 };
const LOGINS = { limit: 10, window: 60_000 };

const rateLimitShape = group("RateLimitConfig", "Rate limits. `false` switches a limit off.", {
  addresses: option(rate.default(REQUESTS), "Requests per IP address.", {
    answer: "429 `too-many-requests`",
  }),
  callers: option(rate.default(REQUESTS), "Requests per known caller, from all addresses.", {
    answer: "429 `too-many-requests`",
  }),
  logins: option(
    rate.default(LOGINS),
    "Failed log-ins per address, and per user name. Requests for messages to users are counted alike.",
    { answer: "429 `too-many-requests`" },
  ),
  redis: option(
    text().optional(),
    "The URL of a Redis server in which all processes count together, such as `redis://host:6379`.",
    { usually: "each process counts for itself" },
  ),
});

const corsShape = group("CorsConfig", "Which other sites may call this server from a browser.", {
  origins: option(
    z.union([z.literal("*"), z.array(z.string()).min(1)], 'must be "*" or a list of origins'),
    'The allowed origins, such as `https://app.example.com`, or `"*"` for every site.',
  ),
  credentials: option(flag(), 'Allow browsers to send cookies. Not possible with `"*"`.'),
  maxAge: option(
    number(86_400).default(600),
    "Seconds a browser may cache the answer to a preflight request.",
  ),
});

const compressionShape = group("CompressionConfig", "Compression of answers.", {
  minBytes: option(
    number(MAX_BODY_BYTES).default(1024),
    "Minimum size in bytes of an answer that is compressed.",
  ),
});

/** A destination for log lines. */
export interface LogDestination {
  write(line: string): unknown;
}

const destination = z.custom<LogDestination>(
  (value) => typeof (value as { write?: unknown } | null)?.write === "function",
  "must be a stream: an object with a write method",
);

const logShape = group("LogConfig", "The log.", {
  level: option(
    z.enum(["debug", "info", "warn", "error", "silent"]).default("warn"),
    "The lowest level that is written. `info` writes one line per request; `data-api start` uses it by default.",
  ),
  destination: option(destination.optional(), "Where log lines go. Each line is one JSON text.", {
    typescript: "LogDestination",
    usually: "the standard error output",
    isCode: true,
    isKept: true,
  }),
  slowStatement: option(
    milliseconds().default(1_000),
    "Log statements that take longer than this many milliseconds. 0: log none.",
  ),
});

const metricsShape = group("MetricsConfig", "Metrics for Prometheus.", {
  token: option(
    z.string().min(16).optional(),
    "The token that `GET /metrics` requires, as `Authorization: Bearer`.",
    {
      isSecret: true,
      usually: "none: `/metrics` is open to everyone",
      answer: "401 `authentication-required`",
    },
  ),
});

const auditShape = group("AuditConfig", "The audit log.", {
  table: option(text().default("data_api_audit"), "The name of the audit table."),
});

export const idempotencyShape = group("IdempotencyConfig", "Idempotency keys.", {
  table: option(text().default("data_api_idempotency"), "The name of the table that stores the keys."),
  keepHours: option(count(8_760).default(24), "Hours a key is remembered."),
});

/** In characters that a header can have. A path of two slashes would be a host. */
const publicUrl = z
  .string()
  .regex(
    /^(?:https?:\/\/[\w.~%:[\]-]+|(?=\/(?!\/)))(?:\/[\w.~!$&'()*+,;=:@%/-]*)?$/,
    "must be a URL or a path without a query, such as https://example.com/shop or /shop",
  )
  .transform((url) => url.replace(/\/+$/, ""));

/** An IPv4 address, an IPv6 address with an optional zone, or a host name (RFC 1123 §2.1). */
const listenAddress = z
  .string()
  .regex(
    /^(?:(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}|(?=[^:]*:)[\da-fA-F:.]{2,45}(?:%\w+)?|(?:[a-zA-Z\d](?:[\w-]*[a-zA-Z\d])?\.)*(?!\d+$)[a-zA-Z\d](?:[\w-]*[a-zA-Z\d])?)$/,
    "must be an IP address or a host name, such as 127.0.0.1, 0.0.0.0 or localhost",
  );

export const serverShape = group(
  "ServerConfig",
  "The HTTP server and its limits. Times are in milliseconds, sizes in bytes.",
  {
    host: option(
      listenAddress.default("127.0.0.1"),
      "The address to listen on. `0.0.0.0` is every IPv4 address of the machine, `::` every address.",
    ),
    ...sizeLimits,
    ...readLimits,
    cursorKey: option(
      optionalText(),
      "Seals the cursors of pages (`next`), if there is no `auth.secretKey`. At least 32 bytes in UTF-8, the same on all servers.",
      { usually: "made from `auth.secretKey`; without it, each process has a random key", isSecret: true },
    ),
    maxUrlBytes: option(count(1_048_576).optional(), "Maximum size of path and query in bytes.", {
      usually: usually("maxUrlBytes"),
      answer: "414 `url-too-long`",
    }),
    maxHeaderBytes: option(
      z
        .int()
        .min(1_024)
        .max(1_048_576)
        .default(16 * 1024),
      "Maximum size of path and headers together, in bytes.",
      { answer: "431 `headers-too-large`" },
    ),
    ...conditionLimits,
    maxResponseBytes: option(
      count(500_000_000).default(10 * 1024 * 1024),
      "Maximum size of the answer to a read in bytes, before compression.",
      { answer: "400 `answer-too-large`" },
    ),
    headersTimeout: option(
      milliseconds(1).optional(),
      "Milliseconds for the headers of a request to arrive.",
      { usually: usually("headersTimeout"), answer: "408 `request-timeout`" },
    ),
    requestTimeout: option(milliseconds(1).default(30_000), "Milliseconds for a whole request to arrive.", {
      answer: "408 `request-timeout`",
    }),
    keepAliveTimeout: option(
      milliseconds(1).optional(),
      "Milliseconds an idle connection waits for its next request. Behind a load balancer it must be longer than the balancer's own timeout.",
      {
        usually: `${keepAlive.direct}; ${keepAlive.behindProxy} with \`trustProxy\``,
        answer: "connection closed",
      },
    ),
    stallTimeout: option(
      milliseconds(1).default(60_000),
      "Milliseconds a client may neither send its request nor read its answer.",
      { answer: "408 `request-timeout`, or connection closed" },
    ),
    maxConnections: option(count(1_000_000).default(1_000), "Maximum number of open connections.", {
      answer: "503 `server-overloaded`",
    }),
    maxEventLoopDelay: option(
      milliseconds().default(500),
      "Event loop delay in milliseconds above which requests are rejected. 0: never reject.",
      { answer: "503 `server-overloaded`" },
    ),
    rateLimit: option(
      rateLimitShape.default({ addresses: false, callers: false, logins: LOGINS }),
      "Rate limits per address, per caller and for failed log-ins.",
      { usually: "failed log-ins only" },
    ),
    trustProxy: option(
      z.int("must be the number of proxies").min(0).max(32).default(0),
      "Number of proxies in front of this server. Their `X-Forwarded-For` entries are trusted.",
    ),
    publicUrl: option(
      publicUrl.optional(),
      "Where clients reach this server, if a proxy strips a path: `https://example.com/shop` or `/shop`.",
      { usually: "the path of the request, as it arrives" },
    ),
    cors: option(corsShape.optional(), "Which other sites may call this server from a browser.", {
      usually: "no other site",
      answer: "no CORS headers: the browser blocks the answer",
    }),
    compression: offByDefault(compressionShape, "Compress answers."),
    log: logShape.prefault({}),
    metrics: offByDefault(metricsShape, "Serve metrics for Prometheus at `GET /metrics`."),
    audit: offByDefault(auditShape, "Record every write in an audit table, in the same transaction."),
    idempotency: option(
      feature(idempotencyShape).optional(),
      "Run a create with an `Idempotency-Key` only once, however often it is sent.",
      {
        usually: "`true` if the start or migrations create tables (`database.schema`)",
        answer: "422 `idempotency-key-reused`, 409 `request-running`",
      },
    ),
    requirePrecondition: option(flag(), "Require `If-Match` on updates and deletes.", {
      answer: "428 `precondition-required`",
    }),
    startsWithoutDatabase: option(
      flag(),
      "Start even if the database cannot be reached, and keep trying to connect. `data-api start` uses `true` by default.",
    ),
    shutdownDelay: option(
      milliseconds().default(5_000),
      "Milliseconds requests are still accepted after SIGTERM, while `/readyz` answers 503.",
    ),
    shutdownTimeout: option(
      milliseconds().default(20_000),
      "Milliseconds running requests may take to finish when the server stops.",
      { answer: "connection closed" },
    ),
  },
);

/** The server settings with all defaults. Times are in milliseconds, sizes in bytes. */
export type ServerSettings = Settings<typeof serverShape> &
  Readonly<Record<InnerLimit | "keepAliveTimeout", number>>;

export type Limits = Settings<typeof limitsShape> &
  Pick<ServerSettings, "defaultTake" | "maxConditionValueLength">;
export type Rate = Settings<typeof rateShape>;
export type RateLimits = ServerSettings["rateLimit"];
export type CorsSettings = Settings<typeof corsShape>;
export type LogSettings = ServerSettings["log"];
export type LogLevel = LogSettings["level"];
