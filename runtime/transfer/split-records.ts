import { hasLongNumbers } from "../model/values/exact-json.js";

/** The text of a record without its line end, or the reason why there is none. */
export type RecordText = NumberedLine &
  (
    | { readonly text: string; readonly fault?: undefined }
    | { readonly text?: undefined; readonly fault: RecordFault }
  );

interface NumberedLine {
  /** The line on which the record begins. The first line is 1. */
  readonly line: number;
  /** Whether the text is known to have no number that JSON.parse would round. Default: no. */
  readonly isExact?: boolean;
}

/** The record is too long, and its bytes were dropped as they arrived; or its bytes are not UTF-8. */
export type RecordFault = "too-long" | "not-utf8";

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** `undefined` if the bytes are not UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Splits bytes into records and counts lines. It works on bytes, so that invalid UTF-8 spoils only one record: no
 * byte of a longer UTF-8 character equals a comma, a quote or a line end.
 */
export abstract class RecordSplitter {
  /** The current line. */
  protected line = 1;
  /** The maximum number of bytes of a record, without its line end. */
  protected readonly maxBytes: number;
  /** The line on which the current record begins. */
  private begun = 1;
  private parts: Uint8Array[] = [];
  private length = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The records that end in this chunk. */
  abstract push(chunk: Uint8Array): RecordText[];

  /** The last record, if no line end follows it. */
  end(): RecordText | undefined {
    return this.length === 0 ? undefined : this.take();
  }

  /** Adds bytes to the current record, unless it is already too long. */
  protected keep(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.length > this.maxBytes) this.parts = [];
    else if (bytes.length > 0) this.parts.push(bytes);
  }

  /** The current record. */
  protected take(): RecordText {
    const { begun: line, parts } = this;
    const isTooLong = this.length > this.maxBytes;
    this.parts = [];
    this.length = 0;
    if (isTooLong) return { line, fault: "too-long" };
    const [only = new Uint8Array()] = parts;
    const text = decodeUtf8(parts.length > 1 ? Buffer.concat(parts) : only);
    return text === undefined ? { line, fault: "not-utf8" } : { line, text };
  }

  /** The next record begins on the current line. */
  protected begin(): void {
    this.begun = this.line;
  }
}

/** A record on each line. Lines end with LF: a CR before it is white space of JSON. */
export class LineSplitter extends RecordSplitter {
  override push(chunk: Uint8Array): RecordText[] {
    const first = chunk.indexOf(LF);
    const last = chunk.lastIndexOf(LF);
    const records: RecordText[] = [];
    if (first !== -1) {
      this.endLine(chunk.subarray(0, first), records);
      if (last > first) this.wholeLines(chunk.subarray(first + 1, last), records);
    }
    this.keep(chunk.subarray(last + 1));
    return records;
  }

  private endLine(rest: Uint8Array, records: RecordText[]): void {
    this.keep(rest);
    records.push(this.take());
    this.line++;
    this.begin();
  }

  /** Decodes all lines at once, because decoding each costs as much as parsing it. */
  private wholeLines(bytes: Uint8Array, records: RecordText[]): void {
    const all = bytes.length > this.maxBytes ? undefined : decodeUtf8(bytes);
    if (all !== undefined) {
      // Also looked for in all lines at once, which takes a fraction of the time.
      const isExact = !hasLongNumbers(all);
      for (const text of all.split("\n")) records.push({ line: this.line++, text, isExact });
      this.begin();
      return;
    }
    let from = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
      this.endLine(bytes.subarray(from, end), records);
      from = end + 1;
    }
    this.endLine(bytes.subarray(from), records);
  }
}

/** Records of CSV (RFC 4180): quoted values may contain line ends. Lines end with CRLF, LF or CR. */
export class CsvSplitter extends RecordSplitter {
  private state: "start" | "plain" | "quoted" | "quote" = "start";
  private isAfterCr = false;

  override push(chunk: Uint8Array): RecordText[] {
    const records: RecordText[] = [];
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] as number;
      const isLineEnd = byte === LF || byte === CR;
      const isRestOfLineEnd = this.isAfterCr && byte === LF;
      this.isAfterCr = byte === CR;
      if (isLineEnd && !isRestOfLineEnd) this.line++;
      if (!isLineEnd || this.state === "quoted") {
        this.read(byte);
        continue;
      }
      if (!isRestOfLineEnd) {
        this.keep(chunk.subarray(from, index));
        records.push(this.take());
      }
      this.begin();
      from = index + 1;
      this.state = "start";
    }
    this.keep(chunk.subarray(from));
    return records;
  }

  /** Tracks where a quoted value begins and ends: a quote opens it only at its start. */
  private read(byte: number): void {
    if (this.state === "quoted") {
      if (byte === QUOTE) this.state = "quote";
    } else if (byte === QUOTE && this.state !== "plain") this.state = "quoted";
    else this.state = byte === COMMA ? "start" : "plain";
  }
}

/** Leaves out the byte order mark that some programs write before UTF-8. */
export async function* withoutBom(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) yield chunk;
    else {
      head = Buffer.concat([head, chunk]);
      if (head.length < BOM.length) continue;
      yield afterBom(head);
      head = undefined;
    }
  }
  if (head !== undefined) yield afterBom(head);
}

const BOM = Buffer.from("\ufeff");

function afterBom(bytes: Buffer): Buffer {
  return bytes.subarray(0, BOM.length).equals(BOM) ? bytes.subarray(BOM.length) : bytes;
}
