import type { Response } from "express";
import type { ApiError } from "../../errors/api-error.js";
import { sendHead } from "../../http/headers/header-list.js";
import { requestIdOf } from "../../http/headers/request-id.js";
import { toEventText } from "./change-events.js";

/** Why a client has to read again. */
export type ResetReason =
  /** The changes since its last event are no longer kept, or its id is not one of this database. */
  | "expired"
  /** It did not read fast enough. */
  | "lagging"
  /** What the caller may see has changed, or it is not certain. */
  | "rights";

/** `no-transform`: a compression would hold events back. The last one is for nginx. */
const HEADERS = [
  "Content-Type",
  "text/event-stream; charset=utf-8",
  "Cache-Control",
  "no-store, no-transform",
  "X-Accel-Buffering",
  "no",
];

/** Milliseconds after which a client connects again. */
const RETRY = 2_000;

/** The answer of one request: server-sent events (html.spec.whatwg.org/multipage/server-sent-events.html). */
export class ChangeStream {
  readonly #res: Response;
  readonly #maxBytes: number;
  #isLagging = false;
  /** Resolves when the client has read everything. `undefined` if nothing waits for it. */
  #reading: Promise<void> | undefined;
  /** The id from which the client reads again. */
  readonly #currentId: () => string;

  /**
   * @param maxBytes The maximum number of bytes that wait for the client.
   * @param currentId The id up to which it has everything.
   */
  constructor(res: Response, maxBytes: number, currentId: () => string) {
    this.#res = res;
    this.#maxBytes = maxBytes;
    this.#currentId = currentId;
  }

  /** Sends the head, and the id at which the stream begins. */
  begin(id: string): void {
    sendHead(this.#res, 200, HEADERS);
    this.#res.write(`retry: ${RETRY}\nid: ${id}\n\n`);
  }

  get isOpen(): boolean {
    return !this.#res.writableEnded && !this.#res.destroyed;
  }

  /** Whether the client has not read everything yet. One that lags, or that was waited for, is left alone. */
  get isBusy(): boolean {
    return this.isOpen && !this.#isLagging && this.#reading === undefined && this.#res.writableNeedDrain;
  }

  /** Resolves when the client has read everything, or is gone. */
  drained(): Promise<void> {
    return (this.#reading ??= this.#flushed().then(() => {
      this.#reading = undefined;
    }));
  }

  #flushed(): Promise<void> {
    return new Promise((resolve) => {
      this.#res.write(":\n\n", () => resolve());
    });
  }

  /** Sends events, unless too many wait already: then the client has to read again. */
  send(text: string): void {
    if (!this.isOpen || this.#isLagging || text === "") return;
    const waiting = this.#res.writableLength;
    if (waiting === 0 || waiting + text.length <= this.#maxBytes) this.#res.write(text);
    else this.lag();
  }

  /** Leaves events out until the client has read the others. Then it has to read again. */
  lag(): void {
    if (!this.isOpen || this.#isLagging) return;
    this.#isLagging = true;
    void this.#flushed().then(() => {
      this.#isLagging = false;
      this.reset("lagging");
    });
  }

  /** Shows that the stream is open, and that nothing has happened up to now. */
  beat(): void {
    this.send(`: open\nid: ${this.#currentId()}\n\n`);
  }

  reset(reason: ResetReason): void {
    this.send(toEventText("reset", this.#currentId(), JSON.stringify({ reason })));
  }

  /** Tells why, and ends the stream. */
  end(problem: ApiError, retry = RETRY): void {
    if (!this.isOpen) return;
    const document = problem.toProblem(requestIdOf(this.#res.req));
    if (!this.#isLagging)
      this.#res.write(`retry: ${retry}\n${toEventText("end", this.#currentId(), JSON.stringify(document))}`);
    this.#res.end();
  }

  /** Ends the stream without a reason: the client connects again. */
  close(): void {
    this.#res.end();
  }
}
