import { fieldTypes } from "../../model/field-type.js";
import { conflictTargets } from "../../model/conflict-targets.js";
import { operations, type Entity } from "../../model/model.js";
import { idParams } from "../endpoints/endpoints.js";
import { shownTo } from "./audience.js";
import { referTo } from "./components.js";
import { openNames } from "./document-names.js";
import { exampleOf } from "./example-values.js";
import { inputSchema, pathSchema, schemaKey } from "./field-schemas.js";
import { bodySchema, keyedName, keyMembers } from "./body-schemas.js";
import { jsonContent, streamContent } from "./json-content.js";
import type { Parameter, ReferenceObject, Response, Schema } from "./openapi-types.js";
import { pageSchema } from "./page-schemas.js";
import { readExamples, type ReadExamples } from "./read-examples.js";
import { recordSchema, selectedSchema, type RecordContext } from "./record-schemas.js";
import { securityOf } from "./security.js";
import { sharedHeaders, type SharedHeader, type SharedParameter } from "./shared-parts.js";

/**
 * An entity, and the parts of the document that its operations refer to. Successful responses are written out, and
 * only their schemas are references: some client generators read no body of a referenced response.
 */
export class DescribedEntity {
  readonly entity: Entity;
  readonly context: RecordContext;
  readonly tags: readonly string[] = [openNames.entity];
  readonly #mayRead: boolean;
  readonly examples: ReadExamples;

  /** @param entity The entity, or one of several that are alike, whose names are left open. */
  constructor(entity: Entity, context: RecordContext) {
    this.entity = entity;
    this.context = context;
    const shown = shownTo(context.audience, entity, "read");
    this.#mayRead = shown !== undefined;
    this.examples = readExamples(entity, shown);
  }

  /** The schema of a record, as writes answer with it. */
  protected record(): Schema | ReferenceObject {
    return recordSchema(openNames.type);
  }

  /** The schema of an id. */
  protected id(): Schema {
    return keySchema(this.entity);
  }

  /** The body of a request with one record. */
  bodyOfOne(operation: "create" | "update"): Schema | ReferenceObject {
    return bodySchema(operation, openNames.type);
  }

  /**
   * Whether bodies and answers may be arrays of records. In large documents, only the paths for all entities have
   * them.
   */
  get hasArrays(): boolean {
    return this.entity.users === undefined && !this.context.isLarge;
  }

  get isIdempotent(): boolean {
    return this.context.model.idempotency !== undefined;
  }

  get ifMatch(): SharedParameter {
    return this.entity.requiresPrecondition ? "ifMatchRequired" : "ifMatch";
  }

  /** The `If-Match` of a write of many records. */
  get ifMatchAny(): SharedParameter {
    return this.entity.requiresPrecondition ? "ifMatchAnyRequired" : "ifMatchAny";
  }

  /** The `onConflict` parameter, which is optional if the key identifies records. */
  get onConflict(): SharedParameter {
    return conflictTargets(this.entity)[0] === this.entity.keys ? "onConflict" : "onConflictRequired";
  }

  parameters(...names: readonly SharedParameter[]): readonly ReferenceObject[] {
    const { components, parameters, isLarge } = this.context;
    // Large documents leave out tags, and the parameter "count" does the same as the header.
    const needed = isLarge ? names.filter((name) => name !== "preferCount" && name !== "ifNoneMatch") : names;
    return needed.map((name) => {
      const kind = exampleKinds[name];
      if (kind === undefined) return components.once("parameters", name, () => parameters[name]);
      const example = this.examples[kind];
      // Entities whose fields have the same names share it.
      return components.shared("parameters", name, example ?? "", () => ({
        ...parameters[name],
        ...(example !== undefined && {
          example: kind === "condition" && name !== "conditionInPath" ? [example] : example,
        }),
      }));
    });
  }

  /** `public`, or `private` where records have owners and callers are known. */
  access(): ReferenceObject {
    return hasOwners(this.entity, this.context) ? this.eitherAccess() : this.#publicAccess();
  }

  protected eitherAccess(): ReferenceObject {
    const words = "`private` for the caller's own records, which needs a token; else `public`.";
    return this.#accessParameter("access", words, ["public", "private"]);
  }

  #publicAccess(): ReferenceObject {
    const words = "Always `public`: these records have no owner.";
    return this.#accessParameter("publicAccess", words, ["public"]);
  }

  #accessParameter(component: string, description: string, values: readonly string[]): ReferenceObject {
    return this.context.components.once("parameters", component, () => ({
      name: "access",
      in: "path",
      required: true,
      description,
      schema: { type: "string", enum: values },
      example: "public",
    }));
  }

  key(): readonly ReferenceObject[] {
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
      content: jsonContent(referTo("schemas", `${openNames.type}Found`)),
    };
  }

  page(): Response {
    return {
      description: this.#words("A page of records.", "NDJSON and CSV have all of them."),
      ...this.headers("ETag", "Link", "Preference-Applied"),
      content: {
        ...jsonContent(referTo("schemas", `${openNames.type}Page`)),
        ...(!this.context.isLarge && streamContent),
      },
    };
  }

  /**
   * The result for the lines of a stream. Large documents do not describe streams of creates, and users have none.
   */
  get isStreamed(): boolean {
    return !this.context.isLarge && this.entity.users === undefined;
  }

  streamed(): Response {
    const { components } = this.context;
    return {
      description: "For NDJSON and CSV: how many records were created, and which lines were not.",
      ...this.headers("Preference-Applied"),
      content: jsonContent(components.once("schemas", "Imported", () => imported)),
    };
  }

  groups(): Response {
    const { components } = this.context;
    return {
      description: "Groups of records, each with the members of `select` under their texts.",
      ...this.headers("ETag", "Link", "Preference-Applied"),
      content: jsonContent(
        components.once("schemas", "Groups", () => pageSchema({ type: "object" }, components)),
      ),
    };
  }

  selected(): Response {
    return {
      description: "The record.",
      ...this.headers("ETag"),
      content: jsonContent(selectedSchema(openNames.type)),
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

  changed(done: "changed" | "deleted"): Response {
    const { components } = this.context;
    const changed = components.once("schemas", "Changed", () => ({
      type: "object",
      required: ["count"],
      properties: { count: { type: "integer", const: 1 } },
    }));
    // Large documents have this text twice for each entity.
    const description = this.context.isLarge ? "Done." : `The record was ${done}.`;
    if (!this.#mayRead) return { description, content: jsonContent(changed) };
    return {
      description: this.#words(description, "With `Prefer: return=representation`, the record."),
      ...this.headers("ETag", "Preference-Applied"),
      content: jsonContent({ anyOf: [changed, this.record()] }),
    };
  }

  changedMany(done: "changed" | "deleted"): Response {
    const { components } = this.context;
    const counted = components.once("schemas", "ChangedMany", () => changedMany);
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
    const { components } = this.context;
    const counted = components.once("schemas", "ChangedMany", () => changedMany);
    const outcome = { type: "string", enum: ["created", "updated", "unchanged"] };
    const record = this.#mayRead ? { record: this.record() } : {};
    const properties = { outcome, id: this.id(), ...record };
    const each = { type: "object", required: ["outcome", "id"], properties };
    const one = this.#mayRead ? [this.record()] : [];
    return {
      description: "What happened to each record.",
      ...this.headers("ETag", "Preference-Applied"),
      content: jsonContent({ anyOf: [counted, ...one, { type: "array", items: each }] }),
    };
  }

  /**
   * A record in an array of changes: its id, and its changes.
   * @param changes The schema of the changes alone.
   */
  keyedChanges(changes: Schema | ReferenceObject): Schema | ReferenceObject {
    if (this.entity.strictBody) return referTo("schemas", keyedName(openNames.type));
    const members = keyMembers(this.entity);
    const required = this.entity.keys.map(({ name }) => name);
    return { allOf: [{ type: "object", required, properties: Object.fromEntries(members) }, changes] };
  }

  notModified(): ReferenceObject {
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
    const { components } = this.context;
    const headers: Record<string, ReferenceObject> = {};
    for (const name of names) headers[name] = components.once("headers", name, () => sharedHeaders[name]);
    return { headers };
  }
}

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
};

/** Whether `private` reads can match: records have owners and callers are known. */
function hasOwners({ ownerField }: Entity, { model }: RecordContext): boolean {
  return ownerField !== undefined && model.auth !== undefined;
}

/**
 * Identifies the paths of an entity apart from its names: entities with the same text have the same operations. Small
 * documents have examples for the fields of each entity.
 */
export function likenessOf(entity: Entity, context: RecordContext): string {
  const { audience, isLarge, model } = context;
  if (!isLarge) return entity.name;
  const { keys, requiresPrecondition, policy, readValidator, writeValidator } = entity;
  const rights = operations.map((operation) => [
    shownTo(audience, entity, operation) !== undefined,
    policy[operation].some((entry) => typeof entry === "object"),
    securityOf(entity, operation, model) !== undefined,
  ]);
  const validators = [readValidator !== undefined, writeValidator !== undefined];
  const { condition, order } = readExamples(entity, shownTo(audience, entity, "read"));
  return [
    ...[hasOwners(entity, context), requiresPrecondition, rights, validators, condition, order],
    ...keys.map((key) => `${key.name} ${schemaKey(key)}`),
  ].join("\n");
}

/** The id of a record: the value of its key, or an object of those of its fields. */
function keySchema({ keys }: Entity): Schema {
  const schemas = keys.map((key) => [key.name, inputSchema({ ...key, description: undefined })] as const);
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined
    ? only[1]
    : { type: "object", required: keys.map(({ name }) => name), properties: Object.fromEntries(schemas) };
}

const imported = {
  type: "object",
  required: ["created", "failed", "errors"],
  properties: {
    created: { type: "integer", minimum: 0 },
    failed: { type: "integer", minimum: 0 },
    errors: {
      type: "array",
      description: "The first 100 lines whose records were not created.",
      maxItems: 100,
      items: {
        type: "object",
        required: ["line", "code", "detail"],
        properties: {
          line: { type: "integer", minimum: 1 },
          code: { type: "string" },
          detail: { type: "string" },
          errors: { type: "array", items: { type: "object" } },
        },
      },
    },
  },
} as const;

const changedMany = {
  type: "object",
  required: ["count"],
  properties: { count: { type: "integer", minimum: 0 } },
} as const;
