import { ApiError } from "../errors/api-error.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Selection } from "../database/sql/selection.js";
import type { Field } from "../model/model.js";
import { ReadPage } from "./read-page.js";

/** What a stream of records needs to read its pages. */
export interface StreamSource {
  readonly selection: Selection;
  /** The most records. */
  readonly take: number;
  /** How many records the first page has. */
  readonly firstTake: number;
  readonly session: DatabaseSession;
  /** Reads a page in the stream's session. `after` is the `next` of the page before. */
  readonly read: (session: DatabaseSession, after: string | undefined, take: number) => Promise<ReadPage>;
  /** Ends the stream when its client has the answer, or goes away. */
  readonly signal: AbortSignal;
}

/** How many records a page has, so that a page of records of any size fits into memory. */
const SIZES = [1_000, 100, 10] as const;
/** What the text of a page should not exceed, in UTF-16 code units. */
const PAGE_LENGTH = 1_000_000;

/**
 * All records that a read matches, page by page, of one state of the database where it can give that. It holds a
 * connection until its last page is read or its client goes away.
 */
export class RecordStream extends ReadPage<never> {
  /** How long a client may take to read a part, in milliseconds. */
  readonly patience: number;
  readonly #source: StreamSource;
  readonly #held: HeldSession;
  #page: ReadPage | undefined;

  private constructor(source: StreamSource, held: HeldSession, first: ReadPage) {
    super([], [], { toRecord: itemsAreStreamed, toJson: itemsAreStreamed }, undefined, undefined);
    this.patience = source.session.model.server.stallTimeout;
    this.#source = source;
    this.#held = held;
    this.#page = first;
  }

  /** Reads the first page, so that what is wrong with the read is known before anything is answered. */
  static async open(source: StreamSource): Promise<RecordStream> {
    const { session, read, signal, firstTake } = source;
    const held = await holdSession(session, signal);
    const first = await held.use((within) => read(within, undefined, firstTake));
    return new RecordStream(source, held, first);
  }

  /** What records have, in order. Those that only some have are there, too. A list of ids and a count have no field. */
  get members(): readonly { readonly name: string; readonly field: Field | undefined }[] {
    const { fields, links, counts, names } = this.#source.selection;
    const byName = new Map(fields.map((field) => [field.name, field]));
    const usual = [
      ...byName.keys(),
      ...[...links.map(({ link }) => link), ...counts].map(({ name }) => name),
    ];
    return (names ?? usual).map((name) => ({ name, field: byName.get(name) }));
  }

  /** A handler that changes the items of a page would change nothing in a stream. */
  override get items(): never[] {
    return itemsAreStreamed();
  }

  /** Encodes the records page by page. @throws {ApiError} */
  async *texts(encode: (page: ReadPage) => string): AsyncGenerator<string> {
    let left = this.#source.take;
    while (this.#page !== undefined) {
      const page: ReadPage = this.#page;
      const { length, next } = page;
      left -= length;
      const isLast = next === undefined || left <= 0;
      // What is not needed any more is given back before the client reads the last page.
      if (isLast) this.#held.end();
      const text = encode(page);
      this.#page = undefined;
      yield text;
      if (isLast) return;
      const size = Math.min(left, this.#sizeAfter(text.length / length));
      this.#page = await this.#held.use((within) => this.#source.read(within, next, size));
    }
  }

  #sizeAfter(length: number): number {
    const { selection, firstTake } = this.#source;
    const size = SIZES.find((each) => each * length <= PAGE_LENGTH) ?? 1;
    // How many records the lists may have was checked for the first page.
    return selection.lists.length > 0 ? Math.min(size, firstTake) : size;
  }
}

function itemsAreStreamed(): never {
  throw new Error("A stream of records has no items: it is sent as it is, by replyPage.");
}

/** A session that stays open until it is ended. */
interface HeldSession {
  readonly use: <T>(work: (session: DatabaseSession) => Promise<T>) => Promise<T>;
  readonly end: () => void;
}

/** @throws {ApiError} and {DatabaseError} if it cannot be opened. */
function holdSession(session: DatabaseSession, signal: AbortSignal): Promise<HeldSession> {
  return new Promise((resolve, reject) => {
    const held = session.snapshot(async (within) => {
      let running: Promise<unknown> | undefined;
      const ended = new Promise<void>((end) => {
        signal.addEventListener("abort", () => {
          end();
        });
        if (signal.aborted) end();
        resolve({
          use: (work) => {
            if (signal.aborted) throw new ApiError("request-timeout", "The client has gone away.");
            const done = work(within);
            running = done
              .catch(() => undefined)
              .finally(() => {
                running = undefined;
              });
            return done;
          },
          end,
        });
      });
      await ended;
      // Its connection is of no use to others before the statement has ended.
      if (running !== undefined) await within.cancel();
      await running;
    });
    // If it ends with a fault, the read that met it has thrown it, or everything has been read.
    held.catch(reject);
  });
}
