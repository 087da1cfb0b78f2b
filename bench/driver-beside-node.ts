/** Loads the better-sqlite3 next to this Node.js, because the checkout's may be built for another version. */
import module, { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

type Resolve = (specifier: string, context: object) => unknown;
/** Available since Node.js 22.15. */
interface Hooks {
  readonly registerHooks?: (hooks: {
    readonly resolve: (specifier: string, context: object, next: Resolve) => unknown;
  }) => void;
}

/** Resolved before the hook is registered, because the hook would apply to it too. */
const beside = new Map(["better-sqlite3", "better-sqlite3/package.json"].map((name) => [name, find(name)]));
(module as Hooks).registerHooks?.({
  resolve: (specifier, context, next) => next(beside.get(specifier) ?? specifier, context),
});

function find(name: string): string | undefined {
  try {
    return pathToFileURL(createRequire(process.execPath).resolve(name)).href;
  } catch {
    return undefined;
  }
}
