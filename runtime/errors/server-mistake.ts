import { ApiError } from "./api-error.js";

/**
 * The error to throw in place of one that code of the server has caused: a 500, whose cause is in the log, in place of a
 * 400, which would blame the caller. Conflicts and other errors that data decides stay.
 */
function ofServerCode(error: unknown): unknown {
  const isMistake =
    error instanceof ApiError &&
    (error.status === 400 || error.code === "unknown-entity") &&
    error.code !== "invalid-value";
  return isMistake
    ? new Error(`Code of this server made a mistake: ${error.message}`, { cause: error })
    : error;
}

/** Runs work that code of the server has asked for. @throws {Error} in place of what would blame a caller. */
export function forServerCode<T>(work: () => T): T {
  try {
    const result = work();
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      throw ofServerCode(error);
    }) as T;
  } catch (error) {
    throw ofServerCode(error);
  }
}

/** The same object for code of the server: its methods throw as `forServerCode` does. */
export function guarded<T extends object>(target: T): T {
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: readonly unknown[]) =>
        forServerCode(() => Reflect.apply(member as (...given: unknown[]) => unknown, target, args));
    },
  });
}
