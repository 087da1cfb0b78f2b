/** The options of a field that give its column an index. */
export const indexOptionNames = ["isUnique", "isIndexed"] as const;

type Options<T> = { readonly [Name in (typeof indexOptionNames)[number]]?: T };

export type IndexOptions = Options<boolean>;

export type IndexKind = "unique" | "ordinary";

/** The index that the options of a field ask for. A unique index is an index already. */
export function indexKind({ isUnique, isIndexed }: Options<boolean | undefined>): IndexKind | undefined {
  if (isUnique === true) return "unique";
  return isIndexed === true ? "ordinary" : undefined;
}

/** The option that asks for such an index. */
export function indexOption(kind: IndexKind | undefined): IndexOptions {
  if (kind === undefined) return {};
  return kind === "unique" ? { isUnique: true } : { isIndexed: true };
}
