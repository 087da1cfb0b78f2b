type Members = Readonly<Record<string, unknown>>;

/**
 * Moves the examples of optional parameters into their descriptions. The viewer would fill them in and send all of
 * them, so that each create would have the same `Idempotency-Key`.
 */
export function withoutPrefills(document: object): object {
  return changed(document, {
    components: (components) => changed(components, { parameters: (named) => mapped(named, parameter) }),
    paths: (paths) => mapped(paths, (path) => withParameters(mapped(path, withParameters))),
  });
}

function withParameters(given: unknown): unknown {
  return changed(given, { parameters: (list) => (Array.isArray(list) ? list.map(parameter) : list) });
}

function parameter(given: unknown): unknown {
  if (!isObject(given) || given["required"] === true || !("example" in given)) return given;
  const { example, description, ...others } = given;
  const text = typeof example === "string" ? example : JSON.stringify(example);
  const before = typeof description === "string" ? `${description} ` : "";
  return { ...others, description: `${before}Example: ${asCode(text)}` };
}

/** A CommonMark code span. */
function asCode(text: string): string {
  const fence = "`".repeat(1 + Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length)));
  return `${fence}${text.startsWith("`") || text.endsWith("`") ? ` ${text} ` : text}${fence}`;
}

function changed(given: unknown, changes: Readonly<Record<string, (value: unknown) => unknown>>): object {
  if (!isObject(given)) return given as object;
  const members = Object.entries(changes).filter(([name]) => name in given);
  return { ...given, ...Object.fromEntries(members.map(([name, change]) => [name, change(given[name])])) };
}

function mapped(given: unknown, change: (value: unknown) => unknown): unknown {
  if (!isObject(given)) return given;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, change(value)]));
}

function isObject(given: unknown): given is Members {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}
