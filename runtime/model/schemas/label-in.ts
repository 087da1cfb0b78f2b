import { z } from "zod";

/** Notes the label of a schema, as the `title` of its metadata, where zod's own tools find it too. */
export function labelled<S extends z.ZodType>(schema: S, label: string | undefined): S {
  if (label !== undefined) z.globalRegistry.add(schema, { title: label });
  return schema;
}

/** The label of the member of a schema at a path. An item of a list has that of the list. */
export function labelIn(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let label: string | undefined;
  let place: z.ZodType | undefined = schema;
  for (const part of path) {
    const found = unwrapped(place);
    if (found instanceof z.ZodArray) {
      place = found.element as z.ZodType;
      label = titleOf(place) ?? label;
    } else {
      place = found instanceof z.ZodObject ? (found.shape as Shape)[String(part)] : undefined;
      if (place === undefined) return undefined;
      label = titleOf(place);
    }
  }
  return label;
}

type Shape = Readonly<Record<string, z.ZodType | undefined>>;

function titleOf(schema: z.ZodType): string | undefined {
  const inner = innerOf(schema);
  return z.globalRegistry.get(schema)?.title ?? (inner && titleOf(inner));
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const inner = innerOf(schema);
  return inner === undefined ? schema : unwrapped(inner);
}

/** What a schema is about that may be left out or null, has a default, or changes the value. */
function innerOf({ def }: z.ZodType): z.ZodType | undefined {
  const { innerType, in: input } = def as { readonly innerType?: z.ZodType; readonly in?: z.ZodType };
  return innerType ?? input;
}
