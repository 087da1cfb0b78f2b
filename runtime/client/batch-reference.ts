const TEXT = Symbol("reference");

/** Stands for a member of an earlier answer in a batch. */
export interface BatchReference {
  readonly [TEXT]: string;
}

/** A member of the answer of the operation named `name`. */
export function refer(name: string, member: string): BatchReference {
  return { [TEXT]: `@${name}.${member}` };
}

/** Writes references as the server reads them. Other texts never become references, even if they begin with `@`. */
export function withReferences(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("@") ? `@${value}` : value;
  if (typeof value !== "object" || value === null) return value;
  if (TEXT in value) return value[TEXT];
  if ("toJSON" in value && typeof value.toJSON === "function")
    return withReferences((value as { toJSON: () => unknown }).toJSON());
  if (Array.isArray(value)) return value.map(withReferences);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withReferences(item)]));
}
