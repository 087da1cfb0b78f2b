import { createHash } from "node:crypto";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { CREATED_HERE } from "./manifest.js";

/** In UTF-16 code units. Each write costs a turn of the event loop. */
const BUFFERED = 262_144;

/** Writes a file under a temporary name, which is replaced when the file is complete. */
export class DumpWriter {
  readonly #place: string;
  readonly #handle: FileHandle;
  readonly #hash = createHash("sha256");
  #text = "";
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();

  private constructor(place: string, handle: FileHandle) {
    this.#place = place;
    this.#handle = handle;
  }

  static async create(place: string): Promise<DumpWriter> {
    const { flag, mode } = CREATED_HERE;
    // A leftover of an interrupted export.
    await rm(`${place}.part`, { force: true });
    return new DumpWriter(place, await open(`${place}.part`, flag, mode));
  }

  /** Adds text. The returned promise, if there is one, must be awaited before the next call. */
  add(text: string): Promise<void> | undefined {
    this.#text += text;
    return this.#text.length < BUFFERED ? undefined : this.#write();
  }

  /** Writes the rest, waits until it is on the disk, and renames the file. */
  async finish(): Promise<{ readonly bytes: number; readonly sha256: string }> {
    await this.#write();
    await this.#writing;
    await this.#handle.sync();
    await this.#handle.close();
    await rename(`${this.#place}.part`, this.#place);
    return { bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }

  /** Closes the file, which keeps its temporary name. Does nothing after `finish`. */
  async abandon(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#handle.close().catch(() => undefined);
  }

  /** Begins to write the buffer, after the previous part. */
  async #write(): Promise<void> {
    const part = Buffer.from(this.#text);
    this.#text = "";
    this.#bytes += part.length;
    this.#hash.update(part);
    await this.#writing;
    this.#writing = this.#writeAll(part);
    // Awaited before the next part.
    this.#writing.catch(() => undefined);
  }

  async #writeAll(part: Buffer): Promise<void> {
    for (let from = 0; from < part.length;) {
      const { bytesWritten } = await this.#handle.write(part, from);
      from += bytesWritten;
    }
  }
}
