import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** A body that was kept in a file, so that it can be read when it has arrived, and more than once. */
export interface Spooled {
  readonly read: () => AsyncIterable<Uint8Array>;
  /** Removes the file. */
  readonly remove: () => Promise<void>;
}

/** Keeps a body in a file of its own that only this user can read, in the folder for temporary files. */
export async function spool(body: AsyncIterable<Uint8Array>): Promise<Spooled> {
  const folder = await mkdtemp(join(tmpdir(), "data-api-body-"));
  const file = join(folder, "body");
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(body, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { read: () => createReadStream(file), remove };
}
