import { randomUUID } from "node:crypto";
import { open, rm, writeFile, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "../../errors/api-error.js";

/** A body that is kept in a file, so that it can be read after all of it has arrived, and more than once. */
export interface SpooledBody {
  readonly read: () => AsyncIterable<Uint8Array>;
  /** Frees the disk space. */
  readonly remove: () => Promise<void>;
}

/** How many bodies this process keeps at once. Together with `maxStreamBytes`, it bounds the disk space. */
const MOST = 8;

/** The minimum average speed in bytes per second. A slower body gives its place to the next one. */
const SLOW = 65_536;
/** The minimum time that a body keeps its place, in milliseconds. */
const PATIENCE = 5_000;

let kept = 0;

/** A body that is still arriving. */
interface Arriving {
  readonly begin: number;
  length: number;
  /** Ends it, so that its place is free at once. */
  readonly giveUp: () => void;
}

const arriving = new Set<Arriving>();

/**
 * Keeps a body in a temporary file that only this user can read. The file loses its name before its first byte is
 * written, so that it disappears however the process ends. Windows removes the name when the file is closed.
 * @throws {ApiError} `server-overloaded` if too many are kept already, if the disk is full, or if the body is slow
 * and others wait; and what `body` throws.
 */
export async function spool(body: AsyncIterable<Uint8Array>): Promise<SpooledBody> {
  if (kept >= MOST) slowest()?.giveUp();
  if (kept >= MOST)
    throw overloaded(
      `The server is keeping ${MOST} streams for "handling=strict" already. Try again in a moment.`,
    );
  kept++;
  let isKept = true;
  const leave = () => {
    if (isKept) kept--;
    isKept = false;
  };
  let file: FileHandle | undefined;
  const remove = async () => {
    leave();
    await file?.close();
  };
  const { promise: given, reject } = withResolvers<never>();
  const begin = performance.now();
  const own: Arriving = {
    begin,
    length: 0,
    giveUp: () => {
      arriving.delete(own);
      leave();
      reject(overloaded("The stream arrived too slowly, and others wait. Send it again, or in several."));
    },
  };
  try {
    const opened = await openNameless();
    file = opened;
    arriving.add(own);
    await writeFile(opened, measured(body, own, given));
    return { read: () => bytesOf(opened), remove };
  } catch (error) {
    await remove();
    throw isFull(error) ? overloaded("The folder for temporary files is full.", error) : error;
  } finally {
    arriving.delete(own);
  }
}

/** The slowest body, which has to give its place to another one. `undefined` if none is slow. */
function slowest(): Arriving | undefined {
  const now = performance.now();
  const rate = ({ begin, length }: Arriving) => (length / (now - begin)) * 1_000;
  return [...arriving]
    .filter((each) => now - each.begin >= PATIENCE && rate(each) < SLOW)
    .toSorted((a, b) => rate(a) - rate(b))[0];
}

/** The parts of the body, until it ends or is abandoned, possibly while it waits for the next part. */
async function* measured(
  body: AsyncIterable<Uint8Array>,
  own: Arriving,
  given: Promise<never>,
): AsyncGenerator<Uint8Array> {
  const parts = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part = await Promise.race([parts.next(), given]);
      if (part.done === true) return;
      own.length += part.value.length;
      yield part.value;
    }
  } finally {
    // Not awaited: the part that the body waits for may never arrive.
    void Promise.resolve(parts.return?.()).catch(() => undefined);
  }
}

function overloaded(detail: string, cause?: unknown): ApiError {
  return new ApiError("server-overloaded", detail, { headers: { "Retry-After": "1" }, cause });
}

/** Whether the disk, or the user's quota, is full. */
function isFull(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return code === "ENOSPC" || code === "EDQUOT";
}

function withResolvers<T>() {
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((_, refuse) => (reject = refuse));
  // Node.js would end the process if the promise were rejected before something awaits it.
  promise.catch(() => undefined);
  return { promise, reject };
}

const PART = 65_536;

async function* bytesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (let from = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PART), 0, PART, from);
    if (bytesRead === 0) return;
    from += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `data-api-body-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await rm(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
