import { projectFiles, stampOf } from "./project-files.js";

/** How often the files are looked at, in milliseconds. */
const INTERVAL = 150;

/**
 * Calls `onChange` after each change of these files and of what they import, with the changed files. Files may be
 * replaced, deleted and created again. Several changes at once cause one call, after an interval without changes.
 *
 * It compares the files themselves instead of using notifications of the system: they depend on the file system, miss
 * changes in containers, and end with the folder that they watch.
 */
export function watchProject(
  entries: readonly string[],
  onChange: (changed: readonly string[]) => void,
): { readonly close: () => void } {
  let files = projectFiles(entries);
  const changed = new Set<string>();
  const timer = setInterval(() => {
    const now = [...files.keys()].filter((file) => stampOf(file) !== files.get(file));
    for (const file of now) changed.add(file);
    if (now.length > 0) files = projectFiles(entries);
    else if (changed.size > 0) {
      const all = [...changed].sort();
      changed.clear();
      onChange(all);
    }
  }, INTERVAL);
  return { close: () => clearInterval(timer) };
}
