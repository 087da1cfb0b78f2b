import type { Header, Parameter, ReferenceObject, Response, Schema } from "./openapi-types.js";
import {
  sharedHeaders,
  type SharedHeader,
  type SharedParameter,
  type SharedParameters,
} from "./shared-parts.js";

interface Kinds {
  /** `false` is the schema of nothing. */
  readonly schemas: Schema | false;
  readonly responses: Response;
  readonly parameters: Parameter;
  readonly headers: Header;
}

/** The shared parts of a document, as JSON, in the order of first use. */
export class Components {
  readonly #parts: Readonly<Record<keyof Kinds, Map<string, string>>> = {
    schemas: new Map(),
    responses: new Map(),
    parameters: new Map(),
    headers: new Map(),
  };

  readonly #once = new Map<string, ReferenceObject>();
  /** How many cases use a name, plus one. */
  readonly #cases = new Map<string, number>();
  readonly #parameters: SharedParameters;

  constructor(parameters: SharedParameters) {
    this.#parameters = parameters;
  }

  /** Adds a part. A number is added to its name if another part has it. */
  add<K extends keyof Kinds>(kind: K, name: string, part: Kinds[K]): ReferenceObject {
    const text = JSON.stringify(part);
    const parts = this.#parts[kind];
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name}${number}`;
      const known = parts.get(free);
      if (known === undefined) parts.set(free, text);
      if (known === undefined || known === text) return referTo(kind, free);
    }
  }

  /** Adds the only part of this name, and generates it once. */
  once<K extends keyof Kinds>(kind: K, name: string, make: () => Kinds[K]): ReferenceObject {
    const key = `${kind} ${name}`;
    let reference = this.#once.get(key);
    if (reference === undefined) this.#once.set(key, (reference = this.add(kind, name, make())));
    return reference;
  }

  /** Adds headers that answers share. */
  headers(names: readonly SharedHeader[]): Readonly<Record<string, ReferenceObject>> {
    return Object.fromEntries(
      names.map((name) => [name, this.once("headers", name, () => sharedHeaders[name])]),
    );
  }

  /** Adds a parameter that operations share. */
  parameter(name: SharedParameter): ReferenceObject {
    return this.once("parameters", name, () => this.#parameters[name]);
  }

  /** Adds a parameter once for each example of it. */
  exampled(name: SharedParameter, example: string | readonly string[] | undefined): ReferenceObject {
    const key = `parameters ${name} ${example?.toString() ?? ""}`;
    let reference = this.#once.get(key);
    if (reference === undefined) {
      const number = this.#cases.get(name) ?? 1;
      this.#cases.set(name, number + 1);
      const parameter = { ...this.#parameters[name], example };
      reference = this.add("parameters", number === 1 ? name : `${name}-${number}`, parameter);
      this.#once.set(key, reference);
    }
    return reference;
  }

  /**
   * Each kind with the parts that the text refers to, directly or through others, as members of a JSON object. Kinds
   * without any are left out.
   */
  members(text: string): readonly string[] {
    const used = new Set<string>();
    const open = [text];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const [, kind = "", name = ""] of next.matchAll(reference)) {
        const part = this.#parts[kind as keyof Kinds].get(name);
        if (part === undefined || used.has(`${kind} ${name}`)) continue;
        used.add(`${kind} ${name}`);
        open.push(part);
      }
    return Object.entries(this.#parts).flatMap(([kind, parts]) => {
      const shown = [...parts].filter(([name]) => used.has(`${kind} ${name}`));
      const members = shown.map(([name, json]) => `"${name}":${json}`);
      return shown.length === 0 ? [] : [`"${kind}":{${members.join(",")}}`];
    });
  }
}

const reference = /"\$ref":"#\/components\/(\w+)\/([^"]+)"/g;

export function referTo(kind: keyof Kinds, name: string): ReferenceObject {
  return { $ref: `#/components/${kind}/${name}` };
}
