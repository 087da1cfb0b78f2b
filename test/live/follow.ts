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
  const events: Event[] = [];
  let [text, lastId] = ["", ""];
  let told = () => {};
  const connect = async (more: Headers) => {
    const request = http.get(url, { headers: { ...headers, ...more }, agent: false });
    const res = await new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once("response", resolve).once("error", reject);
    });
    request.on("error", () => undefined);
    res.on("error", () => undefined);
    const connection = { request, res, isClosed: false, closed: Promise.resolve() };
    connection.closed = new Promise<void>((resolve) => {
      res.once("close", () => {
        connection.isClosed = true;
        told();
        resolve();
      });
    });
    return connection;
  };
  const read = async ({ res }: Awaited<ReturnType<typeof connect>>) => {
    let [rest, hasBegun] = ["", false];
    res.setEncoding("utf8");
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
      hasBegun = true;
      told();
    });
    if (!hasBegun) await new Promise<void>((resolve) => (told = resolve));
  };
  let current = await connect({});
  const { statusCode: status = 0, headers: answered } = current.res;
  if (status === 200) await read(current);
  else for await (const part of current.res.setEncoding("utf8")) text += String(part);
  let [mayComeBack, isStopped] = [true, false];
  /**
   * A server that could not read the records in time ends the stream, and its clients come back: a machine that stands
   * still is no mistake. But a server that does so again is.
   */
  const comeBack = async () => {
    if (!mayComeBack || isStopped || lastId === "" || events.at(-1)?.type === "end") return;
    mayComeBack = false;
    current = await connect({ "Last-Event-ID": lastId });
    await read(current);
  };
  return {
    status,
    headers: answered,
    problem: status === 200 ? undefined : (JSON.parse(text) as Record<string, unknown>),
    events,
    lastId: () => lastId,
    text: () => text,
    until: async (isMet, limit = 60_000) => {
      const end = performance.now() + limit;
      while (!isMet(events)) {
        if (current.isClosed) await comeBack();
        if (isMet(events)) break;
        if (current.isClosed || performance.now() > end)
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
    pause: () => current.res.pause(),
    resume: () => current.res.resume(),
    isClosed: () => current.isClosed,
    closed: current.closed,
    stop: async () => {
      isStopped = true;
      current.request.destroy();
      await current.closed;
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
