import type { Field, Link } from "../../runtime/model/model.js";
import { toKey } from "./literal.js";

/** A field or list, and what callers may do with it. */
export interface InputMember extends Pick<Field | Link, "name" | "isCreatable" | "isEditable"> {
  readonly isReadable: boolean;
  /** Whether a create may leave it out, and it then has no default. */
  readonly isOptional: boolean;
  /** The default of a create, as code. */
  readonly default: string | undefined;
}

export interface InputSchemaNames {
  readonly schema: string;
  readonly members: string;
  readonly inputs: string;
}

/**
 * The schemas of inputs, derived from the schema of records: a field's chain is written once.
 *
 * Each is an object of its own, with the members that differ as members, so that edits and changes of the configuration
 * are merged member by member. None derives from an exported input: zod's `.omit()` and `.partial()` refuse a schema
 * with a `.refine()`, which people add to those. All keep the order of the fields, and so that of the mistakes in an
 * answer.
 */
export function inputSchemasView(members: readonly InputMember[], names: InputSchemaNames) {
  const hidden = members.filter(({ isReadable }) => !isReadable);
  const origin = hidden.length > 0 ? names.members : names.schema;
  const created = members.filter(({ isCreatable }) => isCreatable);
  const updated = members.filter(({ isEditable }) => isEditable);
  const inputs = members.filter(({ isCreatable, isEditable }) => isCreatable || isEditable);
  const isShared = created.length > 0 && updated.length > 0 && inputs.length < members.length;
  const from = isShared ? { name: names.inputs, members: inputs } : { name: origin, members };
  const only = (own: readonly InputMember[]): string =>
    own.length === 0
      ? ""
      : `...${from.name}${omit(from.members.filter((member) => !own.includes(member)))}.shape`;
  return {
    /** How the schema of records follows from that of all members. `undefined` if records have all of them. */
    record: hidden.length > 0 ? `${origin}${omit(hidden)}` : undefined,
    inputs: isShared ? `${origin}${omit(members.filter((member) => !inputs.includes(member)))}` : undefined,
    create: only(created),
    createMembers: created.flatMap((member) => createMember(member, origin)),
    update: only(updated),
  };
}

/** A member whose schema in a create is not that of records. */
function createMember({ name, isOptional, default: value }: InputMember, origin: string): readonly string[] {
  const key = toKey(name);
  const schema = `${origin}.shape${key === name ? `.${key}` : `[${key}]`}`;
  if (value !== undefined) return [`${key}: ${schema}.default(${value})`];
  return isOptional ? [`${key}: ${schema}.optional()`] : [];
}

function omit(members: readonly InputMember[]): string {
  if (members.length === 0) return "";
  return `.omit({ ${members.map(({ name }) => `${toKey(name)}: true`).join(", ")} })`;
}
