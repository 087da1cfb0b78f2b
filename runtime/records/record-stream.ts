import { ApiError } from "../errors/api-error.js";
import type { DatabaseSession } from "../database/database-session.js";
import type { Selection } from "../database/sql/selection.js";
import type { Field } from "../model/model.js";
import { ReadPage } from "./read-page.js";

/** The options for reading the pages of a stream of records. */
export interface StreamSource {
  readonly selection: Selection;
  /** The maximum number of records. */
  readonly take: number;
  /** How many records the first page has. */
  readonly firstTake: number;
  readonly session: DatabaseSession;
  /** Reads a page in the stream's session. `after` is the `next` of the page before. */
  readonly read: (session: DatabaseSession, after: string | undefined, take: number) => Promise<ReadPage>;
  /** Aborts the stream when its client has the whole answer, or disconnects. */
  readonly signal: AbortSignal;
}

/** The number of records of a page, which fits into memory whatever the size of the records. */
const SIZES = [1_000, 100, 10] as const;
/** The maximum length of a page's text, in UTF-16 code units. */
const PAGE_LENGTH = 1_000_000;

/**
 * All records that a read matches, page by page, so that memory and the duration of statements are bounded and each
 * page has the usual rights, lists and cursors. The pages show one state of the database if the database supports
 * that. The stream holds a connection until its last page is read or its client disconnects.
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

  /** Reads the first page, so that mistakes of the read are found before the answer begins. */
  static async open(source: StreamSource): Promise<RecordStream> {
    const { session, read, signal, firstTake } = source;
    const held = await holdSession(session, signal);
    const first = await held.use((within) => read(within, undefined, firstTake));
    return new RecordStream(source, held, first);
  }

  /**
   * The members of records, in order, including those that only some records have. A list of ids and a count have no
   * field.
   */
  get members(): readonly { readonly name: string; readonly field: Field | undefined }[] {
    const { fields, links, counts, names } = this.#source.selection;
    const byName = new Map(fields.map((field) => [field.name, field]));
    const usual = [
      ...byName.keys(),
      ...[...links.map(({ link }) => link), ...counts].map(({ name }) => name),
    ];
    return (names ?? usual).map((name) => ({ name, field: byName.get(name) }));
  }

  /** A handler that changed the items of a page would have no effect on a stream, so it fails. */
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
      // Release resources before the client reads the last page.
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
        signal.addEventListener("abort", () => end());
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
      // The connection cannot be used by others until the statement has ended.
      if (running !== undefined) await within.cancel();
      await running;
    });
    // If the session fails at its end, the failed read has thrown the error, or everything has been read.
    held.catch(reject);
  });
}
