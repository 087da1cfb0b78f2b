import { watch } from "node:fs";
import path from "node:path";

/** Waits this long after a change, in milliseconds, because editors write a file in several steps. */
const QUIET_TIME = 100;

/**
 * Runs the task now and after each change of the file, until the process is interrupted. Runs never overlap:
 * changes during a run cause one more run after it. Watches only the folder of the file, for that file.
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
      // Another call may have requested a run during this one.
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
