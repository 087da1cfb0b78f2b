import { watch } from "node:fs";
import path from "node:path";

/** Editors write a file in several steps; they have this many milliseconds for it. */
const QUIET_TIME = 100;

/**
 * Runs the task now and whenever the file changes, until the process is interrupted. One run at a time: what changes
 * during a run makes one more run after it. Only the file's own folder is watched, and only for that file.
 */
export function watchFile(file: string, task: () => Promise<void>): Promise<void> {
  let isRunning = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;

  const run = async (): Promise<void> => {
    if (isRunning) {
      isWanted = true;
      return;
    }
    isRunning = true;
    do {
      isWanted = false;
      await task();
      // The other run may have been asked for while this one was waiting.
    } while (isWanted as boolean);
    isRunning = false;
  };

  return new Promise((resolve, reject) => {
    const watcher = watch(path.dirname(file), (_event, name) => {
      if (name !== path.basename(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void run().catch(reject), QUIET_TIME);
    });
    watcher.on("error", reject);
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        clearTimeout(timer);
        watcher.close();
        resolve();
      });
    }
    void run().catch(reject);
  });
}
