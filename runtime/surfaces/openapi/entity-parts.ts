import { fieldTypes } from "../../model/field-type.js";
import { operations, type Entity } from "../../model/model.js";
import { idParams, type EndpointName } from "../paths/endpoints.js";
import { shownTo } from "./audience.js";
import type { DocumentNames } from "./document-names.js";
import { exampleOf } from "./example-values.js";
import { inputSchema, pathSchema } from "./field-schemas.js";
import { jsonContent } from "./json-content.js";
import type { Parameter, Reference, Response, Schema, SharedDescription } from "./openapi-types.js";
import { readExamples, type ReadExamples } from "./read-examples.js";
import { recordSchema, selectedSchema, type RecordContext } from "./record-schemas.js";
import { sharedHeaders, type SharedHeader, type SharedParameter } from "./shared-parts.js";

/**
 * An entity, and the parts of the document that its operations refer to. Successes are written out where they are,
 * and only their schemas are referred to: some generators of clients read the body of no other response.
 */
export class EntityParts {
  readonly entity: Entity;
  readonly context: RecordContext;
  readonly tags: readonly string[];
  readonly #names: DocumentNames;
  readonly #mayRead: boolean;
  readonly #likeness: string;
  readonly examples: ReadExamples;

  constructor(entity: Entity, context: RecordContext) {
    this.entity = entity;
    this.context = context;
    this.tags = [entity.name];
    const names = context.names.get(entity);
    if (names === undefined) throw new Error(`The entity "${entity.name}" is not in the model.`);
    this.#names = names;
    const shown = shownTo(context.audience, entity, "read");
    this.#mayRead = shown !== undefined;
    this.examples =
      shown === undefined ? { condition: undefined, order: undefined } : readExamples(entity, shown);
    this.#likeness = likenessOf(entity, this.#hasOwners, this.examples);
  }

  get type(): string {
    return this.#names.type;
  }

  get isIdempotent(): boolean {
    return this.context.model.idempotency !== undefined;
  }

  get ifMatch(): SharedParameter {
    return this.entity.requiresPrecondition ? "ifMatchRequired" : "ifMatch";
  }

  get #hasOwners(): boolean {
    return this.entity.ownerField !== undefined && this.context.model.auth !== undefined;
  }

  operationId(endpoint: EndpointName, method: string): string {
    return this.#names.operationId(endpoint, method);
  }

  /** Made once for all entities that are alike in their keys, owners and rules. */
  shared(name: string, make: () => SharedDescription): SharedDescription {
    const { shared } = this.context;
    const key = `${name} ${this.#likeness}`;
    let known = shared.get(key);
    if (known === undefined) shared.set(key, (known = make()));
    return known;
  }

  parameters(...names: readonly SharedParameter[]): readonly Reference[] {
    const { components, parameters, isLarge } = this.context;
    // Large documents say nothing of tags, and the parameter "count" says what the header does.
    const needed = isLarge ? names.filter((name) => name !== "preferCount" && name !== "ifNoneMatch") : names;
    return needed.map((name) => {
      const kind = exampleKinds[name];
      if (kind === undefined) return components.once("parameters", name, () => parameters[name]);
      const example = this.examples[kind];
      // Entities whose fields are called alike share it.
      return components.shared("parameters", name, example ?? "", () => ({
        ...parameters[name],
        ...(example !== undefined && { example: name === "where" ? [example] : example }),
      }));
    });
  }

  /** `public`, or `private` where records have owners and callers are known. */
  access(): Reference {
    return this.#hasOwners ? this.eitherAccess() : this.#publicAccess();
  }

  protected eitherAccess(): Reference {
    const words = "`private` for the caller's own records, which needs a token; else `public`.";
    return this.#accessParameter("access", words, ["public", "private"]);
  }

  #publicAccess(): Reference {
    const words = "Always `public`: these records have no owner.";
    return this.#accessParameter("publicAccess", words, ["public"]);
  }

  #accessParameter(component: string, description: string, values: readonly string[]): Reference {
    return this.context.components.once("parameters", component, () => ({
      name: "access",
      in: "path",
      required: true,
      description,
      schema: { type: "string", enum: values },
      example: "public",
    }));
  }

  key(): readonly Reference[] {
    const { entity, context } = this;
    const names = idParams(entity);
    return entity.keys.map((key, index) => {
      const name = names[index] ?? key.name;
      const example = exampleOf(key, entity);
      const path = fieldTypes[key.type].path;
      const parameter: Parameter = {
        name,
        in: "path",
        required: true,
        ...(key.description !== undefined && { description: key.description }),
        schema: pathSchema(key),
        example: path !== undefined && typeof example === "string" ? path.to(example) : example,
      };
      return context.components.add("parameters", name, parameter);
    });
  }

  found(): Response {
    return {
      description: "The records found.",
      ...this.headers("ETag"),
      content: jsonContent(
        this.#schema("Found", () => this.foundSchema(recordSchema(this.entity, this.context))),
      ),
    };
  }

  page(): Response {
    return {
      description: "A page of records.",
      ...this.headers("ETag", "Link", "Preference-Applied"),
      content: jsonContent(
        this.#schema("Page", () => this.#pageSchema(selectedSchema(this.entity, this.context))),
      ),
    };
  }

  groups(): Response {
    return {
      description: "Groups of records, each with the members of `select` under their texts.",
      ...this.headers("ETag", "Link", "Preference-Applied"),
      content: jsonContent(
        this.context.components.once("schemas", "Groups", () => this.#pageSchema({ type: "object" })),
      ),
    };
  }

  selected(): Response {
    return {
      description: "The record.",
      ...this.headers("ETag"),
      content: jsonContent(selectedSchema(this.entity, this.context)),
    };
  }

  created(): Response {
    const { entity, context } = this;
    const id = keySchema(entity);
    if (!this.#mayRead)
      return {
        description: "It is created: its id.",
        ...this.headers("Location"),
        content: jsonContent({ anyOf: [id, { type: "array", items: id }] }),
      };
    const one = { anyOf: [id, recordSchema(entity, context)] };
    return {
      description: this.#words("Its id.", "With `Prefer: return=representation`, the record."),
      ...this.headers("Location", "ETag", "Preference-Applied"),
      content: jsonContent({ anyOf: [...one.anyOf, { type: "array", items: one }] }),
    };
  }

  changed(): Response {
    const { components } = this.context;
    const changed = components.once("schemas", "Changed", () => ({
      type: "object",
      required: ["count"],
      properties: { count: { type: "integer", const: 1 } },
    }));
    if (!this.#mayRead) return { description: "It is done.", content: jsonContent(changed) };
    return {
      description: this.#words("It is done.", "With `Prefer: return=representation`, the record."),
      ...this.headers("ETag", "Preference-Applied"),
      content: jsonContent({ anyOf: [changed, recordSchema(this.entity, this.context)] }),
    };
  }

  changedMany(): Response {
    const { components } = this.context;
    const counted = components.once("schemas", "ChangedMany", () => changedMany);
    if (!this.#mayRead) return { description: "How many.", content: jsonContent(counted) };
    const items = { type: "array", items: recordSchema(this.entity, this.context) };
    return {
      description: this.#words("How many.", "With `Prefer: return=representation`, the records."),
      ...this.headers("Preference-Applied"),
      content: jsonContent({ allOf: [counted, { type: "object", properties: { items } }] }),
    };
  }

  upserted(): Response {
    const { components } = this.context;
    const counted = components.once("schemas", "ChangedMany", () => changedMany);
    const outcome = { type: "string", enum: ["created", "updated", "unchanged"] };
    const record = this.#mayRead ? { record: recordSchema(this.entity, this.context) } : {};
    const properties = { outcome, id: keySchema(this.entity), ...record };
    const each = { type: "object", required: ["outcome", "id"], properties };
    const one = this.#mayRead ? [recordSchema(this.entity, this.context)] : [];
    return {
      description: "What happened to each record.",
      ...this.headers("ETag", "Preference-Applied"),
      content: jsonContent({ anyOf: [counted, ...one, { type: "array", items: each }] }),
    };
  }

  /** The members of a record of an array that say which one is meant. */
  keyAndTag(): Schema {
    const keys = this.entity.keys.map(
      (key) => [key.name, inputSchema({ ...key, description: undefined })] as const,
    );
    return {
      type: "object",
      required: keys.map(([name]) => name),
      properties: { ...Object.fromEntries(keys), "@etag": { type: "string" } },
    };
  }

  notModified(): Reference {
    return this.context.components.once("responses", "NotModified", () => ({
      description: "The caller has this version.",
      ...this.sharedHeaders("ETag"),
    }));
  }

  /** Large documents have the first sentence only. The header "Prefer" says the rest. */
  #words(first: string, rest: string): string {
    return this.context.isLarge ? first : `${first} ${rest}`;
  }

  #schema(suffix: string, make: () => Schema): Reference {
    return this.context.components.once("schemas", `${this.type}${suffix}`, make);
  }

  protected foundSchema(items: Schema): Schema {
    return {
      type: "object",
      required: ["count", "items"],
      properties: { count: this.countSchema(), items: { type: "array", items } },
    };
  }

  /** Large documents have those that are the same for all entities only. */
  protected headers(...names: readonly SharedHeader[]): Pick<Response, "headers"> {
    return this.context.isLarge ? {} : this.sharedHeaders(...names);
  }

  protected sharedHeaders(...names: readonly SharedHeader[]): Pick<Response, "headers"> {
    const { components } = this.context;
    const headers: Record<string, Reference> = {};
    for (const name of names) headers[name] = components.once("headers", name, () => sharedHeaders[name]);
    return { headers };
  }

  protected countSchema(): Reference {
    return this.context.components.once("schemas", "Count", () => ({
      type: "integer",
      minimum: 0,
      description: "The number of all that match, on all pages.",
    }));
  }

  #pageSchema(items: Schema): Schema {
    return {
      type: "object",
      required: ["items"],
      properties: {
        items: { type: "array", items },
        next: this.context.components.once("schemas", "Next", () => ({
          type: "string",
          description: "The `after` of the next page. The last page has none.",
        })),
        count: this.countSchema(),
      },
    };
  }
}

/** The parameters whose examples name fields of the entity. */
const exampleKinds: Partial<Readonly<Record<SharedParameter, keyof ReadExamples>>> = {
  conditionInPath: "condition",
  where: "condition",
  whereRequired: "condition",
  orderBy: "order",
  order: "order",
};

/** Two entities have the same text if their operations take the same parameters and have the same problems. */
function likenessOf(entity: Entity, hasOwners: boolean, examples: ReadExamples): string {
  const { keys, requiresPrecondition, policy, readValidator, writeValidator } = entity;
  const ruled = operations.map((operation) => policy[operation].some((entry) => typeof entry === "object"));
  const validators = [readValidator, writeValidator].map((validator) => validator !== undefined);
  const key = keys.map((field) => [field.name, field.description, pathSchema(field)]);
  return JSON.stringify([examples, hasOwners, requiresPrecondition, ruled, validators, key]);
}

/** The id of a record: the value of its key, or an object of those of its fields. */
function keySchema({ keys }: Entity): Schema {
  const schemas = keys.map((key) => [key.name, inputSchema({ ...key, description: undefined })] as const);
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined
    ? only[1]
    : { type: "object", required: keys.map(({ name }) => name), properties: Object.fromEntries(schemas) };
}

const changedMany = {
  type: "object",
  required: ["count"],
  properties: { count: { type: "integer", minimum: 0 } },
} as const;
