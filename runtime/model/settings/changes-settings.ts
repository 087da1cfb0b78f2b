import { z } from "zod";
import { count, group, milliseconds, option, text, type Settings } from "./option.js";

const changesOptions = group("ChangesConfig", "Live changes of records.", {
  entities: option(
    z.array(text()).min(1),
    "The entities whose changes clients may follow at `GET /api/data/:entity/changes`.",
    { uniqueItems: true },
  ),
  table: option(
    text().default("data_api_outbox"),
    "The name of the table that each write adds its change to. A second table, with `_state` after the name, has the position.",
  ),
  keepHours: option(
    count(720).default(24),
    "Hours that a change is kept. A client that was away for longer has to read again.",
    { answer: "an event `reset`" },
  ),
  interval: option(
    z.int().min(20).max(60_000).default(250),
    "Milliseconds between two looks at the table, by each server.",
  ),
  alarmRows: option(
    count(1_000_000_000).default(1_000_000),
    "Number of kept changes above which the server logs a warning. Writes go on.",
  ),
  maxStreams: option(
    count(1_000_000).optional(),
    "Maximum number of open streams of one server. Other requests need connections too.",
    { answer: "503 `server-overloaded`", usually: "half of `server.maxConnections`" },
  ),
  maxStreamsPerCaller: option(
    count(1_000_000).default(20),
    "Maximum number of open streams of a known caller on one server, and of the anonymous callers of one address.",
    { answer: "429 `too-many-requests`" },
  ),
  maxBufferBytes: option(
    count(100 * 1024 * 1024).default(256 * 1024),
    "Maximum number of bytes that wait for a client that reads slowly. Further changes are left out.",
    { answer: "an event `reset`" },
  ),
  heartbeat: option(
    milliseconds().min(100).default(15_000),
    "Milliseconds between two comments in a stream, which show clients and proxies that it is open.",
  ),
});

/** How clients follow changes. `false` if they cannot. */
export const changesShape = option(
  z.union([z.literal(false), changesOptions], "must be false or an object of its options").default(false),
  "Tell clients the changes of records as they happen, as server-sent events.",
  { usually: "`false`" },
);

export type ChangesSettings = Exclude<Settings<typeof changesShape>, false>;
