import { readdirSync, watch, type FSWatcher } from "node:fs";
import path from "node:path";

/** Waits this long after a change, in milliseconds, because editors write a file in several steps. */
const QUIET_TIME = 100;

const CODE = /(?:\.(?:[mc]?[jt]sx?|json)|^\.env)$/;

/** More folders than a project of people has: a start in a home folder watches only the first ones. */
const MAX_FOLDERS = 1_000;

/**
 * Calls the function after changes of code files, JSON files and `.env` in a folder and those below it, without
 * `node_modules` and hidden folders. Folders are watched, not files: editors replace files.
 */
export function watchCode(root: string, onChange: () => void): { readonly close: () => void } {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  const watchFolders = () => {
    for (const folder of foldersBelow(root)) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, (_event, name) => {
        // A new folder has no extension.
        const isCode = name === null || CODE.test(name);
        if (!isCode && path.extname(name) !== "") return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          const known = watchers.size;
          watchFolders();
          if (isCode || watchers.size > known) onChange();
        }, QUIET_TIME);
      });
      const forget = () => {
        watcher.close();
        watchers.delete(folder);
      };
      watcher.on("error", forget);
      watchers.set(folder, watcher);
    }
  };

  watchFolders();
  return {
    close: () => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

function foldersBelow(root: string): readonly string[] {
  const folders = [root];
  for (let index = 0; index < folders.length && folders.length < MAX_FOLDERS; index++) {
    const folder = folders[index] as string;
    for (const entry of entriesOf(folder))
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."))
        folders.push(path.join(folder, entry.name));
  }
  return folders;
}

/** None for a folder that was removed meanwhile, or may not be read. */
function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
