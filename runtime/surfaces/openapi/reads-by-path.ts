import { API_PREFIX } from "../../http/endpoint.js";
import type { Entity } from "../../model/model.js";
import { endpointsOf, idParams, pathOf, type NamedEndpoint } from "../paths/endpoints.js";
import { shownTo } from "./audience.js";
import { describeEndpoint, documentPath } from "./entity-operations.js";
import { EntityParts } from "./entity-parts.js";
import { jsonContent } from "./json-content.js";
import type { Operation, Parameter, PathItem, Reference, Response } from "./openapi-types.js";
import { foundSchema } from "./page-schemas.js";
import type { RecordContext } from "./record-schemas.js";

/** The tag of these operations. */
export const PATH_TAG = "Reads by path";

/** The entities that have an endpoint at one path, with `{entity}` in place of their names. */
interface Group {
  readonly endpoint: NamedEndpoint;
  readonly entities: Entity[];
}

/**
 * The endpoints that read by path, each described once for all entities: one by one, they would be a fourth of a
 * document. The records of their answers have the schemas of their entities.
 */
export function readsByPath(
  entities: readonly Entity[],
  context: RecordContext,
): readonly (readonly [string, PathItem])[] {
  const groups = new Map<string, Group>();
  for (const [first, alike] of byKey(readable(entities, context)))
    for (const endpoint of endpointsOf(first, context.model.endpoints)) {
      if (endpoint.family !== "path") continue;
      const path = documentPath(`${API_PREFIX}/:entity${pathOf(endpoint, idParams(first))}`);
      const group = groups.get(path);
      if (group === undefined) groups.set(path, { endpoint, entities: [...alike] });
      else group.entities.push(...alike);
    }
  const ids = new Map<string, number>();
  return Array.from(groups, ([path, group]) => {
    const { name } = group.endpoint;
    const number = (ids.get(name) ?? 0) + 1;
    ids.set(name, number);
    return [path, { get: describe(group, `${name}${number === 1 ? "" : number}`, context) }] as const;
  });
}

function readable(entities: readonly Entity[], { audience }: RecordContext): readonly Entity[] {
  return entities.filter((entity) => shownTo(audience, entity, "read") !== undefined);
}

/** Entities by the first whose key has the same names: its endpoints have the same paths. */
function byKey(entities: readonly Entity[]): ReadonlyMap<Entity, readonly Entity[]> {
  const firsts = new Map<string, Entity>();
  const groups = new Map<Entity, Entity[]>();
  for (const entity of entities) {
    const names = idParams(entity).join("/");
    const first = firsts.get(names);
    if (first === undefined) {
      firsts.set(names, entity);
      groups.set(entity, [entity]);
    } else groups.get(first)?.push(entity);
  }
  return groups;
}

function describe({ endpoint, entities }: Group, operationId: string, context: RecordContext): Operation {
  const parts = new PathParts(entities, context);
  const { parameters = [], ...described } = describeEndpoint(endpoint, parts);
  return { operationId, ...described, parameters: [parts.entityName(), ...parameters] };
}

/** The parts of operations that several entities share. */
class PathParts extends EntityParts {
  override readonly tags = [PATH_TAG];
  readonly #entityNames: readonly string[];

  constructor(entities: readonly Entity[], context: RecordContext) {
    const [first] = entities;
    if (first === undefined) throw new Error("There is no entity to describe.");
    // What a guest may do of one of them decides: a token may be sent.
    const open = entities.find(({ policy }) => policy.read.includes("guest"));
    super(open ?? first, context);
    this.#entityNames = entities.map(({ name }) => name);
  }

  entityName(): Parameter {
    return {
      name: "entity",
      in: "path",
      required: true,
      schema: { type: "string", enum: this.#entityNames },
      // The other examples name fields of this one.
      example: this.entity.name,
    };
  }

  override access(): Reference {
    return this.eitherAccess();
  }

  override key(): readonly Reference[] {
    return idParams(this.entity).map((name) =>
      this.context.components.add("parameters", `any-${name}`, {
        name,
        in: "path",
        required: true,
        schema: { type: ["integer", "string"] },
        example: 1,
      }),
    );
  }

  override found(): Response {
    return {
      description: "The records found.",
      ...this.sharedHeaders("ETag"),
      content: jsonContent(foundSchema({ type: "object" }, this.context.components)),
    };
  }
}
