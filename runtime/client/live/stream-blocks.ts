import { ClientError } from "../client-error.js";
import type { Connection } from "../connection.js";
import { unexpected } from "../parse-answer.js";
import { eventParser, type EventBlock } from "./event-parser.js";

/** The request for a stream. */
export interface StreamRequest {
  /** Below the address of the server. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the request is retried at once, as other reads are. */
  readonly isRepeatable: boolean;
}

/** The server sends something every 15 s. Three times nothing is a dead connection, or a proxy that buffers. */
const LONGEST_SILENCE = 45_000;

/**
 * The blocks of one connection to an event stream. It only ends with an error, because a stream has no end.
 * @throws {ClientError} What the server rejects, `cut-answer`, or `no-answer` after 45 s without a byte.
 */
export async function* streamBlocks(
  { send }: Connection,
  { path, headers, isRepeatable }: StreamRequest,
  signal: AbortSignal,
): AsyncGenerator<EventBlock, void> {
  const name = `GET ${path}`;
  const cut = new AbortController();
  const stop = () => cut.abort(signal.reason);
  const inTime = async <T>(answer: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => {
      const seconds = LONGEST_SILENCE / 1000;
      const detail = `${name} has sent nothing for ${seconds} seconds. Does a proxy buffer it?`;
      cut.abort(new ClientError("no-answer", detail));
    }, LONGEST_SILENCE);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  };
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop);
  try {
    const { body: answer } = await inTime(
      send({
        method: "GET",
        path,
        headers: { Accept: "text/event-stream", ...headers },
        signal: cut.signal,
        isStream: true,
        isRepeatable,
      }),
    );
    const { headers: answered, body, status } = answer as Response;
    const type = answered.get("Content-Type") ?? "no content type";
    if (!/^text\/event-stream/i.test(type)) throw unexpected(name, `${status} with ${type}`, { status });
    // The `fetch` of React Native gives no streams.
    if (!body) throw new TypeError('This "fetch" does not stream: pass one that does to "createClient".');
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const parse = eventParser();
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) throw new ClientError("cut-answer", `The answer to ${name} was cut off.`, { status });
      yield* parse(value);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    // Also closes the connection when the reader stops.
    cut.abort();
  }
}
