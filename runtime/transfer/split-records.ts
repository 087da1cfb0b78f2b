/** The bytes of a record, without its line end. */
export interface RecordBytes {
  /** The line on which the record begins. The first line is 1. */
  readonly line: number;
  /** `undefined` if the record is longer than allowed. Its bytes were dropped as they arrived. */
  readonly bytes: Uint8Array | undefined;
}

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const COMMA = 0x2c;

/**
 * Splits bytes into records and counts lines. It works on bytes, so that bytes that are not UTF-8 spoil only the
 * record that they are in: no byte of a longer UTF-8 character equals a comma, a quote or a line end.
 */
export abstract class RecordSplitter {
  /** The line that has been reached. */
  protected line = 1;
  /** The line on which the record begins that is being read. */
  private begun = 1;
  private parts: Uint8Array[] = [];
  private length = 0;

  /** @param maxBytes The bytes that a record may have, without its line end. */
  constructor(private readonly maxBytes: number) {}

  /** The records that end in this chunk. */
  abstract push(chunk: Uint8Array): Generator<RecordBytes>;

  /** The last record, if no line end follows it. */
  end(): RecordBytes | undefined {
    return this.length === 0 ? undefined : this.take();
  }

  /** Adds bytes to the record that is being read, unless it is already too long. */
  protected keep(bytes: Uint8Array): void {
    this.length += bytes.length;
    if (this.length > this.maxBytes) this.parts = [];
    else if (bytes.length > 0) this.parts.push(bytes);
  }

  /** The record that has been read. */
  protected take(): RecordBytes {
    const [only = new Uint8Array()] = this.parts;
    const bytes = this.parts.length > 1 ? Buffer.concat(this.parts) : only;
    const record = { line: this.begun, bytes: this.length > this.maxBytes ? undefined : bytes };
    this.parts = [];
    this.length = 0;
    return record;
  }

  /** The next record begins on the line that has been reached. */
  protected begin(): void {
    this.begun = this.line;
  }
}

/** A record on each line. Lines end with LF: a CR before it is white space of JSON. */
export class LineSplitter extends RecordSplitter {
  override *push(chunk: Uint8Array): Generator<RecordBytes> {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      this.keep(chunk.subarray(from, end));
      yield this.take();
      this.line++;
      this.begin();
      from = end + 1;
    }
    this.keep(chunk.subarray(from));
  }
}

/** Records of CSV (RFC 4180): quoted values may contain line ends. Lines end with CRLF, LF or CR. */
export class CsvSplitter extends RecordSplitter {
  private state: "start" | "plain" | "quoted" | "quote" = "start";
  private isAfterCr = false;

  override *push(chunk: Uint8Array): Generator<RecordBytes> {
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
        yield this.take();
      }
      this.begin();
      from = index + 1;
      this.state = "start";
    }
    this.keep(chunk.subarray(from));
  }

  /** Follows where a quoted value begins and ends: only at its start does a quote open it. */
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
