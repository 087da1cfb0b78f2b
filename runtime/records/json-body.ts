import type { Row } from "../database/wire/connection.js";
import { answerTooLarge, checkAnswer, MAX_BYTES_OF_CHARACTER } from "./check-answer.js";
import type { LinkedRows } from "./record-members.js";
import type { RecordReader } from "./record-reader.js";

/** The JSON of an answer: a short one as text, a long one as its bytes in UTF-8. */
export type JsonBody = string | Buffer;

/** Up to so many characters stay text, which Node.js sends in one piece with the head. */
const MAX_TEXT = 4_096;
/** At least so many characters are encoded at once. */
const MIN_PART = 512;
/** As much is kept for the next body. */
const KEPT_BYTES = 256 * 1024;

/** A writer takes it until its end, so that no two write into the same bytes. */
let kept: Buffer | undefined;

/**
 * Joins texts to the body of an answer. A long body is encoded part by part. As one text, it would be copied several
 * times on its way to the socket, with two bytes for every character if one of them is beyond Latin-1. V8 reserves more
 * memory, the more of such text is in use when it collects garbage.
 */
export class BodyWriter {
  readonly #maxBytes: number;
  #text = "";
  #bytes: Buffer | undefined;
  #length = 0;

  /** @param maxBytes The limit of the whole body. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @throws {ApiError} `answer-too-large`, before the body grows far beyond the limit. */
  add(text: string): void {
    this.#text += text;
    if (this.#text.length >= (this.#bytes === undefined ? MAX_TEXT : MIN_PART)) this.#encode();
  }

  /**
   * Adds the JSON of rows, with commas between them.
   * @throws {ApiError} `answer-too-large`, before the body grows far beyond the limit.
   */
  addRows(rows: readonly Row[], reader: Pick<RecordReader, "toJson">, linked: LinkedRows): void {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      if (row !== undefined) this.add((index === 0 ? "" : ",") + reader.toJson(row, linked));
    }
  }

  /** @throws {ApiError} `answer-too-large` */
  end(): JsonBody {
    if (this.#bytes === undefined) {
      checkAnswer(this.#text, this.#maxBytes);
      return this.#text;
    }
    const bytes = this.#encode();
    if (bytes.length > KEPT_BYTES) return bytes.subarray(0, this.#length);
    kept = bytes;
    return Buffer.from(bytes.subarray(0, this.#length));
  }

  #encode(): Buffer {
    const bytes = this.#roomFor(this.#text.length * MAX_BYTES_OF_CHARACTER);
    this.#length += bytes.write(this.#text, this.#length);
    this.#text = "";
    if (this.#length > this.#maxBytes) throw answerTooLarge(this.#maxBytes);
    return bytes;
  }

  #roomFor(more: number): Buffer {
    const size = this.#length + more;
    let bytes = this.#bytes ?? takeKept();
    if (size > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(size, 2 * bytes.length));
      bytes.copy(larger, 0, 0, this.#length);
      bytes = larger;
    }
    this.#bytes = bytes;
    return bytes;
  }
}

function takeKept(): Buffer {
  const bytes = kept ?? Buffer.allocUnsafeSlow(KEPT_BYTES);
  kept = undefined;
  return bytes;
}
