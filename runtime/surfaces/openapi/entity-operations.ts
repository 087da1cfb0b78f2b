import { API_PREFIX } from "../../http/endpoint.js";
import type { Entity } from "../../model/model.js";
import {
  endpointsOf,
  idParams,
  neededOperations,
  endpointPath,
  type NamedEndpoint,
} from "../endpoints/endpoints.js";
import { shownTo } from "./audience.js";
import { positionOfRead, withPosition } from "./database-positions.js";
import { bodies, problemsOf } from "./described-parts.js";
import { DescribedEntity } from "./described-entity.js";
import { addBodySchema } from "./body-schemas.js";
import type { OperationObject, PathItems, ReferenceObject, Response } from "./openapi-types.js";
import { problemResponses } from "./problem-responses.js";
import { addRecordSchemas, documentNamesOf, type RecordContext } from "./record-schemas.js";
import { accessProblems, securityOf } from "./security.js";

/**
 * The paths of an entity's endpoints with the operations that some of the audience may do. Adds the schemas of its
 * records.
 */
export function entityPaths(entity: Entity, context: RecordContext): PathItems {
  addRecordSchemas(entity, context);
  addBodySchema("create", entity, context);
  addBodySchema("update", entity, context);
  const { operationId } = documentNamesOf(entity, context);
  const parts = new DescribedEntity(entity, context);
  const paths: Record<string, Record<string, OperationObject>> = {};
  const params = idParams(entity);
  for (const endpoint of inOrder(endpointsOf(entity, context.model.endpoints))) {
    if (!isShownTo(endpoint, entity, context)) continue;
    if (context.isLarge && (endpoint.family === "path" || endpoint.description.writesMany)) continue;
    const path = documentPath(`${API_PREFIX}/${entity.name}${endpointPath(endpoint, params)}`);
    const item = (paths[path] ??= {});
    const described = describeEndpoint(endpoint, parts);
    for (const method of endpoint.methods) {
      // Same as PATCH.
      if (context.isLarge && method === "put") continue;
      item[method] = { operationId: operationId(endpoint.name, method), ...described };
    }
  }
  return paths;
}

/** The order of readers: queries, writes, and reads by path last, which routers have to try first. */
export function inOrder(endpoints: readonly NamedEndpoint[]): readonly NamedEndpoint[] {
  const isByPath = ({ family }: NamedEndpoint) => family === "path";
  return [...endpoints.filter((each) => !isByPath(each)), ...endpoints.filter(isByPath)];
}

/** Whether someone in the audience may use the endpoint. */
export function isShownTo(endpoint: NamedEndpoint, entity: Entity, { audience }: RecordContext): boolean {
  return neededOperations(endpoint).every((operation) => shownTo(audience, entity, operation) !== undefined);
}

/** The parts that all methods of an endpoint share. */
export function describeEndpoint(
  endpoint: NamedEndpoint,
  parts: DescribedEntity,
): Omit<OperationObject, "operationId"> {
  const { entity, context, tags } = parts;
  const { name, description } = endpoint;
  const { summary, body } = description;
  const needed = neededOperations(endpoint);
  const isRead = needed.every((operation) => operation === "read");
  const parameters = [
    ...parts.parameters(description.parameters),
    ...(isRead ? positionOfRead(context) : []),
  ];
  const codes = [
    ...problemsOf(description.problems, parts),
    ...needed.flatMap((operation) => accessProblems(entity, operation, context.model)),
  ];
  const required = needed.map((operation) => securityOf(entity, operation, context.model));
  const answers = answersOf(description.answers, parts);
  return {
    tags,
    summary,
    description: context.isLarge ? undefined : description.description,
    // The default security is the stricter one.
    security: required.includes(undefined) ? undefined : required[0],
    parameters: parameters.length > 0 ? parameters : undefined,
    requestBody: body && bodies[body](parts),
    responses: {
      ...(isRead ? answers : withPosition(answers, context)),
      ...problemResponses(codes, name, context),
    },
  };
}

/** The successful answers by status. */
function answersOf(named: NamedEndpoint["description"]["answers"], parts: DescribedEntity) {
  const answers: Record<string, Response | ReferenceObject> = {};
  for (const [status, name] of Object.entries(named)) {
    const answer = parts[name]();
    if (answer !== undefined) answers[status] = answer;
  }
  return answers;
}

/** `/:orderid/:line` becomes `/{orderid}/{line}`. */
export function documentPath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}").replace(/\/$/, "");
}
