import { API_PREFIX } from "../../http/endpoint.js";
import type { Entity, Operation } from "../../model/model.js";
import {
  endpointsOf,
  idParams,
  neededOperations,
  endpointPath,
  type NamedEndpoint,
} from "../endpoints/endpoints.js";
import { describeEndpoint, documentPath, inOrder, isShownTo } from "./entity-operations.js";
import { DescribedEntity } from "./described-entity.js";
import { jsonContent, anyObject } from "./object-schema.js";
import {
  type HttpMethod,
  type OperationObject,
  type Parameter,
  type PathItems,
  type ReferenceObject,
  type Response,
  type Schema,
} from "./openapi-types.js";
import { foundSchema } from "./page-schemas.js";
import type { RecordContext } from "./record-schemas.js";

/** The entities with an endpoint at one path, which has `{entity}` in place of their names. */
interface Group {
  readonly endpoint: NamedEndpoint;
  readonly path: string;
  readonly method: HttpMethod;
  readonly entities: Entity[];
}

/**
 * The endpoints that read by path or write many records, each described once for all entities: described for each
 * entity, they would be a third of the document. The records in their bodies and answers have the schemas of their
 * entities.
 */
export function sharedPaths(entities: readonly Entity[], context: RecordContext): PathItems {
  const groups = new Map<string, Group>();
  for (const entity of entities)
    for (const endpoint of inOrder(endpointsOf(entity, context.model.endpoints))) {
      if (!isShared(endpoint, entity) || !isShownTo(endpoint, entity, context)) continue;
      const path = documentPath(`${API_PREFIX}/:entity${endpointPath(endpoint, idParams(entity))}`);
      for (const method of endpoint.methods) {
        const key = `${method} ${path}`;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, { endpoint, path, method, entities: [entity] });
        else group.entities.push(entity);
      }
    }
  const paths: Record<string, Partial<Record<HttpMethod, OperationObject>>> = {};
  const ids = new Map<string, number>();
  for (const group of groups.values()) {
    const { name } = group.endpoint;
    const number = (ids.get(name) ?? 0) + 1;
    ids.set(name, number);
    const own = describe(group, `${sharedNames[name] ?? name}${number === 1 ? "" : number}`, context);
    (paths[group.path] ??= {})[group.method] = own;
  }
  return paths;
}

/** In addition, a create accepts an array here. */
const sharedNames: Partial<Readonly<Record<NamedEndpoint["name"], string>>> = { create: "createMany" };

function isShared({ family, name, description }: NamedEndpoint, { users }: Entity): boolean {
  if (family === "path") return true;
  // Users are written one at a time.
  return users === undefined && (description.writesMany === true || name === "create");
}

function describe(
  { endpoint, entities }: Group,
  operationId: string,
  context: RecordContext,
): OperationObject {
  const parts = new PathParts(neededOperations(endpoint), entities, context);
  const tags = [endpoint.family === "path" ? context.tags.paths : context.tags.many];
  const { parameters = [], ...described } = describeEndpoint(endpoint, parts);
  return { operationId, ...described, tags, parameters: [parts.entityName(), ...parameters] };
}

const anyId: Schema = { type: ["integer", "string"] };

/** The parts of operations that several entities share. */
export class PathParts extends DescribedEntity {
  readonly #entityNames: readonly string[];

  constructor(needed: readonly Operation[], entities: readonly Entity[], context: RecordContext) {
    const [first] = entities;
    if (first === undefined) throw new Error("There is no entity to describe.");
    // If a guest may do it for one of them, a token is optional.
    const isOpen = ({ policy }: Entity) => needed.every((operation) => policy[operation].includes("guest"));
    super(entities.find(isOpen) ?? first, context);
    this.#entityNames = entities.map(({ name }) => name);
  }

  entityName(): Parameter {
    return {
      name: "entity",
      in: "path",
      required: true,
      schema: { type: "string", enum: this.#entityNames },
      // The other examples name fields of this entity.
      example: this.entity.name,
    };
  }

  override get hasArrays(): boolean {
    return true;
  }

  protected override get hasPrivate(): boolean {
    return true;
  }

  protected override get isFoundByKey(): boolean {
    return true;
  }

  protected override key(): readonly ReferenceObject[] {
    return idParams(this.entity).map((name) =>
      this.context.components.add("parameters", `any-${name}`, {
        name,
        in: "path",
        required: true,
        schema: anyId,
        example: 1,
      }),
    );
  }

  override found(): Response {
    return {
      description: "The records found.",
      ...this.sharedHeaders("ETag"),
      content: jsonContent(foundSchema(anyObject, this.context.components)),
    };
  }

  override bodyOfOne(): Schema {
    return anyObject;
  }

  override keyedChanges(): Schema {
    return anyObject;
  }

  protected override record(): Schema {
    return anyObject;
  }

  protected override id(): Schema {
    return { anyOf: [anyId, anyObject] };
  }
}
