import { isDeepStrictEqual } from "node:util";
import type { Header, Parameter, Reference, Response, Schema } from "./openapi-types.js";

interface Kinds {
  readonly schemas: Schema;
  readonly responses: Response;
  readonly parameters: Parameter;
  readonly headers: Header;
}

/** The parts of a document that its operations share, in the order in which they were first needed. */
export class Components {
  readonly #parts: { readonly [K in keyof Kinds]: Map<string, Kinds[K]> } = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
    headers: new Map(),
  };

  readonly #once = new Map<string, Reference>();
  /** How many cases a name has, plus one. */
  readonly #cases = new Map<string, number>();

  /** Adds a part. A number is added to its name if another part has it. */
  add<K extends keyof Kinds>(kind: K, name: string, part: Kinds[K]): Reference {
    const parts: Map<string, Kinds[K]> = this.#parts[kind];
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name}${number}`;
      const known = parts.get(free);
      if (known === undefined) parts.set(free, part);
      if (known === undefined || isDeepStrictEqual(known, part)) return referTo(kind, free);
    }
  }

  /** Adds the only part of this name, and makes it once. */
  once<K extends keyof Kinds>(kind: K, name: string, make: () => Kinds[K]): Reference {
    const key = `${kind} ${name}`;
    let reference = this.#once.get(key);
    if (reference === undefined) this.#once.set(key, (reference = this.add(kind, name, make())));
    return reference;
  }

  /** Adds the part of this name that is for a case, and makes it once for each case. */
  shared<K extends keyof Kinds>(kind: K, name: string, forCase: string, make: () => Kinds[K]): Reference {
    const key = `${kind} ${name} ${forCase}`;
    let reference = this.#once.get(key);
    if (reference === undefined) {
      const number = this.#cases.get(name) ?? 1;
      this.#cases.set(name, number + 1);
      reference = this.add(kind, number === 1 ? name : `${name}-${number}`, make());
      this.#once.set(key, reference);
    }
    return reference;
  }

  /** The parts by kind. Kinds without any are left out. */
  toJSON(): Readonly<Record<string, Readonly<Record<string, object>>>> {
    return Object.fromEntries(
      Object.entries(this.#parts)
        .filter(([, parts]) => parts.size > 0)
        .map(([kind, parts]) => [kind, Object.fromEntries(parts as Map<string, object>)]),
    );
  }
}

export function referTo(kind: keyof Kinds, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}
