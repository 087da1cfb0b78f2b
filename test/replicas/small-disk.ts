import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system in memory that can become full. */
export interface SmallDisk {
  /** A folder in which a server may write. */
  readonly folder: string;
  /** Frees so much that everything works again. */
  readonly makeRoom: () => void;
  readonly remove: () => void;
}

/** @returns `undefined` if no file system can be mounted: only the root user of a whole machine may do that. */
export function mountSmallDisk(): SmallDisk | undefined {
  const root = mkdtempSync(join(tmpdir(), "data-api-small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=755", "tmpfs", root], { stdio: "ignore" });
  } catch {
    rmSync(root, { recursive: true });
    return undefined;
  }
  const remove = () => {
    execFileSync("umount", ["--lazy", root]);
    rmSync(root, { recursive: true });
  };
  // An interrupted run leaves no file system behind.
  process.once("exit", remove);
  const ballast = join(root, "ballast");
  writeFileSync(ballast, Buffer.alloc(10_000_000));
  const folder = join(root, "tables");
  mkdirSync(folder);
  return {
    folder,
    makeRoom: () => {
      rmSync(ballast);
    },
    remove: () => {
      process.off("exit", remove);
      remove();
    },
  };
}
