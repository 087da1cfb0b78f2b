import http from "node:http";
import type { Headers } from "../conformance/callers.js";

/** An event as a client of a stream gets it. */
export interface Event {
  readonly type: string;
  readonly id: string;
  readonly data: {
    readonly key?: Readonly<Record<string, unknown>>;
    readonly record?: Readonly<Record<string, unknown>>;
    readonly reason?: string;
    readonly code?: string;
    readonly status?: number;
  };
}

/** A stream of changes. */
export interface Following {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** The problem document of a request that got no stream. */
  readonly problem: Readonly<Record<string, unknown>> | undefined;
  /** All events so far. */
  readonly events: readonly Event[];
  /** The last id, with those that came without an event. */
  readonly lastId: () => string;
  /** The text so far. */
  readonly text: () => string;
  /** Resolves when the events meet the condition. */
  readonly until: (isMet: (events: readonly Event[]) => boolean, limit?: number) => Promise<readonly Event[]>;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly isClosed: () => boolean;
  readonly closed: Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Follows the changes at a URL, with a parser of its own. */
export async function follow(url: string, headers: Headers = {}): Promise<Following> {
  const request = http.get(url, { headers, agent: false });
  const res = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve).once("error", reject);
  });
  request.on("error", () => undefined);
  res.on("error", () => undefined);
  const events: Event[] = [];
  let [text, rest, lastId] = ["", "", ""];
  let isClosed = false;
  let told = () => {};
  const closed = new Promise<void>((resolve) => {
    res.once("close", () => {
      isClosed = true;
      told();
      resolve();
    });
  });
  res.setEncoding("utf8");
  if (res.statusCode !== 200) {
    for await (const part of res) text += String(part);
  } else {
    res.on("data", (part: string) => {
      text += part;
      const blocks = (rest + part).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const fields = new Map(
          block
            .split("\n")
            .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
        );
        lastId = fields.get("id") ?? lastId;
        const [type, data] = [fields.get("event"), fields.get("data")];
        if (type !== undefined && data !== undefined)
          events.push({ type, id: lastId, data: JSON.parse(data) as Event["data"] });
      }
      told();
    });
    if (lastId === "") await new Promise<void>((resolve) => (told = resolve));
  }
  return {
    status: res.statusCode ?? 0,
    headers: res.headers,
    problem: res.statusCode === 200 ? undefined : (JSON.parse(text) as Record<string, unknown>),
    events,
    lastId: () => lastId,
    text: () => text,
    until: async (isMet, limit = 20_000) => {
      const end = performance.now() + limit;
      while (!isMet(events)) {
        if (isClosed || performance.now() > end)
          throw new Error(`The events did not come: ${JSON.stringify(events).slice(0, 2000)}`);
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, end - performance.now());
          told = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      return events;
    },
    pause: () => res.pause(),
    resume: () => res.resume(),
    isClosed: () => isClosed,
    closed,
    stop: async () => {
      request.destroy();
      await closed;
    },
  };
}

/** What events say, without their ids. */
export function said(events: readonly Event[]): readonly unknown[] {
  return events.map(({ type, data: { key, record } }) => [
    type,
    ...Object.values(key ?? {}),
    ...(record ? [record] : []),
  ]);
}
