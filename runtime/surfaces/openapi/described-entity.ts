import { fieldTypes } from "../../model/field-type.js";
import { conflictTargets } from "../../model/conflict-targets.js";
import type { Entity } from "../../model/model.js";
import { idParams, type AnswerName, type ParameterName } from "../endpoints/endpoints.js";
import { shownTo } from "./audience.js";
import { referTo } from "./components.js";
import { exampleOf } from "./example-values.js";
import { idSchema, pathSchema } from "./field-schemas.js";
import { bodySchema, keyedName, keyMembers } from "./body-schemas.js";
import { jsonContent, anyObject, wholeObject } from "./object-schema.js";
import type { ReferenceObject, Response, Schema } from "./openapi-types.js";
import { pageSchema } from "./page-schemas.js";
import { readExamples, type ReadExamples } from "./read-examples.js";
import { recordSchema, schemaNameOf, selectedSchema, type RecordContext } from "./record-schemas.js";
import type { SharedHeader, SharedParameter } from "./shared-parts.js";

/**
 * An entity, and the parts of the document that its operations refer to. Its answers have the names in the rows of
 * endpoints. Successful responses are written out, and only their schemas are references: the client of
 * swagger-typescript-api has the type of a referenced response, but does not parse its body.
 */
export class DescribedEntity implements Readonly<Record<AnswerName, () => Answer | undefined>> {
  readonly entity: Entity;
  readonly context: RecordContext;
  readonly tags: readonly string[];
  /** The name of the schema of its records. */
  readonly #type: string;
  readonly #mayRead: boolean;
  readonly examples: ReadExamples;

  constructor(entity: Entity, context: RecordContext) {
    this.entity = entity;
    this.context = context;
    this.tags = [entity.name];
    this.#type = schemaNameOf(entity, context);
    this.#mayRead = shownTo(context.audience, entity, "read") !== undefined;
    this.examples = examplesOf(entity, context);
  }

  /** The schema of a record, as writes answer with it. */
  protected record(): Schema {
    return recordSchema(this.#type);
  }

  protected id(): Schema {
    return idSchema(this.entity.keys);
  }

  /** The body of a request with one record. */
  bodyOfOne(operation: "create" | "update"): Schema {
    return bodySchema(operation, this.#type);
  }

  /**
   * Whether bodies and answers may be arrays of records. In large documents, only the paths for all entities have them.
   */
  get hasArrays(): boolean {
    return !this.context.isLarge && this.entity.users === undefined;
  }

  get isIdempotent(): boolean {
    return this.context.model.idempotency !== undefined;
  }

  /** Whether `private` reads can match: records have owners and callers are known. */
  protected get hasPrivate(): boolean {
    return this.entity.ownerField !== undefined && this.context.model.auth !== undefined;
  }

  /** Whether the key may identify the records of an upsert, so that its parameter is optional. */
  protected get isFoundByKey(): boolean {
    return conflictTargets(this.entity)[0] === this.entity.keys;
  }

  parameters(names: readonly (ParameterName | SharedParameter)[]): readonly ReferenceObject[] {
    return names.flatMap((name) => {
      if (name === "access") return this.#access();
      if (name === "key") return this.key();
      const own = this.#variantOf(name);
      return own === undefined ? [] : this.#parameter(own);
    });
  }

  /** The parameter that the entity has for a name, if it has one. */
  #variantOf(name: SharedParameter): SharedParameter | undefined {
    switch (name) {
      case "idempotencyKey":
        return this.isIdempotent ? name : undefined;
      case "ifMatch":
      case "ifMatchAny":
        return this.entity.requiresPrecondition ? `${name}Required` : name;
      case "onConflict":
        return this.isFoundByKey ? name : "onConflictRequired";
      // Large documents leave out tags, and the parameter "count" does the same as the header.
      case "ifNoneMatch":
      case "preferCount":
        return this.context.isLarge ? undefined : name;
      default:
        return name;
    }
  }

  #parameter(name: SharedParameter): ReferenceObject {
    const { components } = this.context;
    const kind = exampleKinds[name];
    if (kind === undefined) return components.parameter(name);
    const example = this.examples[kind];
    // Entities whose fields have the same names share it.
    const isList = kind === "condition" && name !== "conditionInPath";
    return components.exampled(name, isList && example !== undefined ? [example] : example);
  }

  #access(): ReferenceObject {
    const [component, description, values] = this.hasPrivate
      ? ([
          "access",
          "`private` for the caller's own records, which needs a token; else `public`.",
          ["public", "private"],
        ] as const)
      : (["publicAccess", "Always `public`: these records have no owner.", ["public"]] as const);
    return this.context.components.once("parameters", component, () => ({
      name: "access",
      in: "path",
      required: true,
      description,
      schema: { type: "string", enum: values },
      example: "public",
    }));
  }

  protected key(): readonly ReferenceObject[] {
    const { entity, context } = this;
    const names = idParams(entity);
    return entity.keys.map((key, index) => {
      const name = names[index] ?? key.name;
      const example = exampleOf(key, entity);
      const path = fieldTypes[key.type].path;
      return context.components.add("parameters", name, {
        name,
        in: "path",
        required: true,
        description: key.description,
        schema: pathSchema(key),
        example: path !== undefined && typeof example === "string" ? path.to(example) : example,
      });
    });
  }

  found(): Response {
    return {
      description: "The records found.",
      ...this.headers("ETag"),
      content: jsonContent(referTo("schemas", `${this.#type}Found`)),
    };
  }

  page(): Response {
    return {
      description: "A page of records.",
      ...this.headers("ETag", "Link", "Preference-Applied"),
      content: jsonContent(referTo("schemas", `${this.#type}Page`)),
    };
  }

  groups(): Response {
    const { components } = this.context;
    return {
      description: "Groups of records, each with the members of `select` under their texts.",
      ...this.headers("ETag", "Link", "Preference-Applied"),
      content: jsonContent(components.once("schemas", "Groups", () => pageSchema(anyObject, components))),
    };
  }

  selected(): Response {
    return {
      description: "The record.",
      ...this.headers("ETag"),
      content: jsonContent(selectedSchema(this.#type)),
    };
  }

  created(): Response {
    const id = this.id();
    if (!this.#mayRead)
      return {
        description: "The id of the new record.",
        ...this.headers("Location"),
        content: jsonContent(this.#orList(id)),
      };
    return {
      description: this.#words("Its id.", "With `Prefer: return=representation`, the record."),
      ...this.headers("Location", "ETag", "Preference-Applied"),
      content: jsonContent(this.#orList({ anyOf: [id, this.record()] })),
    };
  }

  #orList(one: Schema): Schema {
    if (!this.hasArrays) return one;
    return { anyOf: [one, { type: "array", items: one }] };
  }

  changed(): Response {
    return this.#written("changed");
  }

  deleted(): Response {
    return this.#written("deleted");
  }

  #written(done: "changed" | "deleted"): Response {
    const changed = this.context.components.once("schemas", "Changed", () =>
      wholeObject({ count: { type: "integer", const: 1 } }),
    );
    // Large documents have this text twice for each entity.
    const description = this.context.isLarge ? "Done." : `The record was ${done}.`;
    if (!this.#mayRead) return { description, content: jsonContent(changed) };
    return {
      description: this.#words(description, "With `Prefer: return=representation`, the record."),
      ...this.headers("ETag", "Preference-Applied"),
      content: jsonContent({ anyOf: [changed, this.record()] }),
    };
  }

  changedMany(): Response {
    return this.#writtenMany("changed");
  }

  deletedMany(): Response {
    return this.#writtenMany("deleted");
  }

  #writtenMany(done: "changed" | "deleted"): Response {
    const counted = this.#counted();
    const description = `The number of records that were ${done}.`;
    if (!this.#mayRead) return { description, content: jsonContent(counted) };
    const items = { type: "array", items: this.record() };
    return {
      description: this.#words(description, "With `Prefer: return=representation`, the records."),
      ...this.headers("Preference-Applied"),
      content: jsonContent({ allOf: [counted, { type: "object", properties: { items } }] }),
    };
  }

  upserted(): Response {
    const counted = this.#counted();
    const outcome = { type: "string", enum: ["created", "updated", "unchanged"] };
    const record = this.#mayRead ? this.record() : undefined;
    const properties = { outcome, id: this.id(), record };
    const each = { type: "object", required: ["outcome", "id"], properties };
    const one = record === undefined ? [] : [record];
    return {
      description: "What happened to each record.",
      ...this.headers("ETag", "Preference-Applied"),
      content: jsonContent({ anyOf: [counted, ...one, { type: "array", items: each }] }),
    };
  }

  #counted(): ReferenceObject {
    return this.context.components.once("schemas", "ChangedMany", () =>
      wholeObject({ count: { type: "integer", minimum: 0 } }),
    );
  }

  /** A record in an array of changes: its id, and its changes. @param changes The schema of the changes alone. */
  keyedChanges(changes: Schema): Schema {
    if (this.entity.strictBody) return referTo("schemas", keyedName(this.#type));
    const members = keyMembers(this.entity);
    const required = this.entity.keys.map(({ name }) => name);
    return { allOf: [{ type: "object", required, properties: Object.fromEntries(members) }, changes] };
  }

  /** Large documents leave out the header that it answers. */
  notModified(): ReferenceObject | undefined {
    if (this.context.isLarge) return undefined;
    return this.context.components.once("responses", "NotModified", () => ({
      description: "The caller already has this version.",
      ...this.sharedHeaders("ETag"),
    }));
  }

  /** Large documents have only the first sentence. The header "Prefer" describes the rest. */
  #words(first: string, rest: string): string {
    return this.context.isLarge ? first : `${first} ${rest}`;
  }

  /** Large documents have only the ones that are the same for all entities. */
  protected headers(...names: readonly SharedHeader[]): Pick<Response, "headers"> {
    return this.context.isLarge ? {} : this.sharedHeaders(...names);
  }

  protected sharedHeaders(...names: readonly SharedHeader[]): Pick<Response, "headers"> {
    return { headers: this.context.components.headers(names) };
  }
}

type Answer = Response | ReferenceObject;

/** The parameters whose examples name fields of the entity. */
const exampleKinds: Partial<Readonly<Record<SharedParameter, keyof ReadExamples>>> = {
  conditionInPath: "condition",
  where: "condition",
  whereOrArray: "condition",
  whereRequired: "condition",
  onConflict: "conflict",
  onConflictRequired: "conflict",
  orderBy: "order",
  order: "order",
  select: "select",
  groups: "groups",
};

/** Large documents have short examples, because entities share those that are the same. */
function examplesOf(entity: Entity, { audience, isLarge }: RecordContext): ReadExamples {
  const examples = readExamples(entity, audience);
  return isLarge ? { ...examples, select: "*", groups: "count()" } : examples;
}
